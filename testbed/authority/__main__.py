"""Write tests/bot/authority.md: `python -m testbed.authority`."""

from pathlib import Path

from testbed.authority.page import page

if __name__ == "__main__":
    Path("tests/bot/authority.md").write_text(page(), encoding="utf-8")
