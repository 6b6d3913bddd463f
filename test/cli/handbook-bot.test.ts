import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { runEngaged } from './cli-process.ts';
import { createCommandLine } from './command-line.ts';
import { startScript } from './handbook-script.ts';

const TOKEN = 'only-for-prometheus';

/** A chat that records what is posted. */
async function startChat(t: TestContext) {
  const posted: unknown[] = [];
  let wake = () => {};
  const server = createServer(async (req, res) => {
    let body = '';
    for await (const chunk of req) body += chunk;
    posted.push(JSON.parse(body).text);
    res.end();
    wake();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const until = async (count: number) => {
    while (posted.length < count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return posted;
  };
  return { url: `http://127.0.0.1:${port}`, until };
}

test('the level-up bot of the handbook posts each level-up once, also after it was killed', async (t) => {
  const { folder, json } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'ann@acme.example', '--name', 'Ann');
  const { key } = await json<{ key: string }>(
    ...['key', 'create', '--mode', 'live', '--name', 'Bot'],
    ...['--scope', 'events:read', '--scope', 'employees:read'],
  );
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json'], {
    ENGAGED_METRICS_TOKEN: TOKEN,
  });
  const { url } = JSON.parse(await server.waitForOutput('\n}\n'));
  const headers = { authorization: `Bearer ${TOKEN}` };
  const readMetrics = async () => (await fetch(`${url}/metrics`, { headers })).text();
  const untilWaiting = async (count: number) => {
    const sample = new RegExp(`^engaged_events_waiting_requests ${count}$`, 'm');
    // A page of metrics is kept for a moment, and this one may be of the time before.
    const kept = await readMetrics();
    for (let page = kept; page === kept || !sample.test(page); ) page = await readMetrics();
  };
  const chat = await startChat(t);
  const startBot = () =>
    startScript(t, folder, 'level-ups.mjs', {
      ...{ ENGAGED_URL: url, ENGAGED_KEY: key, CHAT_URL: chat.url },
    });
  const award = (amount: number) => json('xp', 'award', 'ann@acme.example', String(amount));

  const bot = startBot();
  await untilWaiting(1);
  await award(50);
  await award(50);
  assert.deepEqual(await chat.until(1), ['Ann reached level 2']);
  // It has kept its place when it waits again.
  await untilWaiting(1);
  bot.kill('SIGKILL');
  await once(bot, 'exit');
  await untilWaiting(0);
  await award(200);
  await award(300);
  startBot();
  assert.deepEqual(await chat.until(3), [
    'Ann reached level 2',
    'Ann reached level 3',
    'Ann reached level 4',
  ]);
  server.child.kill('SIGTERM');
  assert.equal(await server.ended, 0);
});
