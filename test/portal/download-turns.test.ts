import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Exchange } from '../../src/http/exchange.ts';
import { Outbox } from '../../src/http/outbox.ts';
import { Turns } from '../../src/http/turns.ts';
import { sendFile } from '../../src/portal/request/downloads.ts';

test('other requests have a turn between two chunks of a file, however fast it is read', async (t) => {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const outbox = new Outbox();
  const host = {
    isClosing: false,
    ...{ outbox, turns: new Turns(outbox) },
    isAllowed: () => Promise.resolve(true),
    recordResponse: () => {},
  };
  const exchange = new Exchange(req, res, host, { requestId: 'id', now: 0, isWaiting: false });
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
  const [[response]] = await Promise.all([
    once(client, 'response') as Promise<[IncomingMessage]>,
    sendFile(exchange, { file: 'a.csv', chunks }, 'text/csv'),
  ]);
  await once(response.resume(), 'end');
  assert.equal(new Set(madeIn).size, 20);
});
