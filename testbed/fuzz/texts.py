"""Generator of texts that often break programs: invisible, huge, right-to-left, markup."""

from functools import cache

from hypothesis import strategies as st

# ids in forged mentions and links, to recognise them in messages
FORGED = "666666"
EVIL_HOST = "evil.example"

MARKUP = (
    "@everyone",
    "@here",
    f"<@{FORGED}>",
    f"<@&{FORGED}>",
    f"<#{FORGED}>",
    f"<t:{FORGED}:R>",
    f"</help:{FORGED}>",
    f"<a:x:{FORGED}>",
    f"[click](https://{EVIL_HOST})",
    f"https://{EVIL_HOST}/x",
    f"<https://{EVIL_HOST}>",
    "discord.gg/evil666",
    "discord.com/invite/evil666",
    "**",
    "__",
    "~~",
    "||",
    "`",
    "```",
    "# ",
    "> ",
    ">>> ",
    "-# ",
    "\\",
    "\\\\*",
    "*_*",
    "(",
    "[",
    "]",
)
HIDDEN = (
    "\x00",
    "\x1b[31m",
    "\n",
    "\r\n",
    "\t",
    "\u200b",
    "\u200d",
    "\u2060",
    "\ufeff",
    "\u202e",
    "\u2066",
    "\u2069",
    "\u0300" * 50,
    "\u20e3" * 9,
    "\u3164",
    "\u2800",
    "\ud800",
    "\udfff",
    "\U000e0041",
    "\ufffe",
    "\U0010ffff",
)
NUMBERS = (
    "0",
    "-1",
    "1",
    "007",
    "\u0661",
    "\u00b2",
    "\u00bd",
    "1e9",
    "1e400",
    "NaN",
    "inf",
    "0x10",
    "1_000",
    "9" * 18,
    "9" * 20,
    "9" * 400,
    "-" + "9" * 30,
    "2147483648",
    "9223372036854775808",
    "18446744073709551616",
    " 1 ",
    "#1",
    "1.5",
)
WORDS = (
    "",
    " ",
    "a1",
    "A1 c3",
    "a1 a1",
    "zz99",
    "e-6",
    "swap",
    "komi",
    "hold",
    "offer 5",
    "offer 99999999",
    "offer",
    "black",
    "white",
    "null",
    "None",
    "true",
    "{}",
    "%s%n",
    "{0.__class__}",
    "'; DROP TABLE games;--",
    "../../../etc/passwd",
    "/etc/passwd",
    "Europe/Berlin",
    "UTC",
    "22:00-7:00",
    "25:99",
    "-:-",
    "off",
    "2030-08-15",
    "0000-00-00",
    "9999-12-31",
    "2030-02-30",
    "20300815",
    "2030-W01-1",
    "lifeline",
    "asli",
    "strong-pie",
    "dark",
)

pieces = st.sampled_from(MARKUP + HIDDEN + NUMBERS + WORDS)
# includes lone surrogates, which JSON can contain
characters = st.characters(exclude_categories=()) | st.sampled_from("\u202e\xe9\u6f22\U0001f642")


@cache
def texts(longest: int = 6000) -> st.SearchStrategy[str]:
    """Return a strategy for texts: troublesome, concatenated, random or very long."""
    glued = st.lists(pieces, min_size=1, max_size=6).map("".join)
    random = st.text(characters, max_size=60)
    long = st.builds(lambda piece, times: piece * times, pieces, st.integers(1, longest))
    return st.one_of(pieces, glued, random, long).map(lambda text: text[:longest])


names = texts(32)
integers = st.one_of(
    st.integers(-(2**53), 2**53), st.sampled_from([0, 1, -1, 3, 7, 12, 27, 999, 2**31, 2**53])
)
