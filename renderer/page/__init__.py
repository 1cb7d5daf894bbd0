"""A whole game as one HTML page that needs no network, server or script.

``document`` makes the page, and ``steps`` its content turn by turn. ``board``, ``panels``,
``figures``, ``variations`` and ``curve`` write its parts, and ``style`` its colours and the small
files ``page.css`` and ``page.js``.
"""
