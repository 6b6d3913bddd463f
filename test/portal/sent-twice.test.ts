import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Html } from '../../src/http/response/html.ts';
import { DoneMessages, Repeats } from '../../src/portal/request/form-results.ts';
import { listDecisions } from '../../src/service/audit/audit.ts';
import { codeOf, readSetUp, recoveryCodesIn } from './authenticator.ts';
import { formsOf } from './forms.ts';
import { type Browser, type PortalService, startPortal } from './portal-service.ts';

/** Forms that make something, with what somebody writes into them. */
const MAKING: readonly [page: string, action: string, fields: Record<string, string>][] = [
  ['/portal/keys/new', 'key.create', { name: 'intranet', scope: 'employees:read' }],
  ['/portal/walls', 'wall.create', { title: 'Lobby' }],
  ['/portal/webhooks/new', 'webhook.create', { url: 'https://hooks.acme.example/x' }],
  ['/portal/departments', 'department.create', { name: 'Sales' }],
  ['/portal/accounts', 'portal.link', { email: 'new@acme.example', role: 'viewer' }],
  [
    '/portal/define-badge',
    'badge.define',
    { code: 'cup', name: 'Cup', category: 'skill', rarity: 'rare' },
  ],
  [
    '/portal/shop/add',
    'shop.add',
    {
      ...{ name: 'Mug', description: 'A mug', category: 'merch', coin_price: '5' },
      image_url: 'https://acme.example/mug.png',
    },
  ],
  [
    '/portal/contests/new',
    'contest.create',
    { name: 'Sprint', first_day: '2026-12-01', last_day: '2026-12-24' },
  ],
];

const countOf = ({ db, companyId }: PortalService, action: string): number =>
  listDecisions(db, companyId, { count: 100 }).filter((one) => one.action === action).length;

/** Fills the form of a page that makes something. */
async function filled(browser: Browser, page: string, fields: Record<string, string>) {
  const forms = formsOf((await browser.get(page)).text);
  const names = Object.keys(fields);
  const form = forms.find((one) => names.every((name) => one.fields.some(([has]) => has === name)));
  assert.ok(form, page);
  return { action: form.action, fields: { ...Object.fromEntries(form.fields), ...fields } };
}

test('a form that is sent twice makes one thing, and both answers show it', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  for (const [page, action, fields] of MAKING) {
    const before = countOf(service, action);
    const form = await filled(owner, page, fields);
    const sent = await Promise.all([1, 2].map(() => owner.post(form.action, form.fields)));
    const later = await owner.post(form.action, form.fields);
    const shown = [];
    for (const { status, headers, text } of [...sent, later]) {
      assert.equal(status, 303, `${page} ${text}`);
      shown.push(
        /<div class="note ok".*?<\/div><\/div>/s.exec(
          (await owner.get(headers.location ?? '')).text,
        )?.[0],
      );
    }
    assert.ok(shown[0], page);
    assert.deepEqual(shown, [shown[0], shown[0], shown[0]], page);
    assert.equal(countOf(service, action), before + 1, page);
  }
});

test('a form of another page, session or content is not the same, and a refused one may be sent again', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const other = service.signedIn('owner', { email: 'other@acme.example' });
  const before = countOf(service, 'key.create');
  const create = async (browser: Browser, fields: Record<string, string>) =>
    (await browser.post('/portal/keys/new', fields)).status;
  const { fields } = await filled(owner, '/portal/keys/new', {
    name: 'a',
    scope: 'employees:read',
  });
  assert.equal(await create(owner, { ...fields, scope: '' }), 400);
  assert.equal(await create(owner, fields), 303);
  assert.equal(await create(other, fields), 303);
  assert.equal(await create(owner, { ...fields, name: 'b' }), 303);
  const again = await filled(owner, '/portal/keys/new', { name: 'a', scope: 'employees:read' });
  assert.equal(await create(owner, again.fields), 303);
  assert.equal(countOf(service, 'key.create'), before + 4);
});

test('recovery codes are shown also to a browser that sends the form twice', async (t) => {
  const service = await startPortal(t);
  const owner = service.signedIn('owner');
  const { page, secret } = await readSetUp(owner);
  const [form] = formsOf(page.text).filter(({ action }) => action.endsWith('/on'));
  const code = codeOf(secret, service.clock.now);
  const fields = { ...Object.fromEntries(form?.fields ?? []), code };
  const answers = await Promise.all([1, 2].map(() => owner.post(form?.action ?? '', fields)));
  for (const { status, headers } of answers) {
    assert.equal(status, 303);
    const { text } = await owner.get(headers.location ?? '');
    assert.equal(recoveryCodesIn(text).length, 10);
  }
});

test('long messages are kept in bounded memory: the oldest make room', async () => {
  const message = new Html('x'.repeat(1_000_000));
  const [repeats, messages] = [new Repeats(), new DoneMessages()];
  let done = 0;
  const submit = (id: number) => {
    const form = new URLSearchParams({ 'form-id': String(id) });
    return repeats.submit({ session: 'a', path: '/portal/invitations', form }, async () => {
      done++;
      return { done: message };
    });
  };
  const ids = Array.from({ length: 100 }, (_, id) => id);
  const kept = ids.map(() => messages.keep('token', message));
  await Promise.all(ids.map(submit));
  await Promise.all([submit(99), submit(99)]);
  assert.equal(done, 100);
  for (const id of ids) await submit(id);
  assert.equal(done, 200);
  assert.equal(kept.filter((id) => messages.take('token', id)).length, 16);
});
