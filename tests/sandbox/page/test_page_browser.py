"""The page in a real browser, used by one or two people."""

import asyncio
import re
import zlib

import pytest
from playwright.async_api import expect

pytestmark = pytest.mark.asyncio(loop_scope="session")
LARGEST = 2_500_000  # limit for all files of a command, as in filefield.js


def upload(size, name="a.bin"):
    """Return a file with every byte value, in the format of `set_input_files`."""
    content = (bytes(range(256)) * (size // 256 + 1))[:size]
    return {"name": name, "mimeType": "application/octet-stream", "buffer": content}


def weight(file):
    """Return the response of /weigh to a complete file."""
    content = file["buffer"]
    return f"{file['name']}: {len(content)} bytes, {zlib.crc32(content):08x}"


async def test_two_windows_show_each_others_messages(shop, window):
    ann, ben = await window(shop.ann), await window(shop.ben)
    await ann.fill("#message-box", "Hello **Ben**, <t:0:d> `x`")
    await ann.press("#message-box", "Enter")

    said = ben.locator("#messages > li")
    await expect(said.locator("strong")).to_have_text("Ben")
    await expect(said.locator("code")).to_have_text("x")
    await expect(said.locator(".author")).to_have_text("Ann")


async def test_an_empty_channel_shows_the_hint(shop, window):
    ann = await window(shop.ann)

    await expect(ann.locator("#welcome")).to_contain_text("Type /panel first.")


async def test_sends_a_command_filled_in_with_autocomplete(shop, window):
    ann = await window(shop.ann)
    await ann.press("#message-box", "/")
    await expect(ann.get_by_role("option")).to_have_count(10)
    await ann.locator("#message-box").press_sequentially("bu")
    await expect(ann.get_by_role("option")).to_have_text(re.compile("/buy.*Buy fruit"))
    await ann.keyboard.press("Enter")

    kind = ann.get_by_label("kind", exact=True)
    await expect(kind).to_be_focused()
    await expect(ann.locator("#option-note")).to_contain_text("Which fruit")
    await kind.press_sequentially("ap")
    await expect(ann.get_by_role("option")).to_have_text(["Apple", "Apricot"])
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("Enter")
    await expect(kind).to_have_value("Apricot")
    await ann.get_by_role("button", name="Add pieces").click()
    await ann.keyboard.type("3")
    await ann.keyboard.press("Enter")

    await expect(ann.locator("#messages")).to_contain_text("Bought 3 apricot ?")
    await expect(ann.locator(".origin")).to_have_text("↪ Ann used /buy")
    await expect(ann.locator("#message-box")).to_be_focused()


async def test_accepts_a_pasted_command(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/buy kind:kiwi pieces:2 ripe:Very")
    await ann.keyboard.press("Enter")

    await expect(ann.locator("#messages")).to_contain_text("Bought 2 kiwi very")


@pytest.mark.parametrize(
    "command", ["/buy kind:kiwi pieces:2 ripe:Very", "/buy kiwi ripe:Very pieces:2"]
)
async def test_accepts_a_command_typed_key_by_key(shop, window, command):
    ann = await window(shop.ann)
    await ann.locator("#message-box").press("/")
    await ann.keyboard.type(command[1:])
    await expect(ann.get_by_label("pieces", exact=True)).to_have_value("2")
    await ann.keyboard.press("Enter")

    await expect(ann.locator("#messages")).to_contain_text("Bought 2 kiwi very")


async def test_shows_input_errors_at_the_field(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/buy kind:kiwi pieces:12")
    note = ann.locator("#option-note")
    ordinary = await note.evaluate("note => getComputedStyle(note).color")
    await ann.keyboard.press("Enter")

    await expect(note).to_have_text("pieces must be from 1 to 9.")
    await expect(note).not_to_have_css("color", ordinary)
    await expect(ann.get_by_label("pieces")).to_be_focused()
    await ann.keyboard.press("Control+A")
    await ann.keyboard.type("9")
    await ann.keyboard.press("Enter")
    await expect(ann.locator("#messages")).to_contain_text("Bought 9 kiwi")


async def test_enter_sends_a_command_without_optional_options(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/picture")
    await ann.keyboard.press("Enter")
    await expect(ann.get_by_label("words", exact=True)).to_be_focused()
    await ann.keyboard.press("Enter")

    await expect(ann.locator(".content")).to_have_text("Look")


async def test_offers_the_members_for_a_user_option(shop, window):
    ann, ben = await window(shop.ann), await window(shop.ben)
    await ann.fill("#message-box", "/wave b")
    await expect(ann.get_by_role("option")).to_have_count(2)
    await ann.get_by_role("option", name="Ben").click()
    await ann.keyboard.press("Enter")

    await expect(ben.locator(".message.for-me .mention.mine")).to_have_text("@Ben")


async def test_enter_sends_the_chosen_file(shop, window):
    ann, file = await window(shop.ann), upload(1000)
    # the browser needs time to start intercepting its file dialog
    async with ann.expect_file_chooser() as chooser:
        await ann.fill("#message-box", "/weigh ")
        await expect(ann.get_by_label("file", exact=True)).to_be_focused()
        await ann.keyboard.press("Enter")
    await (await chooser.value).set_files(file)
    await ann.keyboard.press("Enter")

    await expect(ann.locator(".content")).to_have_text(weight(file))
    await expect(ann.locator("#message-box")).to_be_focused()


async def test_requires_a_file_for_a_required_attachment_option(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/weigh ")
    field = ann.get_by_label("file", exact=True)
    await field.set_input_files(upload(1000))
    await expect(field).not_to_have_value("")
    await field.press("Backspace")
    await expect(field).to_have_value("")
    await ann.get_by_role("button", name="Send").click()

    await expect(ann.locator("#option-note")).to_have_text("file is needed: Any file")
    await expect(ann.locator("#messages > li")).to_have_count(0)


async def test_enforces_the_size_limit_of_a_file(shop, window):
    ann, largest = await window(shop.ann), upload(LARGEST)
    await ann.fill("#message-box", "/weigh ")
    field, note = ann.get_by_label("file", exact=True), ann.locator("#option-note")
    await field.set_input_files(upload(LARGEST + 1, "big.bin"))
    await expect(note).to_contain_text("big.bin is too large to be tried here: 2.5 MB")
    await expect(field).to_have_value("")
    await expect(field).to_have_attribute("aria-invalid", "true")

    await field.set_input_files(largest)
    await field.press("Enter")
    await expect(ann.locator(".content")).to_have_text(weight(largest))


async def test_choosing_a_valid_file_clears_the_error(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/weigh ")
    field, note = ann.get_by_label("file", exact=True), ann.locator("#option-note")
    await field.set_input_files(upload(LARGEST + 1))
    await expect(note).to_have_class(re.compile("problem"))
    await field.set_input_files(upload(1000))

    await expect(note).to_have_text("file Any file")
    await expect(note).not_to_have_class(re.compile("problem"))
    await expect(field).not_to_have_attribute("aria-invalid", "true")


async def test_enforces_the_size_limit_for_all_files_together(shop, window):
    # Both files are sent in one WebSocket message, whose size is limited.
    ann, first, second = await window(shop.ann), upload(LARGEST - 10), upload(10, "b.bin")
    await ann.fill("#message-box", "/weigh ")
    await ann.get_by_label("file", exact=True).set_input_files(first)
    await ann.get_by_role("button", name="Add other").click()
    field = ann.get_by_label("other", exact=True)
    await field.set_input_files(upload(11))
    await expect(ann.locator("#option-note")).to_contain_text("too large")
    await field.set_input_files(second)
    await field.press("Enter")

    await expect(ann.locator(".content")).to_have_text(f"{weight(first)}; {weight(second)}")


async def test_does_not_send_a_command_with_an_unreadable_file(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/weigh ")
    await ann.get_by_label("file", exact=True).set_input_files(upload(1000))
    await ann.get_by_role("button", name="Add other").click()
    # Simulates a file that was deleted after it was chosen.
    await ann.evaluate("() => { File.prototype.arrayBuffer = () => Promise.reject('gone') }")
    field, note = ann.get_by_label("other", exact=True), ann.locator("#option-note")
    await field.set_input_files(upload(10, "b.bin"))
    await expect(note).to_have_text("b.bin could not be read: choose it again.")
    await field.press("Enter")

    await expect(field).to_have_attribute("aria-invalid", "true")
    await expect(note).to_have_text("b.bin could not be read: choose it again.")
    await expect(ann.locator("#messages > li")).to_have_count(0)


async def test_submits_a_modal_and_shows_the_ephemeral_answer(shop, window):
    await shop.ann.slash("panel", channel=shop.channel)
    ann, ben = await window(shop.ann), await window(shop.ben)
    await ann.get_by_role("button", name="Order").click()
    form = ann.get_by_role("dialog", name="Order")
    await expect(form.get_by_label("Words")).to_be_focused()
    await ann.keyboard.type("green tea")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_contain_text("Make a choice")
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("ArrowDown")
    await ann.keyboard.press("Enter")
    await form.get_by_role("button", name="Submit").click()

    answer = ann.locator(".message.ephemeral")
    await expect(answer).to_contain_text("You ordered green tea, Large")
    await expect(answer).to_contain_text("Only you can see this")
    await expect(form).to_have_count(0)
    await expect(ben.locator("#messages > li")).to_have_count(1)
    await answer.get_by_role("button", name="Dismiss message").click()
    await expect(ann.locator("#messages > li")).to_have_count(1)


async def test_a_click_updates_the_message_in_both_windows(shop, window):
    await shop.ann.slash("panel", channel=shop.channel)
    ann, ben = await window(shop.ann), await window(shop.ben)
    await ben.get_by_role("button", name="Count").click()

    await expect(ann.get_by_role("button", name="Counted Ben")).to_be_visible()
    await expect(ben.get_by_role("button", name="Counted Ben")).to_be_focused()
    await expect(ann.get_by_role("button", name="Sold out")).to_be_disabled()


async def test_a_select_of_two_values_waits_for_both(shop, window):
    await shop.ann.slash("panel", channel=shop.channel)
    ann = await window(shop.ann)
    await ann.get_by_role("combobox", name="Two colours").click()
    await ann.get_by_role("option", name="Red").click()
    await ann.get_by_role("option", name="Blue").click()
    await ann.keyboard.press("Escape")

    await expect(ann.locator("#messages")).to_contain_text("Chosen: Red Blue")


async def test_shows_a_failed_interaction_under_the_message(place, chatty, running, window):
    async with running(place.discord, chatty):
        await place.discord.wait_until_ready()
        await place.ann.slash("panel", channel=place.channel)
        place.discord.faults.lose_interactions()
        ann = await window(place.ann)
        await ann.get_by_role("button", name="Order").click()

        await expect(ann.locator(".failure")).to_contain_text("This interaction failed")


async def test_the_context_menu_of_a_person_lists_user_commands(shop, window):
    ann = await window(shop.ann)
    await ann.get_by_role("link", name="Be Ben").click(button="right")
    await ann.get_by_role("menuitem", name="Poke").click()

    await expect(ann.locator("#messages")).to_contain_text("Poked Ben")


async def test_the_context_menu_of_a_message_lists_message_commands(shop, window):
    shop.ben.say("Well said", shop.channel)
    ann = await window(shop.ann)
    await ann.get_by_role("button", name="Apps for this message").click()
    await ann.get_by_role("menuitem", name="Quote").click()

    await expect(ann.locator("blockquote")).to_have_text("Well said")
    await expect(ann.locator(".origin")).to_have_text("↪ Ann used Quote")


async def test_shows_a_deferred_answer_as_thinking(shop, window, ponder_done):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "/ponder")
    await ann.keyboard.press("Enter")
    await expect(ann.locator(".thinking")).to_have_text("Bot is thinking…")
    await expect(ann.locator("#message-box")).to_be_focused()
    ponder_done.set()

    await expect(ann.locator(".content")).to_have_text("Pondered")


async def test_switches_persons_and_shows_their_badges(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "Are you there, @Ben?")
    await ann.keyboard.press("Enter")
    await expect(ann.get_by_role("link", name="Be Ben, 1 mentions")).to_be_visible()
    await ann.get_by_role("link", name="Be Ben").click()

    await expect(ann.locator("#channel-note")).to_contain_text("You are Ben")
    assert "as=Ben" in ann.url
    await expect(ann.get_by_role("link", name="Be Ann")).to_be_visible()


async def test_a_new_direct_message_can_be_used_at_once(shop, window, monkeypatch):
    # Delays the state update until after the channel is opened.
    monkeypatch.setattr("sandbox.page_api.window.STATE_DELAY", 0.5)
    ann = await window(shop.ann)
    await ann.get_by_role("link", name="Be Ben").click(button="right")
    await ann.get_by_role("menuitem", name="Write a direct message").click()
    await expect(ann.locator("#welcome")).to_contain_text("Your messages with Ben")
    await expect(ann.locator("#message-box")).to_be_focused()
    await ann.keyboard.type("psst")
    await ann.keyboard.press("Enter")

    await expect(ann.locator(".content")).to_have_text("psst")
    assert shop.ben.mentions(shop.discord.direct_channel(shop.ann, shop.ben))


async def test_an_answer_scrolls_only_the_window_that_asked(shop, window):
    await shop.ann.slash("panel", channel=shop.channel)
    for number in range(40):
        shop.ben.say(f"line {number}", shop.channel)
    ann, ben = await window(shop.ann), await window(shop.ben)
    for page in (ann, ben):
        await expect(page.get_by_text("line 39")).to_be_in_viewport()
        await page.get_by_role("combobox", name="Two colours").scroll_into_view_if_needed()
        await expect(page.get_by_text("line 39")).not_to_be_in_viewport()
    await ann.get_by_role("combobox", name="Somebody").click()
    await ann.get_by_role("option", name="Ben").click()

    await expect(ann.get_by_text("Chosen: Ben")).to_be_in_viewport()
    await expect(ben.get_by_text("Chosen: Ben")).to_be_visible()
    await expect(ben.get_by_text("Chosen: Ben")).not_to_be_in_viewport()


async def test_a_reload_keeps_person_channel_and_messages(shop, window):
    other = shop.guild.create_text_channel("other")
    ben = await window(shop.ben)
    await ben.get_by_role("link", name="other", exact=True).click()
    await ben.fill("#message-box", "still here")
    await ben.keyboard.press("Enter")
    await expect(ben.locator("#messages")).to_contain_text("still here")
    await ben.reload()

    await expect(ben.locator("#messages")).to_contain_text("still here")
    await expect(ben.locator("#channel-note")).to_contain_text("You are Ben")
    assert str(other.id) in ben.url


@pytest.fixture
def late(shop, monkeypatch):
    """Delay an action of the page until the returned event is set."""

    def delay(name):
        answer, act = asyncio.Event(), shop.discord.page.actions[name]

        async def act_late(*request):
            await answer.wait()
            return await act(*request)

        monkeypatch.setitem(shop.discord.page.actions, name, act_late)
        return answer

    return delay


async def test_text_typed_while_a_message_is_sent_stays(shop, window, late):
    ben = await window(shop.ben)
    answer = late("say")
    await ben.fill("#message-box", "first")
    await ben.keyboard.press("Enter")
    await ben.keyboard.type("second")
    answer.set()
    await expect(ben.locator("#messages")).to_contain_text("first")

    await expect(ben.locator("#message-box")).to_have_value("second")


async def test_text_typed_while_a_channel_opens_stays(shop, window, late):
    shop.guild.create_text_channel("other")
    ben = await window(shop.ben)
    answer = late("open")
    await ben.get_by_role("link", name="other", exact=True).click()
    await ben.fill("#message-box", "still here")
    answer.set()
    await expect(ben.locator("#welcome")).to_contain_text("Welcome to #other")

    await expect(ben.locator("#message-box")).to_have_value("still here")


async def test_reconnects_and_shows_missed_messages(shop, window):
    ann = await window(shop.ann)
    await ann.fill("#message-box", "a draft")
    await shop.discord.page.close()
    shop.ben.say("meanwhile", shop.channel)

    await expect(ann.locator("#messages")).to_contain_text("meanwhile")
    await expect(ann.locator("#link-state")).to_have_text("")
    await expect(ann.locator("#message-box")).to_have_value("a draft")


async def test_an_image_has_alternative_text_and_a_click_enlarges_it(shop, window):
    await shop.ann.slash("picture", channel=shop.channel)
    ann = await window(shop.ann)
    small = ann.get_by_role("button", name="Enlarge the picture: A grey square")
    assert await small.locator("img").evaluate("image => image.decode().then(() => image.width)")
    await small.click()

    large = ann.get_by_role("dialog", name="Picture")
    await expect(large.get_by_role("img", name="A grey square")).to_be_visible()
    await ann.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_renders_components_v2(shop, window):
    await shop.ann.slash("modern", channel=shop.channel)
    ann = await window(shop.ann)
    container = ann.locator(".container.accented")

    await expect(container.get_by_role("heading", name="Modern")).to_be_visible()
    await expect(container.locator(".mention.mine")).to_have_text("@Ann")
    await expect(container.get_by_role("img", name="A grey square")).to_be_visible()
    await expect(container.get_by_role("button", name="Take")).to_be_visible()
    await expect(container.get_by_role("separator")).to_have_count(1)


async def test_does_not_parse_message_text_as_html(shop, window):
    await shop.ann.slash("hostile", channel=shop.channel)
    ann = await window(shop.ann)

    await expect(ann.locator("#messages")).to_contain_text("<img src=x onerror=")
    await expect(ann.locator(".embed")).to_contain_text("<script>window.broken=1</script>")
    await expect(ann.locator("#messages img, #messages a, #messages script")).to_have_count(0)
    assert await ann.evaluate("window.broken") is None


async def test_removes_deleted_messages_and_channels(shop, window):
    message = shop.ann.say("going", shop.channel)
    other = shop.guild.create_text_channel("other")
    ann = await window(shop.ann)
    await expect(ann.locator("#messages > li")).to_have_count(1)
    shop.discord.faults.delete_message(message)
    await expect(ann.locator("#messages > li")).to_have_count(0)
    shop.discord.faults.delete_channel(shop.channel)

    await expect(ann.get_by_role("alert")).to_contain_text("is gone")
    await expect(ann.locator("#channel-name")).to_contain_text(other.name)


async def test_injects_faults_from_the_panel(shop, window):
    ann = await window(shop.ann)
    await ann.get_by_role("button", name="Faults").click()
    panel = ann.get_by_role("complementary", name="Faults")
    await panel.get_by_role("button", name="Close my DMs").click()

    await expect(panel.get_by_role("status")).to_have_text("Ann's direct messages are closed.")
    pressed = panel.get_by_role("button", name="Close my DMs", pressed=True)
    await expect(pressed).to_be_focused()
    assert shop.ann.user.dms_open is False


async def test_the_panel_reports_the_injected_fault(shop, window):
    ann = await window(shop.ann, height=420)
    await ann.get_by_role("button", name="Faults").click()
    panel = ann.get_by_role("complementary", name="Faults")
    await panel.get_by_role("button", name="Close my DMs").click()

    await expect(panel.get_by_role("status")).to_have_text("Ann's direct messages are closed.")
    await expect(panel.get_by_role("heading", name="Connection")).not_to_be_in_viewport()
    await expect(panel.get_by_role("status")).to_be_in_viewport()


async def test_the_fault_panel_keeps_its_choices_when_the_state_changes(shop, window):
    ann = await window(shop.ann)
    await ann.get_by_role("button", name="Faults").click()
    panel = ann.get_by_role("complementary", name="Faults")
    choice = panel.get_by_role("combobox", name="Revoke: which")
    offered = await choice.locator("option").all_inner_texts()
    await choice.select_option(offered[-1])
    chosen = await choice.input_value()
    await panel.get_by_role("button", name="Close my DMs").click()
    # Press the button after the panel was rendered again.
    await expect(panel.get_by_role("button", name="Close my DMs", pressed=True)).to_be_visible()

    await expect(choice).to_have_value(chosen)


async def test_on_a_narrow_screen_the_channel_list_is_a_drawer(shop, window):
    await shop.ann.slash("modern", channel=shop.channel)
    ann = await window(shop.ann, width=400)
    assert await ann.evaluate("document.documentElement.scrollWidth") == 400
    await expect(ann.get_by_role("link", name="games")).to_be_hidden()
    await ann.get_by_role("button", name="Channels and people").click()
    await expect(ann.get_by_role("link", name="games")).to_be_focused()
    await ann.keyboard.press("Escape")

    await expect(ann.get_by_role("link", name="games")).to_be_hidden()
    await expect(ann.get_by_role("button", name="Channels and people")).to_be_focused()


async def test_follows_the_colour_scheme_of_the_system(shop, window):
    backgrounds = set()
    for scheme in ("dark", "light"):
        page = await window(shop.ann, scheme=scheme)
        await expect(page.locator("#notice")).to_contain_text("not Discord")
        backgrounds.add(await page.evaluate("getComputedStyle(document.body).backgroundColor"))

    assert backgrounds == {"rgb(49, 51, 56)", "rgb(255, 255, 255)"}


async def test_every_control_has_an_accessible_name(shop, window):
    await shop.ann.slash("panel", channel=shop.channel)
    ann = await window(shop.ann)
    await ann.get_by_role("button", name="Faults").click()
    nameless = await ann.evaluate(
        """() => [...document.querySelectorAll("button, a, input, textarea, select")]
            .filter((e) => e.offsetParent && !(e.textContent.trim() || e.getAttribute("aria-label")
                || e.labels?.length))
            .map((e) => e.outerHTML)"""
    )

    assert nameless == []
