"""Generate the fonts in renderer/fonts, with the characters of each script that names use.

    pip install fonttools
    python scripts/make_fonts.py FOLDER

`FOLDER` holds the files of Debian's packages fonts-noto-core and fonts-noto-cjk, at any depth.
Chinese, Japanese and Korean share one file: the Chinese characters of the national standards GB
2312, Big5 level 1, JIS X 0208 and 0212 and KS X 1001 in their Japanese shapes, kana, and all Hangul
syllables.
"""

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

TARGET = Path(__file__).resolve().parent.parent / "renderer" / "fonts"
LARGEST = 8_000_000  # bytes of all fonts of the package
COMMON = (0x20, 0x200C, 0x200D)  # space and joiners
SCRIPTS = {
    "Hebrew": [*range(0x0590, 0x0600), *range(0xFB1D, 0xFB50)],
    "Arabic": [*range(0x0600, 0x0700), *range(0x0750, 0x0780)],
    "Devanagari": [*range(0x0900, 0x0980)],
    "Thai": [*range(0x0E00, 0x0E80)],
}
FIRST_ASIAN = 0x2E80  # characters before this one belong to other fonts
NAMES = "--name-IDs=0,1,2,3,4,5,6,13,14"


def main(folder: Path) -> None:
    """Write all fonts of the renderer from the fonts in a folder."""
    for script, characters in SCRIPTS.items():
        name = f"NotoSans{script}-Regular.ttf"
        subset(find(folder, name), TARGET / name, (*characters, *COMMON), [])
    source = find(folder, "NotoSansCJK-Regular.ttc")
    asian = sorted({ord(" "), *map(ord, asian_characters())})
    only = ["--font-number=0", "--layout-features="]
    subset(source, TARGET / "NotoSansCJK-Regular.otf", asian, only)
    total = sum(each.stat().st_size for each in TARGET.iterdir())
    if total > LARGEST:
        sys.exit(f"The fonts have {total:,} bytes, more than {LARGEST:,}.")
    sys.stdout.write(f"The fonts have {total:,} bytes.\n")


def asian_characters() -> Iterator[str]:
    """Yield the Chinese, Japanese and Korean characters of the national standards."""
    for codec in ("gb2312", "euc_jp", "euc_kr"):
        yield from decoded(codec, range(0xA1, 0xFF), range(0xA1, 0xFF))
    yield from decoded("big5", range(0xA4, 0xC7), [*range(0x40, 0x7F), *range(0xA1, 0xFF)])
    yield from map(chr, range(0xAC00, 0xD7A4))


def decoded(codec: str, leads: Iterable[int], trails: Iterable[int]) -> Iterator[str]:
    """Yield the characters of a double-byte encoding, for all pairs of lead and trail bytes."""
    for lead in leads:
        for trail in trails:
            character = bytes([lead, trail]).decode(codec, "ignore")
            if len(character) == 1 and ord(character) >= FIRST_ASIAN:
                yield character


def find(folder: Path, name: str) -> Path:
    """Return the path of the file with this name at any depth in a folder."""
    found = next(folder.rglob(name), None)
    if found is None:
        sys.exit(f"{folder} has no {name}.")
    return found


def subset(source: Path, target: Path, characters: Iterable[int], more: list[str]) -> None:
    """Write a font with only the given characters of a source font, without hinting."""
    unicodes = ",".join(f"{each:X}" for each in characters)
    options = [f"--unicodes={unicodes}", "--no-hinting", "--notdef-outline", NAMES]
    command = [sys.executable, "-m", "fontTools.subset", str(source), *options, *more]
    subprocess.run([*command, f"--output-file={target}"], check=True)  # noqa: S603 - own arguments


if __name__ == "__main__":
    main(Path(sys.argv[1]))
