import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:https';
import { type AddressInfo, connect as connectPlainly, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { openListener } from '../../src/cli/server/listen.ts';
import { readTlsPair } from '../../src/cli/server/tls-files.ts';
import { EngagedError } from '../../src/domain/errors.ts';
import { startTestService } from '../http/harness.ts';
import { tempFolder } from '../store/temp-files.ts';
import { makeCertificate, NO_OPENSSL } from './certificates.ts';

const skip = NO_OPENSSL;

async function startWithTls(t: TestContext) {
  const folder = tempFolder(t);
  const files = makeCertificate(folder, 'first');
  const service = await startTestService(t, { tls: { files, checkMs: 10 } });
  const open = async (): Promise<TLSSocket> => {
    const socket = connect({ port: service.port, host: '127.0.0.1', rejectUnauthorized: false });
    socket.on('error', () => {});
    await once(socket, 'secureConnect');
    return socket;
  };
  /** The name in the certificate that a new connection gets. */
  const served = async () => {
    const socket = await open();
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  const logged = async (event: string) => {
    for (;;) {
      const line = service.log.map((text) => JSON.parse(text)).find((one) => one.event === event);
      if (line) return line;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const get = (path: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }>(
      (resolve, reject) => {
        const { port } = service;
        request(
          { host: '127.0.0.1', port, path, headers, agent: false, rejectUnauthorized: false },
          async (response) => {
            let text = '';
            for await (const chunk of response) text += chunk;
            resolve({ status: response.statusCode, headers: response.headers, text });
          },
        )
          .on('error', reject)
          .end();
      },
    );
  return { service, folder, files, open, served, logged, get };
}

test('with a certificate the service serves HTTPS, API and portal', { skip }, async (t) => {
  const { service, get } = await startWithTls(t);
  assert.equal(service.url, `https://127.0.0.1:${service.port}`);
  const people = await get('/v1/employees', { Authorization: `Bearer ${service.liveKey}` });
  assert.deepEqual([people.status, JSON.parse(people.text).data], [200, []]);
  const page = await get('/portal/sign-in', { Host: 'engaged.example.com:8443' });
  assert.equal(page.status, 200);
  assert.match(page.text, /<form/);
  assert.equal(page.headers['strict-transport-security'], 'max-age=31536000');
});

test('a certificate is served whatever its files say before it', { skip }, async (t) => {
  const files = makeCertificate(tempFolder(t), 'explained');
  for (const file of Object.values(files)) {
    writeFileSync(file, `Bag Attributes\n    friendlyName: mine\n${readFileSync(file, 'utf8')}`);
  }
  const service = await startTestService(t, { tls: { files } });
  const socket = connect({ port: service.port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  assert.equal(socket.getPeerCertificate().subject.CN, 'explained');
  socket.destroy();
});

test('a renewed certificate is served without a restart, and a broken one changes nothing', {
  skip,
}, async (t) => {
  const { service, folder, files, open, served, logged } = await startWithTls(t);
  assert.equal(await served(), 'first');
  const old = await open();
  // Half of a renewal: the key does not belong to the certificate yet.
  const second = makeCertificate(folder, 'second');
  copyFileSync(second.cert, files.cert);
  assert.deepEqual((await logged('certificate_not_loaded')).problem, MISMATCH);
  assert.equal(await served(), 'first');
  copyFileSync(second.key, files.key);
  await logged('certificate_loaded');
  assert.equal(await served(), 'second');
  // A connection goes on with the certificate that it began with.
  old.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  const [answer] = await once(old, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 /);
  // Links that are replaced, as certbot and Kubernetes do it.
  const third = makeCertificate(folder, 'third');
  service.log.length = 0;
  for (const name of ['cert', 'key'] as const) {
    symlinkSync(third[name], `${files[name]}.new`);
    renameSync(`${files[name]}.new`, files[name]);
  }
  await logged('certificate_loaded');
  assert.equal(await served(), 'third');
  service.log.length = 0;
  rmSync(files.cert);
  const { problem } = await logged('certificate_not_loaded');
  assert.equal(problem, 'The file of tls-cert cannot be read (ENOENT)');
  assert.equal(await served(), 'third');
});

test('what is no TLS, or never becomes it, is closed, and neither delays a shutdown', {
  skip,
}, async (t) => {
  const { service, get, open } = await startWithTls(t);
  const plain = connectPlainly(service.port, '127.0.0.1');
  plain.on('error', () => {});
  plain.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  plain.resume();
  await once(plain, 'close');
  const silent = connectPlainly(service.port, '127.0.0.1');
  silent.on('error', () => {});
  await once(silent, 'connect');
  const idle = await open();
  assert.equal((await get('/healthz')).status, 200);
  const closed = [once(silent, 'close'), once(idle, 'close')];
  idle.resume();
  silent.resume();
  await service.close();
  await Promise.all(closed);
});

test('connections over TLS count for their address until they close', { skip }, async (t) => {
  const folder = tempFolder(t);
  const tls = { files: makeCertificate(folder, 'first') };
  const limits = { total: 100, perAddress: 2 };
  const service = await startTestService(t, { tls, limits });
  const read = `GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nGET /v1/events?wait=25 HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.liveKey}\r\n\r\n`;
  /** A connection with a read that waits for an event; undefined where it is refused. */
  const open = () =>
    new Promise<TLSSocket | undefined>((resolve) => {
      const { port } = service;
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.on('error', () => {});
      socket.once('data', () => resolve(socket));
      socket.once('close', () => resolve(undefined));
      socket.write(read);
    });
  const [one, two] = [await open(), await open()];
  assert.ok(one && two);
  assert.equal(await open(), undefined);
  one.destroy();
  // The service notices the end a little later than the client.
  let three = await open();
  while (!three) three = await open();
  assert.equal(await open(), undefined);
  for (const socket of [two, three]) socket.destroy();
});

test('a client over TLS that closes its own direction still gets its response', {
  skip,
}, async (t) => {
  const { service, files } = await startWithTls(t);
  assert.ok(files);
  const { port } = service;
  const options = { port, host: '127.0.0.1', rejectUnauthorized: false, allowHalfOpen: true };
  for (const maxVersion of ['TLSv1.2', 'TLSv1.3'] as const) {
    const socket = connect({ ...options, maxVersion });
    socket.end('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    assert.match(await readAll(socket), /^HTTP\/1\.1 200 /);
  }
});

test('a client that begins handshakes again and again on a connection is disconnected', {
  skip,
}, async (t) => {
  const { service, get } = await startWithTls(t);
  const options = { port: service.port, host: '127.0.0.1', rejectUnauthorized: false };
  const socket = connect({ ...options, maxVersion: 'TLSv1.2' });
  socket.on('error', () => {});
  await once(socket, 'secureConnect');
  const ended = closed(socket.resume());
  const begin = () => {
    socket.renegotiate({ rejectUnauthorized: false }, (error) => error || begin());
  };
  begin();
  await ended;
  assert.equal((await get('/healthz')).status, 200);
});

test('handshakes are limited for each address like its requests, and others are served meanwhile', {
  skip,
}, async (t) => {
  const tls = { files: makeCertificate(tempFolder(t), 'first') };
  const service = await startTestService(t, { tls, ipLimit: 20 });
  const hello = await clientHello();
  /** Whether a handshake was answered. */
  const begin = (from: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connectPlainly({ port: service.port, host: '127.0.0.1', localAddress: from });
      socket.on('error', () => {});
      socket.once('data', () => {
        resolve(true);
        socket.destroy();
      });
      socket.once('close', () => resolve(false));
      socket.write(hello);
    });
  const answered = await Promise.all(Array.from({ length: 50 }, () => begin('127.0.0.2')));
  assert.equal(answered.filter(Boolean).length, 20);
  assert.equal(await begin('127.0.0.2'), false);
  assert.equal((await service.request('GET', '/healthz')).status, 200);
});

/** Handshakes that clients leave unfinished, or never begin properly. */
const UNFINISHED: Record<string, (socket: Socket, hello: Buffer) => void> = {
  'sends nothing': () => {},
  'sends nothing more and closes its direction': (socket) => socket.end(),
  'sends half of its hello': (socket, hello) => socket.write(hello.subarray(0, 100)),
  'sends its hello and nothing more': (socket, hello) => socket.write(hello),
  'sends its hello and closes its direction': (socket, hello) => socket.end(hello),
  'sends its hello and resets': (socket, hello) => {
    socket.write(hello);
    socket.once('data', () => socket.resetAndDestroy());
  },
  'resets at once': (socket) => socket.resetAndDestroy(),
  'sends its hello twice': (socket, hello) => socket.write(Buffer.concat([hello, hello])),
  'sends its hello byte by byte': (socket, hello) => {
    const bytes = hello.values();
    const timer = setInterval(() => {
      const { value, done } = bytes.next();
      if (done || socket.destroyed) clearInterval(timer);
      else socket.write(Buffer.from([value]));
    }, 25);
  },
  'sends HTTP': (socket) => socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'),
  'sends records that hold nothing': (socket) =>
    socket.write(Buffer.from('1603010000', 'hex').toString('latin1').repeat(20_000), 'latin1'),
  'sends a record longer than there are': (socket) =>
    socket.write(Buffer.concat([Buffer.from('160301ffff', 'hex'), Buffer.alloc(65_535, 1)])),
  'announces a hello of 16 MB': (socket) => {
    const record = Buffer.concat([Buffer.from('1603014000', 'hex'), Buffer.alloc(16_384, 1)]);
    record.set([1, 255, 255, 255], 5);
    for (let at = 0; at < 100; at++) socket.write(record);
  },
};

test('handshakes that never end are closed in time, leave nothing behind, and keep nobody waiting', {
  skip,
}, async (t) => {
  const timeouts = { headers: 300, request: 600, answer: 500, keepAlive: 5_000, check: 50 };
  const tls = { files: makeCertificate(tempFolder(t), 'first') };
  const limits = { total: 1_000, perAddress: 4 };
  const service = await startTestService(t, { tls, timeouts, limits });
  const hello = await clientHello();
  for (const [what, act] of Object.entries(UNFINISHED)) {
    const sockets = Array.from({ length: 4 }, () =>
      connectPlainly({ port: service.port, host: '127.0.0.1', localAddress: '127.0.0.2' }),
    );
    for (const socket of sockets) {
      socket.on('error', () => {});
      socket.resume().once('connect', () => act(socket, hello));
    }
    const ended = Promise.all(sockets.map(closed));
    assert.equal((await service.request('GET', '/healthz')).status, 200, what);
    await ended;
    // Their places are free again, a little later than the clients see it.
    for (;;) {
      const connection = service.connect('127.0.0.2');
      connection.send('GET /healthz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
      if (/^HTTP\/1\.1 200 /.test(await connection.closed)) break;
    }
  }
  assert.deepEqual(
    service.log.filter((line) => /"level":"error"/.test(line)),
    [],
  );
});

/** What a client sends first. */
async function clientHello(): Promise<Buffer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  client.on('error', () => {});
  const [socket]: Socket[] = await once(server, 'connection');
  assert.ok(socket);
  const [hello] = await once(socket, 'data');
  for (const one of [client, socket]) one.destroy();
  server.close();
  return hello;
}

/** Resolves when a socket is closed, with an error or without. */
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });

async function readAll(socket: TLSSocket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

const MISMATCH = 'The key of tls-key does not belong to the certificate of tls-cert';

test('files that cannot be used are refused with their setting, and not with what they hold', {
  skip,
}, async (t) => {
  const folder = tempFolder(t);
  const good = makeCertificate(folder, 'good');
  const other = makeCertificate(folder, 'other');
  const text = join(folder, 'text');
  writeFileSync(text, 'plums');
  const chain = join(folder, 'chain');
  writeFileSync(
    chain,
    `${readFileSync(good.cert, 'utf8')}-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n`,
  );
  for (const [files, message] of [
    [{ ...good, cert: join(folder, 'x') }, 'The file of tls-cert cannot be read (ENOENT)'],
    [{ ...good, key: folder }, 'The file of tls-key cannot be read (EISDIR)'],
    [{ ...good, cert: text }, 'tls-cert must name a file with a certificate in PEM'],
    [{ ...good, cert: good.key }, 'tls-cert must name a file with a certificate in PEM'],
    [
      { ...good, key: text },
      'tls-key must name a file with a private key in PEM, without a passphrase',
    ],
    [{ ...good, key: other.key }, MISMATCH],
    [{ ...good, cert: chain }, 'The certificates of tls-cert are damaged, or their keys too weak'],
  ] as const) {
    await assert.rejects(
      openListener({ host: '127.0.0.1', port: 0, tls: { files } }),
      new EngagedError('validation_failed', message),
    );
  }
  assert.deepEqual(readTlsPair(good), {
    cert: readFileSync(good.cert, 'utf8'),
    key: readFileSync(good.key, 'utf8'),
  });
});

test('when it is told to, the service reads its files at once', { skip }, async (t) => {
  const folder = tempFolder(t);
  const files = makeCertificate(folder, 'first');
  const opened = await openListener({
    ...{ host: '127.0.0.1', port: 0 },
    tls: { files, checkMs: 3_600_000 },
  });
  let reload = () => {};
  const serve: typeof opened.serve = (api) => {
    const listening = opened.serve(api);
    reload = listening.reload;
    return listening;
  };
  const service = await startTestService(t, { listener: { ...opened, serve }, tls: { files } });
  const served = async () => {
    const options = { port: service.port, host: '127.0.0.1', rejectUnauthorized: false };
    const socket = connect(options);
    await once(socket, 'secureConnect');
    const { subject } = socket.getPeerCertificate();
    socket.destroy();
    return subject.CN;
  };
  const second = makeCertificate(folder, 'second');
  assert.equal(await served(), 'first');
  renameSync(second.cert, files.cert);
  renameSync(second.key, files.key);
  assert.equal(await served(), 'first');
  reload();
  assert.equal(await served(), 'second');
});
