import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { INVALID_PATH, LENGTH_REQUIRED, NOT_FOUND } from '../../src/http/response/problems.ts';
import { collectBody, discardBody, takeBody } from '../../src/http/server/body.ts';
import { receive } from './receive.ts';

/** Requests of whose bodies half has arrived. */
const SIZED = 'PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ';
const CHUNKED = 'PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhalf \r\n';

type Received = Awaited<ReturnType<typeof receive>>;

/** What each way to read a body finds. */
const readAll = (sized: Received, chunked: Received) =>
  Promise.all([
    collectBody(sized.exchange, 10),
    takeBody(sized.exchange, 100),
    takeBody(chunked.exchange, 100),
    discardBody(chunked.exchange),
  ]);

test('a body that is asked for after its client has left is found missing', async (t) => {
  const sized = await receive(t, SIZED);
  const chunked = await receive(t, CHUNKED);
  for (const { client, exchange } of [sized, chunked]) {
    const closed = once(exchange.res, 'close');
    client.destroy();
    await closed;
  }
  assert.deepEqual(await readAll(sized, chunked), [undefined, undefined, undefined, false]);
});

test('a body that is asked for after its request was refused is found missing', async (t) => {
  const sized = await receive(t, SIZED);
  const chunked = await receive(t, CHUNKED);
  for (const { exchange } of [sized, chunked]) {
    exchange.refuse(INVALID_PATH);
    await once(exchange.res, 'close');
  }
  assert.deepEqual(await readAll(sized, chunked), [undefined, undefined, undefined, false]);
});

test('a request that was refused in the meantime is not worked on, and is not told to continue', async (t) => {
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
