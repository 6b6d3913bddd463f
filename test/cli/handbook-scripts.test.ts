import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { startScript } from './handbook-script.ts';

const ANN = 'ann@acme.example';

/** A service with one employee, and a key for a script. */
async function startService(t: TestContext, scopes: readonly string[]) {
  const { folder, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', ANN, '--name', 'Ann');
  const { key } = await json<{ key: string }>(
    ...['key', 'create', '--mode', 'live', '--name', 'Script'],
    ...scopes.flatMap((scope) => ['--scope', scope]),
  );
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json']);
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const start = (name: string, env: Record<string, string> = {}) =>
    startScript(t, folder, name, { ENGAGED_URL: url, ENGAGED_KEY: key, ...env });
  return { json, start };
}

test('the course report of the handbook awards each course once, however often it is sent', async (t) => {
  const { json, start } = await startService(t, ['xp:write']);
  const report = [
    { id: 7, email: ANN, title: 'First aid' },
    { id: 8, email: ANN, title: 'Fire safety' },
  ];
  const send = async (courses: readonly object[]) => {
    const script = start('course-awards.mjs');
    script.stdin.end(courses.map((course) => `${JSON.stringify(course)}\n`).join(''));
    return text(script.stdout);
  };
  assert.equal(await send(report), '2 awarded, 0 known\n');
  assert.equal(await send([...report, { ...report[0], id: 9 }]), '1 awarded, 2 known\n');
  assert.equal((await json<{ xp: number }>('employee', 'show', ANN)).xp, 120);
});

test('the shop page of the handbook shows the shop and takes an order once', async (t) => {
  const { json, start } = await startService(t, ['shop:read', 'shop:redeem']);
  const { id } = await json<{ id: string }>(
    ...['shop', 'add', '--name', 'Mug <blue>', '--category', 'merch', '--price', '80'],
    ...['--description', 'Holds coffee', '--image-url', 'https://acme.example/mug.png'],
  );
  await json('coins', 'grant', ANN, '100');
  const page = start('shop.mjs', { PORT: '0' });
  const [printed] = await once(page.stdout, 'data');
  const url = String(printed).trim();
  const headers = { 'x-intranet-email': ANN };
  const shop = await (await fetch(url, { headers })).text();
  const [, onceKey = ''] = /name="once" value="([^"]+)"/.exec(shop) ?? [];
  const item = `<p><button name="item" value="${id}" >Mug &#60;blue&#62;: 80 coins</button></p>`;
  assert.equal(
    shop,
    `<form method="post"><input type="hidden" name="once" value="${onceKey}">${item}</form>`,
  );
  const order = async (key: string) => {
    const body = new URLSearchParams({ once: key, item: id });
    const response = await fetch(url, { method: 'POST', headers, body });
    return [response.status, await response.text()];
  };
  const ordered = [200, '<p>You ordered Mug &#60;blue&#62;. You have 20 coins left.</p>'];
  assert.deepEqual([await order(onceKey), await order(onceKey)], [ordered, ordered]);
  assert.equal((await order('another'))[0], 409);
  const { data } = await json<{ data: unknown[] }>('shop', 'redemptions', 'list');
  assert.equal(data.length, 1);
});
