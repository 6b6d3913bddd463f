// A service under mixed and hostile traffic for a given time, with its resource use. Started by
// `npm run soak -- --minutes N [--rate REQUESTS_A_SECOND]`.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { program, run } from './program.ts';
import { makeDataFile, readFile } from './roster-fixture.ts';
import { quantile } from './run-scale.ts';
import { Traffic } from './traffic.ts';

const { values } = parseArgs({
  options: { minutes: { type: 'string' }, rate: { type: 'string' } },
});
const minutes = Number(values.minutes ?? 30);
const rate = Number(values.rate ?? 60);
const INTERVAL = Math.max(10_000, Math.min(60_000, (minutes * 60_000) / 20));
/** The share of the time in which caches fill. */
const WARM_UP = 0.25;

const folder = mkdtempSync(join(tmpdir(), 'engaged-soak-'));
const { file, keys } = makeDataFile(folder, { syncs: Math.ceil(minutes * 12) + 60 });
const server = spawn(
  process.execPath,
  [
    ...['--expose-gc', '--import', join(import.meta.dirname, 'soak-probe.mjs'), program],
    ...['serve', '--port', '0', '--json', '--trusted-proxies', '127.0.0.1', '--log-level', 'warn'],
  ],
  { cwd: folder, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
);
process.on('exit', () => server.kill('SIGKILL'));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
let log = '';
server.stderr?.setEncoding('utf8').on('data', (text: string) => {
  log = (log + text).slice(-10_000);
});
let startOutput = '';
while (!startOutput.endsWith('\n}\n'))
  startOutput += String((await once(server.stdout ?? server, 'data'))[0]);
const { url } = JSON.parse(startOutput) as { url: string };

/** The resources of the service at one moment, in bytes and counts. */
type Sample = {
  minute: number;
  requests: number;
  p99: number;
  rss: number;
  heap: number;
  buffers: number;
  handles: number;
  threads: number;
  wal: number;
  data: number;
};

async function sample(traffic: Traffic, began: number): Promise<Sample> {
  const response = once(server, 'message', { signal: AbortSignal.timeout(20_000) });
  server.send('sample');
  const [{ rss, heapUsed, external }] = (await response) as [
    { rss: number; heapUsed: number; external: number },
  ];
  const times = traffic.takeTimes();
  return {
    minute: (performance.now() - began) / 60_000,
    requests: traffic.requests,
    p99: quantile(times, 0.99),
    rss,
    heap: heapUsed,
    buffers: external,
    handles: readdirSync(`/proc/${server.pid}/fd`).length,
    threads: readdirSync(`/proc/${server.pid}/task`).length,
    wal: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    data: statSync(file).size,
  };
}

const megabytes = (bytes: number): string => (bytes / 1_048_576).toFixed(1);

function printSample(s: Sample): void {
  const cells = [
    s.minute.toFixed(1),
    String(s.requests),
    s.p99.toFixed(1),
    megabytes(s.rss),
    megabytes(s.heap),
    megabytes(s.buffers),
    String(s.handles),
    String(s.threads),
    megabytes(s.wal),
    megabytes(s.data),
  ];
  console.log(cells.map((cell) => cell.padStart(9)).join(''));
}

/** The growth of a value per minute, by least squares. */
function slope(samples: readonly Sample[], of: (sample: Sample) => number): number {
  const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
  const x = mean(samples.map(({ minute }) => minute));
  const y = mean(samples.map(of));
  const up = samples.reduce((sum, s) => sum + (s.minute - x) * (of(s) - y), 0);
  return up / samples.reduce((sum, s) => sum + (s.minute - x) ** 2, 0);
}

/** Whether a value stayed flat since the warm-up. */
function evaluate(
  samples: readonly Sample[],
  name: string,
  of: (s: Sample) => number,
  allowed: number,
) {
  const values = samples.map(of);
  const perHour = slope(samples, of) * 60;
  const span = (samples.at(-1)?.minute ?? 0) - (samples[0]?.minute ?? 0);
  const gained = (perHour / 60) * span;
  const isFlat = gained <= allowed;
  return {
    isFlat,
    text:
      `${name}: ${isFlat ? 'flat' : 'GROWING'}; gained ${megabytes(gained)} MB over the last ${span.toFixed(0)} min, ` +
      `between ${megabytes(Math.min(...values))} and ${megabytes(Math.max(...values))} MB`,
  };
}

const traffic = new Traffic({ port: Number(new URL(url).port), keys, rate });
try {
  console.log(
    `Soaking ${url} for ${minutes} minutes at about ${rate} requests per second; data in ${folder}.`,
  );
  await traffic.begin();
  const commands = (async () => {
    let n = 0;
    while (!traffic.isOver) {
      n++;
      const expect = async (...words: string[]) => {
        const { code, stderr, stdout } = await run(folder, words, { timeout: 300_000 });
        assert.ok(code === 0 || /Another process is writing/.test(stderr), stderr);
        return stdout;
      };
      await expect('xp', 'award', `S${n % 1_000}`, '3');
      if (n % 4 === 0) {
        const made = await expect(
          'key',
          'create',
          '--mode',
          'live',
          '--name',
          'soak',
          '--scope',
          'shop:read',
          '--json',
        );
        if (made) await expect('key', 'revoke', (JSON.parse(made) as { id: string }).id);
      }
      if (n % 12 === 0) {
        await expect('backup', join(folder, 'backup.db'), '--force');
        await expect('sandbox', 'reset');
      }
      await sleep(10_000);
    }
  })();
  console.log(
    ['min', 'requests', 'p99 ms', 'rss', 'heap', 'external', 'handles', 'threads', 'wal', 'data']
      .map((name) => name.padStart(9))
      .join(''),
  );
  const began = performance.now();
  const samples: Sample[] = [];
  while (performance.now() - began < minutes * 60_000) {
    await sleep(INTERVAL);
    const taken = await sample(traffic, began);
    samples.push(taken);
    printSample(taken);
    assert.equal(server.exitCode, null, `the service ended: ${log}`);
  }
  traffic.end();
  await commands;
  console.log(`\nResponses by status: ${JSON.stringify(traffic.statuses)}`);
  const rest = samples.filter(({ minute }) => minute >= minutes * WARM_UP);
  const verdicts = [
    evaluate(rest, 'resident memory', ({ rss }) => rss, 24 * 1_048_576),
    evaluate(rest, 'heap', ({ heap }) => heap, 8 * 1_048_576),
    evaluate(rest, 'external memory', ({ buffers }) => buffers, 8 * 1_048_576),
    evaluate(rest, 'write-ahead log', ({ wal }) => wal, 8 * 1_048_576),
  ];
  const handles = rest.map(({ handles }) => handles);
  const areHandlesFlat = Math.max(...handles) - Math.min(...handles) < 150;
  verdicts.push({
    isFlat: areHandlesFlat,
    text: `handles: ${areHandlesFlat ? 'flat' : 'GROWING'}; between ${Math.min(...handles)} and ${Math.max(...handles)}`,
  });
  for (const { text } of verdicts) console.log(text);
  if (log) console.log(`Its log: ${log.slice(-2_000)}`);
  server.kill('SIGTERM');
  const [code] = await once(server, 'exit');
  const fault = readFile(file, findIntegrityFault);
  console.log(`The service ended with ${code}; the data file ${fault ?? 'is intact'}.`);
  process.exitCode = verdicts.every(({ isFlat }) => isFlat) && code === 0 && !fault ? 0 : 1;
} finally {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
