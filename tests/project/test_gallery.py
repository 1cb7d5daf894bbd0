"""The gallery matches the pictures that the program draws."""

import importlib.util
import json
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from sparring.review import Point, Review

ROOT = Path(__file__).parents[2]
VISIBLE = 64  # tolerance in colour levels, because font rendering differs between machines


@pytest.fixture
def gallery():
    """Gallery script as a new module, because it caches the games that it plays."""
    spec = importlib.util.spec_from_file_location("gallery", ROOT / "scripts" / "gallery.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def frames(data):
    return [frame.convert("RGB") for frame in ImageSequence.Iterator(Image.open(BytesIO(data)))]


def alike(ours, theirs):
    """Return whether two pictures look the same, frame by frame."""
    if [frame.size for frame in ours] != [frame.size for frame in theirs]:
        return False
    differences = (ImageChops.difference(*both) for both in zip(ours, theirs, strict=True))
    return all(high <= VISIBLE for each in differences for _, high in each.getextrema())


def test_the_gallery_is_up_to_date(gallery):
    drawn = gallery.gallery()
    kept = {
        picture.file: (ROOT / "docs" / "pictures" / picture.file).read_bytes() for picture in drawn
    }
    stale = [
        picture.file
        for picture in drawn
        if kept[picture.file] != picture.data
        and not alike(frames(kept[picture.file]), frames(picture.data))
    ]

    assert stale == [], "run python scripts/gallery.py"
    assert gallery.load_games() == json.loads(gallery.KEPT.read_text()), "a game is kept nowhere"
    assert (ROOT / "docs" / "gallery.md").read_text(encoding="utf-8") == gallery.page(
        drawn, gallery.pages()
    )


def test_the_gallery_game_pages_are_up_to_date(gallery):
    kept = {page.file: ROOT / "docs" / "pages" / page.file for page in gallery.pages()}
    stale = [page.file for page in gallery.pages() if kept[page.file].read_bytes() != page.data]

    assert stale == [], "run python scripts/gallery.py"
    assert sorted(kept) == sorted(path.name for path in (ROOT / "docs" / "pages").iterdir())


def test_a_replayed_gallery_game_equals_the_stored_one(gallery, monkeypatch):
    asked = ("lifeline", {"size": 4}, 400, gallery.SEED)
    before = gallery.play(*asked)
    monkeypatch.setattr(gallery, "load_games", dict)

    assert gallery.play(*asked) == before


def test_a_missing_gallery_review_comes_from_the_engine(gallery, monkeypatch):
    pytest.importorskip("numba")

    def analyse_game(record, _seed):
        yield
        return Review((Point(len(record.moves), 0.5, proved=False),), ())

    monkeypatch.setattr("sparring.analysis.analyse_game", analyse_game)
    record = gallery.recorded("lifeline", {"size": 5}, turns=1, seed=1)

    assert gallery.analysed(record) == ([(len(record.moves), 0.5, False)], [])
