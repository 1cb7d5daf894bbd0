"""Turns since the last look, shown when a person opens a game again."""

from sandbox.client.find import labels_of

SINCE = "since you last looked"


async def opened(table, person):
    return await person.slash("board", game=str(table.number))


async def two_turns(table, first=2):
    await table.play(table.ann, "a1 c3", first)
    await table.play(table.ben, "e5 g4", first + 1)


async def test_a_spectator_is_told_what_happened_and_sees_it_in_the_replay(table):
    await table.game()
    assert SINCE not in (await opened(table, table.eve)).content
    await two_turns(table)

    board = await opened(table, table.eve)

    assert board.content.startswith(f"2 turns {SINCE}.\n")
    assert board.attachments
    replay = await table.eve.click(board, "Replay turns")
    assert "turn 1 of 2" in replay.content.lower()
    assert SINCE not in (await opened(table, table.eve)).content


async def test_a_second_press_of_the_replay_shows_the_same(table):
    await table.game()
    await opened(table, table.eve)
    await two_turns(table)
    board = await opened(table, table.eve)
    button = next(
        part["custom_id"]
        for row in board.components
        for part in row["components"]
        if part.get("label") == "Replay turns"
    )
    first = await table.eve.click(board, "Replay turns")
    again = await table.eve.click(board, button, stale=True)
    assert first.content == again.content


async def test_a_player_who_has_just_played_is_told_nothing(table):
    await table.game()
    await two_turns(table)
    for person in (table.ann, table.ben):
        board = await opened(table, person)
        assert SINCE not in board.content
        assert "Replay turns" not in labels_of(board)


async def test_another_view_of_an_open_board_tells_what_has_happened_since(table):
    await table.game()
    board = await opened(table, table.eve)
    await two_turns(table)

    shown = await table.eve.select(board, "text")

    assert shown.content.startswith(f"2 turns {SINCE}.\n")
    assert len(shown.content) <= 2000
    assert SINCE not in (await table.eve.select(shown, "danger")).content


async def test_a_person_from_another_server_is_told_nothing(table):
    await table.game()
    guild = table.discord.create_guild("Elsewhere")
    zed = guild.add_member("Zed").in_(guild.create_text_channel("games"))
    unknown = await opened(table, zed)
    await two_turns(table)
    refused = await opened(table, zed)
    assert refused.content == unknown.content
    assert not refused.attachments
    last_looks = table.app.context.services.last_looks
    game = await table.look()
    assert await last_looks.record(zed.user.id, game) is None, "nothing was noted for them"
