import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled, runChild } from './children.ts';

/** One request of a load. In a steady one `key` may be a cookie instead, for a page of the portal. */
export type Line = { path: string; key: string };

/** The throughput of a closed loop of connections. */
export type Throughput = { requests: number; requestsPerSecond: number; p99Ms: number };

/** Connections that each send their next request after the response to the last one. */
const CONNECTIONS = 32;

const HAS_WRK = isInstalled('wrk');

/** The program that generates the load. */
export const LOADER = HAS_WRK ? 'wrk' : 'autocannon';

const WRK = fileURLToPath(new URL('wrk.lua', import.meta.url));
const AUTOCANNON = fileURLToPath(new URL('autocannon.ts', import.meta.url));
const PACE = fileURLToPath(new URL('open-loop-load.ts', import.meta.url));

/**
 * Sends the lines in a loop for some seconds, from a separate process.
 *
 * @throws Error if a response is missing or is not a success
 */
export async function closedLoop(
  port: number,
  lines: readonly Line[],
  options: { seconds: number; folder: string },
): Promise<Throughput> {
  const { seconds, folder } = options;
  const file = writeLines(folder, lines);
  const url = `http://127.0.0.1:${port}`;
  const { stdout } = HAS_WRK
    ? await runChild(
        'wrk',
        [
          ...['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '--timeout', '10s'],
          ...['-s', WRK, url, '--', file],
        ],
        { timeout: (seconds + 30) * 1_000 },
      )
    : await runChild(
        process.execPath,
        [AUTOCANNON, url, file, String(seconds), String(CONNECTIONS)],
        {
          timeout: (seconds + 30) * 1_000,
        },
      );
  const result = /^RESULT (.*)$/m.exec(stdout)?.[1];
  if (!result) throw new Error(`${LOADER} printed no result: ${stdout}`);
  const { requests, seconds: took, p99Ms, failures } = JSON.parse(result) as Record<string, number>;
  if (failures || !requests || !took) {
    const path = lines[0]?.path;
    throw new Error(`${failures} of ${requests} requests like ${path} failed`);
  }
  return { requests, requestsPerSecond: requests / took, p99Ms: p99Ms ?? 0 };
}

/** One request of a steady load: when it was sent (ms since 1970) and how long it took (ms). */
export type Sample = { at: number; ms: number };

/** The load's own process connects and compiles at first, which would count as the server's time. */
const WARM_UP_MS = 1_000;

/**
 * Sends the lines at a steady rate, whether or not earlier ones are answered, so that a stall counts for
 * every request that it delays. Gives the samples after the first second.
 *
 * @throws Error if a response is missing or is not a success
 */
export async function steadyLoad(
  port: number,
  lines: readonly Line[],
  options: { rate: number; seconds: number; folder: string },
): Promise<Sample[]> {
  const { rate, seconds, folder } = options;
  const file = writeLines(folder, lines);
  const { stdout } = await runChild(
    process.execPath,
    [PACE, String(port), file, String(rate), String(seconds)],
    { timeout: (seconds + 60) * 1_000 },
  );
  const samples = JSON.parse(stdout) as Sample[];
  const startedAt = Math.min(...samples.map(({ at }) => at));
  return samples.filter(({ at }) => at >= startedAt + WARM_UP_MS);
}

/** The value that this share of the samples, 0 to 1, does not exceed. */
export function percentile(samples: readonly Sample[], share: number): number {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

let files = 0;

function writeLines(folder: string, lines: readonly Line[]): string {
  const file = join(folder, `lines-${++files}.txt`);
  writeFileSync(file, lines.map(({ path, key }) => `${path} ${key}\n`).join(''));
  return file;
}
