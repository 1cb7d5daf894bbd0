"""A whole game as one HTML page that needs no network, no server and no script.

``game_page`` makes the page, ``steps`` finds out what it shows turn by turn, ``board``, ``panels``,
``turn_list``, ``figures`` and ``curve`` write its parts, ``style`` its colours and the small files
``page.css`` and ``page.js``.
"""
