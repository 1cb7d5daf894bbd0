"""A whole game as one HTML page that needs no network, server or script.

``game_page`` makes the page, and ``steps`` its content turn by turn. ``board``, ``panels``,
``turn_list``, ``figures`` and ``curve`` write its parts, and ``style`` its colours and the small
files ``page.css`` and ``page.js``.
"""
