// What works without it, too: keys to go places, the progress of an upload, and no form sent twice.
(() => {
  const OFF = 'engaged-keys-off';
  const storage = (() => {
    try {
      return window.localStorage;
    } catch {
      return undefined;
    }
  })();
  const isOff = () => storage?.getItem(OFF) === '1';
  const isTyping = (target) =>
    target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
  const help = document.getElementById('keys');
  let isGoing = 0;

  const toggle = document.getElementById('keys-on');
  if (toggle) {
    toggle.checked = !isOff();
    toggle.addEventListener('change', () => {
      if (toggle.checked) storage?.removeItem(OFF);
      else storage?.setItem(OFF, '1');
    });
  }
  document.getElementById('keys-close')?.addEventListener('click', () => help.close());
  // The way back for somebody who has switched the keys off.
  const opener = document.getElementById('keys-open');
  if (opener) {
    opener.hidden = false;
    opener.addEventListener('click', () => help.showModal());
  }

  // Number and code of a card. They stand in a part of the address that browsers send nowhere, and leave it at once.
  const card = new URLSearchParams(location.hash.slice(1));
  if (card.has('code')) {
    history.replaceState(null, '', location.pathname + location.search);
    const form = document.getElementById('with-card');
    for (const name of form ? ['number', 'code'] : [])
      form.querySelector(`[name=${name}]`).value = card.get(name) ?? '';
    if (form) form.open = true;
    form?.querySelector('button').focus();
  }
  for (const button of navigator.clipboard ? document.querySelectorAll('[data-copy]') : []) {
    button.hidden = false;
    button.addEventListener('click', () =>
      navigator.clipboard.writeText(button.previousElementSibling.value),
    );
  }
  const print = document.querySelector('[data-print]');
  if (print) {
    print.hidden = false;
    print.addEventListener('click', () => window.print());
  }

  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (isOff()) return;
    if (event.key === '?' && help) {
      if (help.open) help.close();
      else help.showModal();
      return;
    }
    if (!help?.open) follow(event);
  });

  /** A key to go to the search, or after g to a page. */
  function follow(event) {
    if (event.key === '/') {
      const search = document.querySelector('input[type=search]');
      if (!search) return;
      event.preventDefault();
      search.focus();
      search.select();
    } else if (isGoing && event.timeStamp - isGoing < 1500) {
      isGoing = 0;
      const links = [...document.querySelectorAll('a[data-key]')];
      links.find((link) => link.dataset.key === event.key)?.click();
    } else if (event.key === 'g') {
      isGoing = event.timeStamp;
    }
  }

  /** Whether a field holds something else than before; of a picture any, because what is shown is no file. */
  function isOther(field, before) {
    if (field.type === 'file') return field.value !== '';
    const now = field.type === 'checkbox' && !field.checked ? '' : field.value;
    return now.trim() !== before;
  }

  /** Says by name which fields of a form hold something else than before. */
  function nameChanges(form, said) {
    const names = new Set();
    for (const seen of form.querySelectorAll('input[name^="seen-"]')) {
      const field = form.elements[seen.name.slice(5)];
      const isChanged = isOther(field, seen.value);
      const first = field.length > 0 && !field.options ? field[0] : field;
      first.classList.toggle('changed', isChanged);
      const label = first.labels[0].closest('fieldset')?.querySelector('legend') ?? first.labels[0];
      // Without the chip beside it.
      if (isChanged) names.add(label.firstChild.textContent.trim());
    }
    const { changed, unchanged } = said.dataset;
    const text = names.size === 0 ? unchanged : `${changed} ${[...names].join(' · ')}`;
    if (said.textContent === text) return;
    said.textContent = text;
    const button = said.parentElement.querySelector('button');
    button.dataset.label ??= button.textContent;
    button.textContent = button.dataset.label + (names.size === 0 ? '' : ` (${names.size})`);
  }
  const said = document.querySelector('[data-changed]');
  if (said) {
    const form = said.closest('form');
    form.addEventListener('input', () => nameChanges(form, said));
    nameChanges(form, said);
  }

  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (form.method !== 'post') return;
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = '1';
    if (form.dataset.upload) {
      event.preventDefault();
      upload(form);
    }
  });

  // A wall replaces itself, and keeps what it shows while the service cannot be reached.
  const wall = () => document.querySelector('main.wall');
  const refresh = async () => {
    try {
      const options = {
        cache: 'no-store',
        credentials: 'omit',
        signal: AbortSignal.timeout(15000),
      };
      const response = await fetch(location.href, options);
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const next = page.querySelector('main.wall');
      if (!next) throw new Error('no wall');
      const [sheet, newer] = [document, page].map((one) =>
        one.querySelector('link[rel=stylesheet]'),
      );
      if (sheet.getAttribute('href') !== newer.getAttribute('href'))
        sheet.setAttribute('href', newer.getAttribute('href'));
      document.title = page.title;
      if (!next.isEqualNode(wall())) wall().replaceWith(next);
    } catch {
      const stale = wall().querySelector('.stale');
      if (stale) stale.hidden = false;
    }
    wait();
  };
  // Not all screens at once. One whose link was revoked asks rarely.
  const wait = () =>
    setTimeout(
      refresh,
      (wall().classList.contains('gone') ? 300000 : 20000) + 4000 * Math.random(),
    );
  if (wall()) wait();
  const upload = (form) => {
    const shown = form.querySelector('.progress');
    const [text, bar] = shown.children;
    const end = (message) => {
      text.textContent = message;
      bar.hidden = true;
      delete form.dataset.sent;
    };
    const file = form.querySelector('input[type=file]').files[0];
    shown.hidden = bar.hidden = false;
    if (file && file.size > Number(form.dataset.upload)) {
      end(shown.dataset.tooLarge);
      const more = form.parentNode.querySelector('details');
      if (more) more.open = true;
      return;
    }
    const request = new XMLHttpRequest();
    request.upload.onprogress = ({ loaded, total }) => {
      bar.value = Math.floor((100 * loaded) / total);
      text.textContent =
        loaded < total ? shown.dataset.sending.replace('{}', bar.value) : shown.dataset.reading;
      if (loaded === total) bar.removeAttribute('value');
    };
    request.onerror = () => end(shown.dataset.stopped);
    request.onload = () => {
      const main = request.responseXML?.querySelector('main');
      if (request.status < 400 && request.responseURL !== location.href)
        location.assign(request.responseURL);
      else if (main) {
        document.querySelector('main').replaceWith(main);
        main.focus();
      } else end(shown.dataset.stopped);
    };
    request.open('POST', form.action);
    request.responseType = 'document';
    request.send(new FormData(form));
  };

  window.addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll('form[data-sent]')) delete form.dataset.sent;
  });
})();
