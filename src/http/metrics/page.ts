import { createHash, timingSafeEqual } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Reads } from '../../store/database.ts';
import { freeBytes } from '../../store/files/disk-space.ts';
import type { Boards } from '../../worker/boards.ts';
import { threadsAlive } from '../../worker/worker-handle.ts';
import { bearerToken } from '../admission/authentication.ts';
import type { Readiness } from '../admission/readiness.ts';
import type { EventWaits } from '../api/events/event-waits.ts';
import { NOT_FOUND } from '../response/problems.ts';
import { SharedResult } from '../response/shared-result.ts';
import type { Answer, Exchange } from '../server/exchange.ts';
import { renderLastJobs } from './last-jobs.ts';
import type { ServiceMetrics } from './service-metrics.ts';
import {
  renderCertificateExpiry,
  renderDirectories,
  renderEvents,
  renderKeyExpiries,
  renderMails,
  renderSlack,
  renderWebhooks,
} from './stored-metrics.ts';
import { counter, gauge, type Labels, summary, TEXT_FORMAT } from './text-format.ts';

/** Outside `/v1`, beside the probes for monitoring. */
export const METRICS_PATH = '/metrics';

/** How often the delay of the event loop is measured, in milliseconds. */
const RESOLUTION = 10;

/** How many pages a second are made. */
const PAGES_A_SECOND = 5;

/** The page for Prometheus. */
export type MetricsPage = {
  /** Whether an `Authorization` header carries the token. */
  isAuthorized(authorization: string): boolean;
  /** Responds as if there were no page unless the `Authorization` header carries the token. */
  respond(exchange: Exchange): Promise<Answer>;
  close(): void;
};

/** @param options.build versions of what runs, by name */
export function createMetricsPage(options: {
  token: string;
  metrics: ServiceMetrics;
  readiness: Readiness;
  /** When the certificate of the service expires, in milliseconds UTC; undefined without one. */
  certificateExpiresAt(): number | undefined;
  boards: Boards;
  eventWaits: EventWaits;
  db: Reads;
  /** Null where the data is in no file. */
  file: string | null;
  /** The clock, in milliseconds UTC. */
  now: () => number;
  build: Readonly<Record<string, string>>;
}): MetricsPage {
  const { metrics, readiness, boards, eventWaits, db, file, now, build } = options;
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const expected = digest(options.token);
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();

  const isAuthorized = (authorization: string): boolean => {
    return timingSafeEqual(digest(bearerToken(authorization) ?? ''), expected);
  };

  /** Nothing while the data cannot be read; `/readyz` says why. */
  const renderData = async (): Promise<string[]> => {
    const at = now();
    try {
      await db.refreshSnapshot();
      return await Promise.all([
        renderLastJobs(db),
        renderEvents(db),
        renderWebhooks(db, at),
        renderMails(db, at),
        renderDirectories(db),
        renderSlack(db, at),
        renderKeyExpiries(db, at),
        ...(file === null ? [renderDatabase(db)] : []),
      ]);
    } catch {
      return [];
    }
  };

  const render = async () => {
    const page = [
      metrics.render(),
      renderBoards(boards),
      ...(await renderData()),
      gauge('engaged_events_waiting_requests', 'Requests that wait for an event.', [
        [{}, eventWaits.count],
      ]),
      summary('nodejs_eventloop_delay_seconds', 'Since the last look at this page.', [
        [{ quantile: '0.5' }, seconds(delay.percentile(50))],
        [{ quantile: '0.99' }, seconds(delay.percentile(99))],
        [{ quantile: '1' }, seconds(delay.max)],
      ]),
      gauge('engaged_ready', 'Whether the data can be read and written, as /readyz says.', [
        [
          {},
          await readiness.probe().then(
            () => 1,
            () => 0,
          ),
        ],
      ]),
      renderCertificateExpiry(options.certificateExpiresAt(), now()),
      renderProcess(),
      gauge(
        'engaged_threads',
        'Threads that run, by what they do; 0 where one has ended.',
        [...threadsAlive()].map(([thread, count]) => [{ thread }, count]),
      ),
      ...(file === null ? [] : [renderFile(file)]),
      gauge('engaged_build_info', 'Always 1; what runs.', [
        [{ ...build, node: process.versions.node }, 1],
      ]),
    ].join('');
    delay.reset();
    return page;
  };

  const page = new SharedResult(render, PAGES_A_SECOND);
  return {
    isAuthorized,
    respond: async (exchange) => {
      if (isAuthorized(exchange.req.headers.authorization ?? '')) {
        const text = await page.get(performance.now());
        return { text, headers: ['Content-Type', TEXT_FORMAT] };
      }
      exchange.route = null;
      return NOT_FOUND;
    },
    close: () => {
      delay.disable();
    },
  };
}

function renderBoards({ stats }: Boards): string {
  return [
    gauge('engaged_boards_kept', 'Rankings held in memory.', [[{}, stats.kept]]),
    counter('engaged_board_builds_total', 'Rankings made from the data file.', [
      [{}, stats.builds],
    ]),
    counter('engaged_board_build_seconds_total', 'Time that making them took.', [
      [{}, stats.seconds],
    ]),
  ].join('');
}

const renderFile = (file: string): string =>
  gauge('engaged_data_file_bytes', 'Size of the data file and of its write-ahead log.', [
    [{ part: 'data' }, sizeOf(file)],
    [{ part: 'log' }, sizeOf(`${file}-wal`)],
  ]) +
  gauge('engaged_disk_free_bytes', 'Free space on the disk of the data file.', [
    ...freeSpaceBeside(file),
  ]);

/** Nothing while the disk does not answer, or where it reports no numbers. */
function freeSpaceBeside(file: string): [Labels, number][] {
  try {
    const free = freeBytes(dirname(file));
    return Number.isFinite(free) ? [[{}, free]] : [];
  } catch {
    return [];
  }
}

const renderDatabase = async (db: Reads): Promise<string> =>
  gauge('engaged_database_bytes', 'Size of the database.', [[{}, await db.size()]]);

function renderProcess(): string {
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    gauge('process_resident_memory_bytes', 'Memory of the process.', [[{}, rss]]),
    gauge('nodejs_memory_bytes', 'Memory of the main thread, by use.', [
      [{ use: 'heap' }, heapUsed],
      [{ use: 'external' }, external],
    ]),
    counter('process_cpu_seconds_total', 'Processor time, all threads.', [
      [{}, (user + system) / 1e6],
    ]),
    gauge('process_start_time_seconds', 'When the process started, in Unix time.', [
      [{}, performance.timeOrigin / 1_000],
    ]),
  ].join('');
}

// Nanoseconds between two ticks of a timer, its own period included; not a number before the first one.
const seconds = (nanoseconds: number): number =>
  Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds - RESOLUTION * 1e6) / 1e9 : 0;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;
