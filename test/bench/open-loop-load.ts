// A steady load: `node open-loop-load.ts PORT LINES RATE SECONDS` prints [{at, ms}, …] as JSON. A line is a path and a
// key, or a cookie.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';

const [port, file = '', rate, seconds] = process.argv.slice(2);
const lines = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split(' '));
/** The service has 256 connections for one address, which other load uses too. What waits for one counts as waiting. */
const CONNECTIONS = 128;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, maxFreeSockets: CONNECTIONS });
const interval = 1_000 / Number(rate);
const total = Math.floor(Number(rate) * Number(seconds));
const samples: { at: number; ms: number }[] = [];
const began = performance.now();
let sent = 0;
let completed = 0;

function fail(reason: string): never {
  console.error(reason);
  process.exit(1);
}

function send(): void {
  const [path, key = ''] = lines[sent % lines.length] ?? [];
  const headers = key.includes('=') ? { cookie: key } : { authorization: `Bearer ${key}` };
  const at = performance.now();
  sent++;
  const outgoing = request({ host: '127.0.0.1', port, path, agent, headers }, (response) => {
    if (response.statusCode !== 200) fail(`${response.statusCode} for ${path}`);
    response.resume();
    response.once('end', () => {
      samples.push({ at: performance.timeOrigin + at, ms: performance.now() - at });
      if (++completed === total) finish();
    });
  });
  outgoing.once('error', (error) => fail(String(error)));
  outgoing.end();
}

// Every request that is due is sent, even if late. Its time counts from when it was sent, so that a delay of
// this process is not attributed to the server.
function tick(): void {
  while (sent < total && began + sent * interval <= performance.now()) send();
  if (sent < total) setTimeout(tick, 1);
}

function finish(): void {
  process.stdout.write(JSON.stringify(samples), () => process.exit(0));
}

tick();
