import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { collectBody, discardBody, takeBody } from '../../src/http/body.ts';
import { Exchange } from '../../src/http/exchange.ts';
import { Outbox } from '../../src/http/outbox.ts';
import { INVALID_PATH, LENGTH_REQUIRED, NOT_FOUND } from '../../src/http/problems.ts';

const SIZED = 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ';
const CHUNKED = 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf \r\n';

/** A request whose body is half arrived. */
async function receive(t: TestContext, request: string, isWaiting = false) {
  const server = createServer().listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => client.destroy());
  client.on('error', () => {}).resume();
  client.write(request);
  const [req, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const host = {
    isClosing: false,
    outbox: new Outbox(),
    isAllowed: () => Promise.resolve(true),
    recordResponse: () => {},
  };
  const arrival = { requestId: 'id', now: 0, isWaiting };
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

test('a request that was refused meanwhile is not worked on, and is not told to continue', async (t) => {
  const { client, exchange } = await receive(t, SIZED, true);
  let received = '';
  client.setEncoding('latin1').on('data', (text) => {
    received += text;
  });
  exchange.refuse(INVALID_PATH);
  exchange.continue();
  assert.equal(await discardBody(exchange), false);
  await once(exchange.res, 'close');
  client.end();
  await once(client, 'close');
  assert.match(received, /^HTTP\/1\.1 400 /);
});

test('a request is refused for what is wrong with its body once that is read, and may be refused for something else before', async (t) => {
  const read = await receive(t, CHUNKED);
  const reading = takeBody(read.exchange, 100);
  const unread = await receive(t, CHUNKED);
  const refused = await receive(t, CHUNKED);
  for (const { exchange } of [read, unread, refused]) exchange.refuseBody(NOT_FOUND);
  refused.exchange.refuse(LENGTH_REQUIRED);
  const statuses = () => [read, unread, refused].map(({ exchange }) => exchange.status);
  assert.deepEqual(statuses(), [404, 0, 411]);
  assert.deepEqual(
    await Promise.all([reading, takeBody(unread.exchange, 100), takeBody(refused.exchange, 100)]),
    [undefined, undefined, undefined],
  );
  assert.deepEqual(statuses(), [404, 404, 411]);
});
