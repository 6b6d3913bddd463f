import assert from 'node:assert/strict';
import { channel } from 'node:diagnostics_channel';
import { Server } from 'node:http';
import { type AddressInfo, connect, createServer, type Server as NetServer } from 'node:net';
import { test } from 'node:test';
import { openListener } from '../../src/cli/server/listen.ts';
import { EngagedError } from '../../src/domain/errors.ts';
import { startTestService } from '../http/harness.ts';
import { parseResponses } from '../security/http-parser.ts';

const refusal = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof EngagedError && error.code === code && message.test(error.message);

test('a port in use is rejected with its number and what to do', async (t) => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  t.after(() => holder.close());
  const { port } = holder.address() as AddressInfo;
  await assert.rejects(
    openListener({ host: '127.0.0.1', port }),
    refusal('conflict', new RegExp(`^Port ${port} is in use .* --port$`)),
  );
});

test('a port that is taken just before it is opened is refused with its number, and ends nothing', async (t) => {
  const opening = channel('tracing:net.server.listen:asyncStart');
  const holder = createServer();
  t.after(() => holder.close());
  const { port } = await openAndClose();
  /** Takes the port at the last moment. */
  const take = (message: unknown) => {
    const { server } = message as { server: NetServer };
    if (server instanceof Server) holder.listen({ port, host: '127.0.0.1' });
  };
  opening.subscribe(take);
  await assert.rejects(
    openListener({ host: '127.0.0.1', port }),
    refusal('conflict', new RegExp(`^Port ${port} is in use .* --port$`)),
  );
  opening.unsubscribe(take);
  const listener = await openListener({ host: '127.0.0.1', port: 0 });
  t.after(() => listener.close());
  assert.notEqual(listener.port, port);
});

test('a port is opened once: nothing of the search for it is ever on it', async (t) => {
  const opening = channel('tracing:net.server.listen:asyncStart');
  const { port } = await openAndClose();
  const opened: NetServer[] = [];
  const look = (message: unknown) => {
    const { server } = message as { server: NetServer };
    server.once('listening', () => {
      if ((server.address() as AddressInfo).port === port) opened.push(server);
    });
  };
  opening.subscribe(look);
  t.after(() => opening.unsubscribe(look));
  const listener = await openListener({ host: '127.0.0.1', port });
  t.after(() => listener.close());
  assert.equal(opened.length, 1);
});

/** A port that was free. */
async function openAndClose(): Promise<{ port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return { port };
}

test('an open port takes no connection before it has something to serve', async (t) => {
  for (const host of ['127.0.0.1', '::']) {
    const listener = await openListener({ host, port: 0 });
    const early = connect(listener.port, '127.0.0.1');
    early.on('error', () => {}).resume();
    early.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
    await new Promise((resolve) => early.once('close', resolve));
    assert.equal(early.bytesRead, 0);
    const service = await startTestService(t, { listener });
    assert.equal((await service.request('GET', '/healthz')).status, 200);
    await service.close();
  }
});

test('a host that this machine does not have is rejected, and never replaced by all interfaces', async () => {
  for (const host of ['192.0.2.1', 'no-such-host.invalid', '::1', 'a b', 'x/y', '127.0.0.1:80']) {
    await assert.rejects(
      openListener({ host, port: 0 }),
      refusal('validation_failed', /^--host /),
      host,
    );
  }
});

test('a port that browsers block is rejected, and never replaced by another one', async () => {
  await assert.rejects(
    openListener({ host: '127.0.0.1', port: 6666 }),
    refusal('validation_failed', /^Port 6666 .* --port$/),
  );
});

test('shutdown loses no request: pending requests are answered, and idle connections are closed', async (t) => {
  const service = await startTestService(t);
  const idle = service.connect();
  idle.send('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await idle.until(/ok"}/);
  const body = '{"employees":[{}]}';
  const running = [service.liveKey, service.testKey].map((key) => {
    const connection = service.connect();
    connection.send(
      `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\n` +
        `Content-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    return connection;
  });
  for (const connection of running) await connection.until(/100 Continue/);
  const closed = service.close();
  assert.match(await idle.closed, /200 OK/);
  await assert.rejects(service.request('GET', '/healthz'));
  for (const connection of running) connection.send(body);
  for (const connection of running) {
    assert.match(await connection.closed, /200 OK[\s\S]*Connection: close[\s\S]*"created":0/);
  }
  await closed;
});

test('shutdown waits for a connection with a partial request, but not for one that has sent nothing', async (t) => {
  const service = await startTestService(t);
  const silent = service.connect();
  const begun = service.connect();
  begun.send('GET /healthz HTTP/1.1\r\nHo');
  // What was sent before is in the service's hands once this is answered.
  await service.request('GET', '/healthz');
  const closed = service.close();
  assert.equal(await silent.closed, '');
  begun.send('st: a\r\n\r\n');
  assert.match(await begun.closed, /200 OK[\s\S]*Connection: close[\s\S]*"ok"}$/);
  await closed;
});

test('shutdown answers every pipelined request, also behind a slow one', async (t) => {
  const service = await startTestService(t);
  const body = '{"employees":[{}]}';
  const sync =
    `PUT /v1/employees/sync HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`;
  const requests = `${sync}GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n`;
  const [open, halfClosed] = [service.connect(), service.connect()];
  open.send(requests);
  await service.request('GET', '/healthz');
  halfClosed.send(requests.replace(service.liveKey, service.testKey));
  halfClosed.end();
  await service.request('GET', '/healthz');
  // The thread that writes has still to start.
  const closed = service.close();
  for (const connection of [open, halfClosed]) {
    const answers = parseResponses(await connection.closed);
    assert.deepEqual(
      answers.map(({ status, body }) => [status, JSON.parse(body).created ?? body]),
      [
        [200, 0],
        [200, '{"status":"ok"}'],
      ],
    );
  }
  await closed;
});
