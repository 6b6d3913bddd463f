import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { collectBody, discardBody, takeBody } from '../../src/http/body.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { Outbox } from '../../src/http/outbox.ts';
import { INVALID_PATH } from '../../src/http/problems.ts';
import { Turns } from '../../src/http/turns.ts';

const SIZED = 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ';
const CHUNKED = 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf \r\n';

/** A request whose body is half arrived. */
async function receive(t: TestContext, request: string) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => client.destroy());
  client.on('error', () => {}).resume();
  client.write(request);
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const outbox = new Outbox();
  const host = {
    isClosing: false,
    ...{ outbox, turns: new Turns(outbox) },
    isAllowed: () => Promise.resolve(true),
    recordResponse: () => {},
  };
  const arrival = { requestId: 'id', now: 0, isWaiting: false };
  return { client, exchange: new Exchange(req, res, host, arrival) };
}

test('a body that is asked for after its client has left is found missing', async (t) => {
  const sized = await receive(t, SIZED);
  const chunked = await receive(t, CHUNKED);
  for (const { client, exchange } of [sized, chunked]) {
    const closed = once(exchange.res, 'close');
    client.destroy();
    await closed;
  }
  assert.deepEqual(
    await Promise.all([
      collectBody(sized.exchange, 10),
      takeBody(sized.exchange, 100),
      takeBody(chunked.exchange, 100),
      discardBody(chunked.exchange),
    ]),
    [undefined, undefined, undefined, false],
  );
});

test('a body that is asked for after its request was refused is found missing', async (t) => {
  const sized = await receive(t, SIZED);
  const chunked = await receive(t, CHUNKED);
  for (const { exchange } of [sized, chunked]) {
    exchange.refuse(INVALID_PATH);
    await once(exchange.res, 'close');
  }
  assert.deepEqual(
    await Promise.all([
      collectBody(sized.exchange, 10),
      takeBody(sized.exchange, 100),
      takeBody(chunked.exchange, 100),
      discardBody(chunked.exchange),
    ]),
    [undefined, undefined, undefined, false],
  );
});
