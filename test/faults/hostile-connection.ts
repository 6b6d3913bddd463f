import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** The actions of one client on one connection. */
export type Script = {
  /** Sent in order, each after a pause in milliseconds. */
  packets: { bytes: Buffer; pause: number }[];
  reads: 'everything' | 'a little' | 'nothing';
  ends: 'waits' | 'half-closes' | 'leaves' | 'resets';
  /** The client disconnects after this many milliseconds, even if it still waits. */
  lifetime: number;
};

/** The result of a script. */
export type Outcome = {
  received: string;
  /** Who ended the connection: the server, gracefully or with a reset, or the client. */
  endedBy: 'server' | 'reset' | 'client';
};

type Random = () => number;

const HOST = 'Host: a\r\n';
const SYNC_BODY = '{"employees":[{}]}';
const WITH_BODY = `Content-Length: ${SYNC_BODY.length}\r\n`;
const CHUNKED = 'Transfer-Encoding: chunked\r\n';

const pick = <T>(random: Random, values: readonly T[]): T => {
  const found = values[Math.floor(random() * values.length)];
  if (found === undefined) throw new Error('no values to pick from');
  return found;
};

const upTo = (random: Random, most: number): number => Math.floor(random() * (most + 1));

const randomBytes = (random: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => upTo(random, 255)));

/** Valid requests. */
const VALID: readonly ((key: string) => string)[] = [
  () => `GET /healthz HTTP/1.1\r\n${HOST}\r\n`,
  () => `GET /nothing HTTP/1.1\r\n${HOST}\r\n`,
  (key) => `GET /v1/status HTTP/1.1\r\n${HOST}${key}\r\n`,
  (key) => `GET /v1/employees?limit=100 HTTP/1.1\r\n${HOST}${key}\r\n`,
  (key) => `GET /v1/leaderboard HTTP/1.1\r\n${HOST}${key}\r\n`,
  (key) => `GET /v1/status HTTP/1.1\r\n${HOST}${key}Content-Length: 5\r\n\r\nhello`,
  (key) => `GET /v1/status HTTP/1.1\r\n${HOST}${key}${CHUNKED}\r\n5\r\nhello\r\n0\r\n\r\n`,
  (key) => `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}${WITH_BODY}\r\n${SYNC_BODY}`,
  (key) =>
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}${WITH_BODY}Expect: 100-continue\r\n\r\n${SYNC_BODY}`,
  () =>
    `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  () =>
    `GET /healthz HTTP/1.1\r\n${HOST}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAA\r\n\r\n`,
  (key) =>
    `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}${WITH_BODY}Connection: Upgrade\r\nUpgrade: x\r\n\r\n${SYNC_BODY}`,
];

const LONG_RESPONSES = ['/docs', '/openapi.json'].map(
  (path) => `GET ${path} HTTP/1.1\r\n${HOST}\r\n`,
);

/** Malformed requests, and requests that end the connection. */
const MALFORMED: readonly ((random: Random, key: string) => string)[] = [
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}\r\n`,
  (random) => `CONNECT x:80 HTTP/1.1\r\n${HOST}\r\n${randomBytes(random, upTo(random, 3_000))}`,
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}Content-Length: 5\r\n\r\nhello`,
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}Content-Length: 50000\r\n\r\nhello`,
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}${CHUNKED}\r\n5\r\nhello\r\n0\r\n\r\n`,
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}Expect: 100-continue\r\n\r\n`,
  () => `CONNECT x:80 HTTP/1.1\r\n${HOST}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n`,
  () => 'CONNECT / HTTP/1.0\r\n\r\n',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00',
  (random) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${randomBytes(random, 500)}`,
  (random) => randomBytes(random, 1 + upTo(random, 2_000)),
  (_, key) => `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}${CHUNKED}\r\nzz\r\n`,
  (_, key) => `GET /v1/status HTTP/1.1\r\n${HOST}${key}${CHUNKED}\r\nzz\r\n`,
  (_, key) => `PUT /v1/employees/sync HTTP/1.1\r\n${HOST}${key}Content-Length: 99999999\r\n\r\n{`,
  () => `GET /healthz HTTP/1.1\r\n${HOST}A: ${'x'.repeat(20_000)}\r\n\r\n`,
  () => `GET /healthz HTTP/1.1\r\n${HOST}Expect: rain\r\n\r\n`,
  () => `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`,
  () => 'GET /healthz HTTP/1.0\r\n\r\n',
  () => 'GET /healthz HTTP/1.1\r\n\r\n',
];

/** Below the limit of pending requests per connection. */
const MAX_REQUESTS = 90;

function bytesOf(random: Random, key: string): Buffer {
  const header = `Authorization: Bearer ${key}\r\n`;
  const parts: string[] = [];
  if (random() < 0.05) {
    parts.push(
      pick(random, LONG_RESPONSES).repeat(1 + upTo(random, random() < 0.2 ? MAX_REQUESTS - 12 : 5)),
    );
  }
  for (let more = upTo(random, 5); more > 0; more--) parts.push(pick(random, VALID)(header));
  if (random() < 0.6) parts.push(pick(random, MALFORMED)(random, header));
  if (random() < 0.3) parts.push(pick(random, VALID)(header));
  let bytes = Buffer.from(parts.join(''), 'latin1');
  if (random() < 0.25) bytes = bytes.subarray(0, upTo(random, bytes.length));
  if (random() < 0.1 && bytes.length > 0) {
    bytes[upTo(random, bytes.length - 1)] = upTo(random, 255);
  }
  return bytes;
}

/** Long enough for the service to end a connection. */
const LONG_ENOUGH = 500;
const SHORT = 30;

/** A random client. */
export function createScript(random: Random, key: string): Script {
  let rest = bytesOf(random, key);
  const packets: Script['packets'] = [];
  for (let cuts = random() < 0.5 ? 0 : upTo(random, 4); cuts > 0; cuts--) {
    const cut = upTo(random, rest.length);
    packets.push({ bytes: rest.subarray(0, cut), pause: upTo(random, 3) });
    rest = rest.subarray(cut);
  }
  packets.push({ bytes: rest, pause: 0 });
  const reads = pick(random, ['everything', 'everything', 'a little', 'nothing'] as const);
  const ends = pick(random, ['waits', 'half-closes', 'leaves', 'resets'] as const);
  const isListening = reads === 'everything' && (ends === 'waits' || ends === 'half-closes');
  return { packets, reads, ends, lifetime: isListening ? LONG_ENOUGH : upTo(random, SHORT) };
}

/**
 * Runs a script.
 *
 * @param from a local address
 * @param until disconnects when this is aborted, instead of after the lifetime
 */
export async function runScript(
  script: Script,
  { port, from, until }: { port: number; from: string; until?: AbortSignal },
): Promise<Outcome> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, allowHalfOpen: true });
  const received: Buffer[] = [];
  let endedBy: Outcome['endedBy'] = 'client';
  socket.on('error', () => {
    endedBy = 'reset';
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  if (script.reads === 'everything') {
    socket.on('data', (chunk) => received.push(chunk));
    socket.on('end', () => {
      endedBy = 'server';
      socket.end();
    });
  } else {
    socket.pause();
    if (script.reads === 'a little') socket.read(1_000);
  }
  for (const { bytes, pause } of script.packets) {
    if (pause > 0) await sleep(pause);
    if (socket.destroyed) break;
    if (bytes.length > 0) socket.write(bytes);
  }
  if (script.ends === 'half-closes') socket.end();
  const isOver = until ? once(until, 'abort') : sleep(script.lifetime, undefined, { ref: false });
  await Promise.race([closed, isOver]);
  if (script.ends === 'resets') socket.resetAndDestroy();
  else socket.destroy();
  await closed;
  return { received: Buffer.concat(received).toString('latin1'), endedBy };
}
