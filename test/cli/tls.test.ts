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
import { connect as connectPlainly } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { connect, type TLSSocket } from 'node:tls';
import { listenOn } from '../../src/cli/listen.ts';
import { readTlsPair } from '../../src/cli/tls-files.ts';
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
  /** A connection; undefined where it is refused. */
  const open = () =>
    new Promise<TLSSocket | undefined>((resolve) => {
      const { port } = service;
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
      socket.on('error', () => {});
      socket.once('secureConnect', () => resolve(socket));
      socket.once('close', () => resolve(undefined));
    });
  const [one, two] = [await open(), await open()];
  assert.ok(one && two);
  assert.equal(await open(), undefined);
  one.end();
  // The service notices the end a little later than the client.
  let three = await open();
  while (!three) three = await open();
  assert.equal(await open(), undefined);
});

const MISMATCH = 'The key of tls-key does not belong to the certificate of tls-cert';

test('files that cannot be used are refused with their setting, and not with what they hold', {
  skip,
}, async (t) => {
  const folder = tempFolder(t);
  const good = makeCertificate(folder, 'good');
  const other = makeCertificate(folder, 'other');
  const text = join(folder, 'text');
  writeFileSync(text, 'plums');
  const noApi = {} as Parameters<typeof listenOn>[0]['api'];
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
  ] as const) {
    await assert.rejects(
      listenOn({ host: '127.0.0.1', port: 0, api: noApi, tls: { files } }),
      new EngagedError('validation_failed', message),
    );
  }
  assert.deepEqual(readTlsPair(good), {
    cert: readFileSync(good.cert, 'utf8'),
    key: readFileSync(good.key, 'utf8'),
  });
});
