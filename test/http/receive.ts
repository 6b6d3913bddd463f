import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { Exchange } from '../../src/http/server/exchange.ts';
import { Outbox } from '../../src/http/server/outbox.ts';

/** Sends the bytes of a request to a server that leaves its response to the test. */
export async function receive(
  t: TestContext,
  request: string,
  isWaiting = false,
): Promise<{ client: Socket; exchange: Exchange }> {
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
    basePath: '',
    outbox: new Outbox(),
    isAllowed: () => Promise.resolve(true),
    recordResponse: () => {},
    recordAbandoned: () => {},
  };
  const arrival = { requestId: 'id', now: 0, isWaiting, flaw: undefined };
  return { client, exchange: new Exchange(req, res, host, arrival) };
}
