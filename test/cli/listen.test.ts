import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { listenOn } from '../../src/cli/listen.ts';
import { EngagedError } from '../../src/domain/errors.ts';
import { startTestService } from '../http/harness.ts';

// None of these gets as far as a request.
const noApi = {} as Parameters<typeof listenOn>[0]['api'];

const refusal = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof EngagedError && error.code === code && message.test(error.message);

test('a busy port is refused by its number, with what to do', async (t) => {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  t.after(() => holder.close());
  const { port } = holder.address() as AddressInfo;
  await assert.rejects(
    listenOn({ host: '127.0.0.1', port, api: noApi }),
    refusal('conflict', new RegExp(`^Port ${port} is in use .* --port$`)),
  );
});

test('a host that this machine does not have is refused, and never becomes every interface', async () => {
  for (const host of ['192.0.2.1', 'no-such-host.invalid', '::1', 'a b', 'x/y', '127.0.0.1:80']) {
    await assert.rejects(
      listenOn({ host, port: 0, api: noApi }),
      refusal('validation_failed', /^--host /),
      host,
    );
  }
});

test('a port that browsers refuse is refused, and never becomes another one', async () => {
  await assert.rejects(
    listenOn({ host: '127.0.0.1', port: 6666, api: noApi }),
    refusal('validation_failed', /^Port 6666 .* --port$/),
  );
});

test('shutting down loses no request: what is under way is answered, idle connections are closed', async (t) => {
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
