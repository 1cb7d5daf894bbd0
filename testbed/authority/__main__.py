"""`python -m testbed.authority` writes docs/authority.md."""

from pathlib import Path

from testbed.authority.page import page

if __name__ == "__main__":
    Path("docs/authority.md").write_text(page(), encoding="utf-8")
