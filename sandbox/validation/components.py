"""Rules for the components of a message, in the classic layout and in Components V2.

Limits: Discord's documentation, "Component Reference".
"""

from __future__ import annotations

from collections.abc import Callable

from sandbox.models.entities import Json
from sandbox.validation.problems import Problems
from sandbox.validation.widgets import SELECTS, button, select

ACTION_ROW, BUTTON, STRING_SELECT, TEXT_INPUT = 1, 2, 3, 4
SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY = 9, 10, 11, 12
FILE, SEPARATOR, CONTAINER, LABEL = 13, 14, 17, 18
V2_ONLY = frozenset({SECTION, TEXT_DISPLAY, THUMBNAIL, MEDIA_GALLERY, FILE, SEPARATOR, CONTAINER})
_IN_CONTAINER = frozenset({ACTION_ROW, SECTION, TEXT_DISPLAY, MEDIA_GALLERY, FILE, SEPARATOR})
_TOP_V2 = _IN_CONTAINER | {CONTAINER}

V2_COMPONENTS = 40
V2_TEXT = 4000
ACTION_ROWS = 5


class ComponentRules:
    """Checker of one message's components; `uploads` are the valid `attachment://` names."""

    def __init__(self, problems: Problems, uploads: frozenset[str], *, v2: bool) -> None:
        self.problems = problems
        self.uploads = uploads
        self.v2 = v2
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._count = 0
        self._text = 0
        self._checks: dict[int, Callable[[str, Json], None]] = {
            ACTION_ROW: self._row,
            BUTTON: self._button,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._thumbnail,
            MEDIA_GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            **dict.fromkeys(SELECTS, self._select),
        }

    def check(self, components: object) -> None:
        limit = V2_COMPONENTS if self.v2 else ACTION_ROWS
        top = self.problems.items("components", components, (0, limit))
        allowed = _TOP_V2 if self.v2 else frozenset({ACTION_ROW})
        for number, component in enumerate(top):
            self._one(f"components.{number}", component, allowed)
        if self.v2 and self._count > V2_COMPONENTS:
            self.problems.add("components", f"At most {V2_COMPONENTS} components in all.")
        if self._text > V2_TEXT:
            self.problems.add("components", f"At most {V2_TEXT} characters of text in all.")

    def _one(self, path: str, component: Json, allowed: frozenset[int]) -> None:
        kind = component.get("type")
        if kind in V2_ONLY and not self.v2:
            self.problems.add(f"{path}.type", "Needs the IS_COMPONENTS_V2 flag (1 << 15).")
        elif kind not in allowed:
            self.problems.add(f"{path}.type", f"Value must be one of {sorted(allowed)}.")
        else:
            self._identify(path, component)
            self._checks[int(kind)](path, component)

    def _identify(self, path: str, component: Json) -> None:
        """Count a component, and check that ids and custom ids are unique."""
        self._count += 1
        number = component.get("id")
        if number:
            if number in self._ids:
                self.problems.add(f"{path}.id", "Component ids must be unique in a message.")
            self._ids.add(number)
        custom_id = component.get("custom_id")
        if custom_id is not None:
            if custom_id in self._custom_ids:
                self.problems.add(f"{path}.custom_id", "Component custom id cannot be duplicated.")
            self._custom_ids.add(custom_id)

    def _row(self, path: str, row: Json) -> None:
        self.problems.keys(path, row, {"type", "id", "components"})
        inside = self.problems.items(f"{path}.components", row.get("components"), (1, 5))
        for number, component in enumerate(inside):
            self._one(f"{path}.components.{number}", component, SELECTS | {BUTTON})
        if len(inside) > 1 and any(c.get("type") in SELECTS for c in inside):
            self.problems.add(f"{path}.components", "A select stands alone in its row.")

    def _button(self, path: str, component: Json) -> None:
        button(self.problems, path, component)

    def _select(self, path: str, component: Json) -> None:
        select(self.problems, path, component)

    def _section(self, path: str, section: Json) -> None:
        self.problems.keys(path, section, {"type", "id", "components", "accessory"})
        texts = self.problems.items(f"{path}.components", section.get("components"), (1, 3))
        for number, component in enumerate(texts):
            self._one(f"{path}.components.{number}", component, frozenset({TEXT_DISPLAY}))
        accessory = section.get("accessory")
        if not isinstance(accessory, dict):
            self.problems.add(f"{path}.accessory", "This field is required")
        else:
            self._one(f"{path}.accessory", accessory, frozenset({BUTTON, THUMBNAIL}))

    def _text_display(self, path: str, display: Json) -> None:
        self.problems.keys(path, display, {"type", "id", "content"})
        self.problems.text(path, display, "content", (1, V2_TEXT))
        self._text += len(str(display.get("content", "")))

    def _thumbnail(self, path: str, thumbnail: Json) -> None:
        self.problems.keys(path, thumbnail, {"type", "id", "media", "description", "spoiler"})
        self._described_media(path, thumbnail)

    def _gallery(self, path: str, gallery: Json) -> None:
        self.problems.keys(path, gallery, {"type", "id", "items"})
        for number, item in enumerate(
            self.problems.items(f"{path}.items", gallery.get("items"), (1, 10))
        ):
            where = f"{path}.items.{number}"
            self.problems.keys(where, item, {"media", "description", "spoiler"})
            self._described_media(where, item)

    def _described_media(self, path: str, item: Json) -> None:
        self.problems.text(path, item, "description", (0, 1024))
        self._media(f"{path}.media", item.get("media"), only_uploads=False)

    def _file(self, path: str, file: Json) -> None:
        self.problems.keys(path, file, {"type", "id", "file", "spoiler", "name", "size"})
        self._media(f"{path}.file", file.get("file"), only_uploads=True)

    def _media(self, path: str, media: object, *, only_uploads: bool) -> None:
        url = media.get("url") if isinstance(media, dict) else None
        if not isinstance(url, str):
            self.problems.add(path, "This field is required")
        elif url.startswith("attachment://"):
            if url.removeprefix("attachment://") not in self.uploads:
                self.problems.add(path, f"{url} names no file that was uploaded or kept.")
        elif only_uploads or not url.startswith(("http://", "https://")):
            self.problems.add(path, "Scheme must be one of ('attachment', 'http', 'https').")

    def _separator(self, path: str, separator: Json) -> None:
        self.problems.keys(path, separator, {"type", "id", "divider", "spacing"})
        self.problems.number(path, separator, "spacing", (1, 2))

    def _container(self, path: str, container: Json) -> None:
        self.problems.keys(path, container, {"type", "id", "components", "accent_color", "spoiler"})
        self.problems.number(path, container, "accent_color", (0, 0xFFFFFF))
        inside = self.problems.items(f"{path}.components", container.get("components"), (1, 40))
        for number, component in enumerate(inside):
            self._one(f"{path}.components.{number}", component, _IN_CONTAINER)
