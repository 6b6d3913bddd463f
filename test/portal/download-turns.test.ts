import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { sendFile } from '../../src/portal/request/downloads.ts';
import { receive } from '../http/receive.ts';

test('other requests have a turn between two chunks of a file, however fast it is read', async (t) => {
  const { client, exchange } = await receive(
    t,
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  );
  let turn = 0;
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  t.after(() => clearImmediate(counting));
  const madeIn: number[] = [];
  const chunks = (async function* () {
    for (let i = 0; i < 20; i++) {
      madeIn.push(turn);
      yield 'x'.repeat(1_000);
    }
  })();
  await Promise.all([
    once(client, 'end'),
    sendFile(exchange, { file: 'a.csv', chunks }, 'text/csv'),
  ]);
  assert.equal(new Set(madeIn).size, 20);
});
