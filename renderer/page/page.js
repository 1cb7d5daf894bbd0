(() => {
  const find = (selector) => document.querySelector(selector);
  const radios = [...document.querySelectorAll("#turns input")];
  const list = find("#turns"), slider = find("#slider"), play = find("#play");
  const board = find("#board"), tried = find("#tried");
  const first = +slider.min;
  const supported = window.CSS && CSS.supports("selector(:has(*))");
  let timer = 0;

  const now = () => radios.findIndex((radio) => radio.checked);

  // The browser without :has() gets from here what the style sheet cannot tell it.
  const patch = (step) => {
    document.body.style.setProperty("--k", step ? Math.floor((step - 1) / 50) : 0);
    document.body.style.setProperty("--j", step ? (step - 1) % 50 + 1 : 0);
  };

  const reveal = (row) => {
    // A row that sticks to the edge would tell where it sticks, not where it belongs.
    row.style.position = "static";
    const above = row.getBoundingClientRect().top - list.getBoundingClientRect().top;
    row.style.position = "";
    if (above < 0 || above + row.offsetHeight > list.clientHeight)
      list.scrollTop += above - (list.clientHeight - row.offsetHeight) / 2;
  };

  const changed = () => {
    const step = now(), row = radios[step].parentNode;
    leave();
    slider.value = first + step;
    slider.setAttribute("aria-valuetext", row.textContent);
    if (!supported) patch(step);
    reveal(row);
    try {
      history.replaceState(null, "", "#turn-" + (first + step));
    } catch {
      // a frame without an address of its own
    }
  };

  const go = (step) => {
    const radio = radios[Math.max(0, Math.min(radios.length - 1, step))];
    radio.checked = true;
    // The arrow keys go on from the button that has the focus.
    if (radios.includes(document.activeElement)) radio.focus({ preventScroll: true });
    changed();
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = play.dataset.play;
  };

  const tick = () => {
    if (now() === radios.length - 1) pause();
    else go(now() + 1);
  };

  const start = () => {
    if (now() === radios.length - 1) go(0);
    timer = setInterval(tick, 700);
    play.textContent = play.dataset.pause;
  };

  // Variations: the stones of the game's turn, changed by each turn on the way to the one chosen.
  const leave = () => {
    document.body.classList.remove("tried");
    tried.replaceChildren();
    for (const button of document.querySelectorAll("#variations [aria-pressed=true]"))
      button.setAttribute("aria-pressed", "false");
  };

  const stonesAt = (turn) => {
    const stones = new Map();
    for (const use of document.querySelectorAll("#stones use")) {
      const from = +use.style.getPropertyValue("--a");
      const until = +(use.style.getPropertyValue("--b") || Infinity);
      if (from <= turn && turn < until)
        stones.set(use.getAttribute("x") + " " + use.getAttribute("y"), use.getAttribute("href"));
    }
    return stones;
  };

  const tryOut = (button) => {
    // In each item the buttons before the turn that the next one replaces.
    const way = [];
    let before = +button.dataset.turn + 1;
    for (let item = button.parentNode; item; item = document.getElementById(item.dataset.from)) {
      const line = [...item.children].filter((each) => +each.dataset.turn < before);
      way.unshift(...line);
      before = +item.querySelector("button").dataset.turn;
    }
    const turn = +way[0].dataset.after;
    go(turn - first);
    const stones = stonesAt(turn);
    let placed = [];
    for (const each of way) {
      placed = [];
      for (const change of each.dataset.stones.split(";").filter(Boolean)) {
        const [kind, x, y] = change.split(" ");
        if (kind === "x") stones.delete(x + " " + y);
        else placed.push(x + " " + y), stones.set(x + " " + y, "#" + kind);
      }
    }
    for (const [place, href] of stones) {
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      const [x, y] = place.split(" ");
      use.setAttribute("href", href);
      use.setAttribute("x", x);
      use.setAttribute("y", y);
      use.style.setProperty("--a", placed.includes(place) ? turn : -1);
      tried.append(use);
    }
    document.body.classList.add("tried");
    button.setAttribute("aria-pressed", "true");
  };

  const copy = async () => {
    const record = find("#record"), said = find("#copied");
    try {
      await navigator.clipboard.writeText(record.textContent);
      said.textContent = said.dataset.done;
    } catch {
      getSelection().selectAllChildren(record);
      said.textContent = document.execCommand("copy") ? said.dataset.done : said.dataset.selected;
    }
  };

  const fromAddress = () => {
    const turn = /^#turn-(\d{1,6})$/.exec(location.hash);
    if (turn) go(turn[1] - first);
  };

  document.documentElement.classList.add("script");
  list.addEventListener("change", () => { pause(); changed(); });
  slider.addEventListener("input", () => { pause(); go(slider.value - first); });
  play.addEventListener("click", () => timer ? pause() : start());
  find("#copy").addEventListener("click", copy);
  addEventListener("hashchange", fromAddress);
  for (const button of document.querySelectorAll("#variations button")) {
    button.disabled = false;
    button.setAttribute("aria-pressed", "false");
    button.addEventListener("click", () => { pause(); tryOut(button); });
  }
  addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input,button,summary,pre")) return;
    const to = { ArrowLeft: now() - 1, ArrowRight: now() + 1, Home: 0, End: radios.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    pause();
    go(to);
  });
  slider.value = first + now();
  reveal(radios[now()].parentNode);
  if (location.hash) radios[now()].focus({ preventScroll: true });
  fromAddress();
})();
