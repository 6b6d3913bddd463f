import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { LOST_IDS, NO_BROWSER, openContext, openPage } from './browser.ts';
import { fillCompany, pathsOf } from './company-content.ts';
import { type PortalService, startPortal } from './portal-service.ts';
import { peopleFile, upload } from './roster-upload.ts';

const skip = NO_BROWSER;

/** A form that was sent with something wrong: where, and what was found; null where it was not refused. */
type Tried = { action: string; what: string; faults: string[] | null };

/** A function for the browser. */
const TRY_FORMS = `(() => {
  const formsIn = (part) => [...part.querySelectorAll('main form')];
  const buttonsOf = (form) => [...form.elements].filter((it) => it.type === 'submit');
  const fieldsOf = (form) => [...form.elements].filter((it) => it.name && it.type !== 'file' && it.type !== 'submit');
  const isSeen = (it) => it.type !== 'hidden' && !it.classList.contains('vh');
  const actionOf = (form, button) => new URL(button.getAttribute('formaction') ?? form.getAttribute('action'), location.href).href;
  const methodOf = (form, button) => button.getAttribute('formmethod') ?? form.method;
  const entriesOf = (form, omitted) => JSON.stringify(fieldsOf(form)
    .filter((it) => isSeen(it) && it.name !== omitted && it.type !== 'password' && it.value !== '' && (!['checkbox', 'radio'].includes(it.type) || it.checked))
    .map(({ name, value }) => [name, value]));
  const fill = (it, at) => {
    if (it.type === 'checkbox') it.checked = !it.checked;
    else if (it.type === 'radio') it.checked = true;
    else if (it.tagName === 'SELECT') it.selectedIndex = it.options.length - 1;
    else if (it.type === 'date') it.value = new Date(Date.parse(it.value || '2026-11-02') - 86400000).toISOString().slice(0, 10);
    else if (it.type === 'email') it.value = 'kept' + at + '@acme.example';
    else it.value = it.inputMode === 'numeric' ? String(700 + at) : 'Kept ' + at;
  };
  const breakIt = (it, value) => {
    if (it.tagName === 'SELECT') { const option = new Option(value, value); option.className = 'wrong'; it.add(option); option.selected = true; }
    else if (['checkbox', 'radio'].includes(it.type)) it.checked = false;
    else it.value = value;
  };
  // What is wrong with the page of a refused form.
  const faultsOf = (action) => {
    const alert = document.querySelector('main [role=alert]');
    if (!alert || alert.innerText.trim() === '') return ['nothing says why'];
    const links = [...alert.querySelectorAll('a[href^="#"]')];
    const targets = links.map(({ hash }) => document.getElementById(hash.slice(1)));
    const errors = [...document.querySelectorAll('.error')];
    const ofLinks = links.flatMap(({ hash, innerText }, at) => {
      const target = targets[at];
      if (!target) return [hash + ' is nowhere'];
      target.focus();
      const described = [target, target.closest('fieldset')].map((it) => it?.getAttribute('aria-describedby') ?? '').join(' ');
      return [
        document.activeElement === target || hash + ' cannot have the focus',
        target.ariaInvalid === 'true' || hash + ' is not invalid',
        target.form.method === 'get' || buttonsOf(target.form).some((button) => actionOf(target.form, button) === action) || hash + ' is in another form',
        errors.some((it) => it.innerText === innerText && described.split(' ').includes(it.id)) || hash + ' is not described by its error',
      ].filter((it) => it !== true);
    });
    const invalid = [...document.querySelectorAll('main [aria-invalid=true]')].filter((it) => !targets.some((target) => target?.name === it.name));
    return [...ofLinks, ...invalid.map(({ name }) => name + ' is invalid without a link'), ...${LOST_IDS}];
  };
  const bodyOf = async (response) => new DOMParser().parseFromString(await response.text(), 'text/html').body;
  const tryOne = async ({ at, which, name, value }) => {
    const form = formsIn(document)[at];
    const button = form && buttonsOf(form)[which];
    if (!button) return null;
    form.reset();
    for (const it of form.querySelectorAll('.wrong')) it.remove();
    const fields = fieldsOf(form);
    const hidden = fields.filter((it) => !isSeen(it)).map((it) => [it, it.value]);
    fields.filter(isSeen).forEach(fill);
    fields.filter((it) => it.name === name).forEach((it) => breakIt(it, value));
    const [action, sent] = [actionOf(form, button), entriesOf(form, name)];
    const body = new URLSearchParams(new FormData(form, button));
    for (const [it, value] of hidden) it.value = value;
    const response = await fetch(action, { method: 'POST', redirect: 'manual', body });
    if (![400, 409].includes(response.status)) {
      // What was changed may have changed the page.
      document.body.replaceWith(await bodyOf(await fetch(location.href)));
      return null;
    }
    const shown = await bodyOf(response);
    const page = document.body;
    page.replaceWith(shown);
    try {
      const kept = formsIn(document).filter((one) => buttonsOf(one).some((it) => actionOf(one, it) === action)).map((one) => entriesOf(one, name));
      return [...(kept.includes(sent) ? [] : ['sent ' + sent + ', holds ' + kept.join(' or ')]), ...faultsOf(action)];
    } finally {
      shown.replaceWith(page);
    }
  };
  // Sends each form with each of its buttons, with one wrong field at a time, as far as it is not done already.
  return async ({ wrong, pattern, done }) => {
    const tried = [];
    for (const [at, form] of formsIn(document).entries()) for (const [which, button] of buttonsOf(form).entries()) {
      const isDone = done.includes(actionOf(form, button).replace(new RegExp(pattern, 'g'), ':id'));
      if (isDone || methodOf(form, button) !== 'post' || form.enctype.startsWith('multipart') || !fieldsOf(form).some(isSeen)) continue;
      const tryAll = async (fields) => {
        for (const name of new Set(fields.map((it) => it.name))) for (const value of wrong) {
          const faults = await tryOne({ at, which, name, value });
          tried.push({ action: actionOf(form, button), what: name + '=' + value.slice(0, 5), faults });
          if (faults) break;
        }
      };
      const before = tried.length;
      await tryAll(fieldsOf(form).filter(isSeen));
      // What somebody else has changed meanwhile is refused, too.
      if (!tried.slice(before).some(({ faults }) => faults)) await tryAll(fieldsOf(form).filter((it) => !isSeen(it)));
    }
    return tried;
  };
})()`;

/** Values that some field of every form refuses. */
const WRONG = ['', '=', 'x'.repeat(5_000), '0'];

/** What differs between the addresses of things of a kind. */
const ID = String.raw`[0-9a-f-]{36}|\d{4}-\d\d|(?<=/badges/)\w+|\?.*`;

async function pageOf(t: TestContext, service: PortalService, cookie = ''): Promise<Page> {
  const context = await openContext(t, { isStill: true });
  const [name = '', value = ''] = cookie.split('=');
  if (name !== '') await context.addCookies([{ name, value, url: service.url }]);
  return openPage(context, service.url);
}

test('a form that is refused keeps what was filled in, and each error leads to its field, which it describes', {
  skip,
}, async (t) => {
  const service = await startPortal(t);
  const content = fillCompany(service, { now: service.clock.now, people: 20 });
  const owner = service.signedIn('owner');
  const page = await pageOf(t, service, owner.cookie);
  const preview = await upload(service, owner, peopleFile([['1', 'Ann']]));
  const all = new Set<string>();
  const refused = new Set<string>();
  const faults = new Set<string>();
  const paths: [Page, string][] = [...pathsOf(content), preview].map((path) => [page, path]);
  const open = await pageOf(t, service);
  paths.push([open, '/portal/sign-in'], [open, service.link()]);
  for (const [page, path] of paths) {
    await page.goto(service.url + path);
    const input = { wrong: WRONG, pattern: ID, done: [...refused] };
    for (const one of await page.evaluate<Tried[]>(`${TRY_FORMS}(${JSON.stringify(input)})`)) {
      const pattern = one.action.replace(new RegExp(ID, 'g'), ':id');
      all.add(pattern);
      if (one.faults) refused.add(pattern);
      for (const fault of one.faults ?? []) faults.add(`${pattern} ${one.what}: ${fault}`);
    }
  }
  assert.deepEqual(
    [...all].filter((pattern) => !refused.has(pattern)),
    [],
  );
  assert.deepEqual([...faults].slice(0, 20), []);
  assert.ok(refused.size > 25, [...refused].join(' '));
});
