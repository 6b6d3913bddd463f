import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { createDataFile, openDataFile } from '../../src/store/files/data-file.ts';
import { createTestKey } from '../service/test-company.ts';
import { tempFolder } from '../store/temp-files.ts';

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');
const PROBE = join(import.meta.dirname, 'stall-probe.mjs');
const { PATH } = process.env;
const TSX = import.meta.resolve('tsx');

/** Measurements of the main thread since the last call. */
export type LoadStats = {
  /** The most processor time of one turn of the event loop, in milliseconds. */
  busyMs: number;
  /** The largest delay of a timer in milliseconds, which other work on a busy machine also causes. */
  delayMs: number;
  /** Resident memory, in bytes. */
  rss: number;
};

/** The service in its own process, as `engaged serve` runs it, but without a limit per address. */
export type MeasuredService = {
  port: number;
  /** A live key with every scope and a rate limit that no test reaches. */
  key: string;
  /** What was written to stderr: the log. */
  log: () => string;
  takeStats: () => Promise<LoadStats>;
  isAlive: () => boolean;
};

/** Starts a service for one test, which stops it at its end. */
export async function startMeasuredService(t: TestContext): Promise<MeasuredService> {
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  const now = Date.now();
  let companyId = 0;
  createDataFile(file, now, (db) => {
    const context = { name: 'Acme', ssoDomains: [], now, actor: 'test' };
    companyId = createCompany(db, context).company.companyId;
  });
  const db = openDataFile(file, { write: true });
  const { key } = createTestKey(db, companyId, { now, requestsPerMinute: 100_000 });
  db.close();

  const child = spawn(
    process.execPath,
    [
      ...['--import', PROBE, '--import', TSX, MAIN, 'serve', '--json'],
      ...['--port', '0', '--ip-limit', '0', '--data', file],
    ],
    {
      cwd: folder,
      env: { PATH },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  t.after(async () => {
    const ended = once(child, 'close');
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  });
  const written = { stdout: '', stderr: '' };
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    written.stderr += text;
  });
  for await (const text of child.stdout?.setEncoding('utf8') ?? []) {
    written.stdout += text;
    if (written.stdout.endsWith('}\n')) break;
  }
  if (written.stdout === '') throw new Error(`it did not start: ${written.stderr}`);
  const { url } = JSON.parse(written.stdout) as { url: string };
  const takeStats = async (): Promise<LoadStats> => {
    const response = once(child, 'message');
    child.send('stats');
    const [stats] = await response;
    return stats as LoadStats;
  };
  await takeStats();
  return {
    port: Number(new URL(url).port),
    key,
    log: () => written.stderr,
    takeStats,
    isAlive: () => child.exitCode === null && child.signalCode === null,
  };
}
