import { DataFileFault } from '../domain/errors.ts';
import { Cursors } from '../http/cursor.ts';
import { createMetricsPage } from '../http/metrics/page.ts';
import { ServiceMetrics } from '../http/metrics/service-metrics.ts';
import { Api } from '../http/pipeline.ts';
import { Readiness } from '../http/readiness.ts';
import { ResponseCache } from '../http/response-cache.ts';
import { CompanyStates } from '../service/company-states.ts';
import type { Logger } from '../service/log.ts';
import { openDataFile } from '../store/data-file.ts';
import { placeOf } from '../store/data-file-place.ts';
import * as deployment from '../store/deployment.ts';
import { explainedAtWork } from '../store/file-errors.ts';
import { acquireServerLock, type ServerLock } from '../store/server-lock.ts';
import { Boards } from '../worker/boards.ts';
import { startRanker } from '../worker/ranker.ts';
import { type SyncEvent, startWriter } from '../worker/start-writer.ts';
import { startHousekeeping } from './housekeeping.ts';
import { type Listening, listenOn } from './listen.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** How long a start or a request waits for another process to finish writing, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/** What finished answers may take together: enough for all pages of one list of 100,000 people. */
const ANSWERS_BYTES = 32 * 1024 * 1024;

type Serving = {
  file: string;
  /** The path by which the file is named: it has to go on leading there. */
  path: string;
  settings: Settings;
  log: Logger;
  now: () => number;
};

/**
 * Puts the service on a port, over a data file that exists. The main thread reads, one worker writes,
 * another one ranks; closing drains them in the order in which they depend on each other.
 *
 * @throws EngagedError where the file or the port cannot be had, `conflict` while another process serves the file
 */
export async function startServer(options: Serving): Promise<Listening> {
  const { file } = options;
  let lock: ServerLock | undefined;
  try {
    const cursorKey = migrateAndReadKey(file);
    const held = acquireServerLock(file);
    lock = held;
    const listening = await serve(options, cursorKey);
    return {
      ...listening,
      close: async () => {
        await listening.close();
        held.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw explainedAtWork(error, file);
  }
}

async function serve(
  { file, path, settings, log, now }: Serving,
  cursorKey: Uint8Array,
): Promise<Listening> {
  const db = openDataFile(file, {
    write: false,
    busyTimeout: BUSY_TIMEOUT,
    snapshotPerTurn: true,
  });
  const { departmentLimit, sandboxLimit } = settings;
  const place = placeOf(path);
  const metrics = new ServiceMetrics();
  const onSync = (end: SyncEvent) => metrics.noteSync(end);
  const writer = startWriter({ file, place, departmentLimit, sandboxLimit, log, onSync });
  const ranker = startRanker({ file, place, log });
  const release = async () => {
    await Promise.all([writer.close(), ranker.close()]);
    db.close();
  };
  try {
    // The thread takes as long to start as all the rest, and reads can be answered before it can write.
    const writerReady = writer.probe();
    writerReady.catch(() => {});
    const readiness = new Readiness({ db, writer, log });
    const boards = new Boards({ db, ranker, cacheSeconds: settings.leaderboardCacheSeconds });
    const services = {
      db,
      revisions: new CompanyStates(db),
      boards,
      responses: new ResponseCache(ANSWERS_BYTES),
      cursors: new Cursors(cursorKey),
      writer,
      readiness,
    };
    const { host, port, ipLimit, trustedProxies, metricsToken } = settings;
    const build = {
      version,
      sqlite: db.one(deployment.sqliteVersion, {})?.version ?? '',
    };
    const metricsPage =
      metricsToken === undefined
        ? undefined
        : createMetricsPage({ token: metricsToken, metrics, boards, file, build });
    const api = new Api({ services, log, now, ipLimit, trustedProxies, metrics, metricsPage });
    const { keyUses } = api;
    const listening = await listenOn({ host, port, api });
    try {
      await writerReady;
    } catch (error) {
      if (!(error instanceof DataFileFault)) {
        await listening.close(0);
        throw error;
      }
      // Reads can be answered meanwhile; the log says what is wrong.
      await readiness.check().catch(() => {});
    }
    const housekeeping = startHousekeeping({ db, writer, readiness, keyUses, log, now });
    return {
      ...listening,
      close: async () => {
        await listening.close();
        await housekeeping.stop();
        metricsPage?.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Brings the file up to date, makes sure that it can be written to, and gives its key for cursors. */
function migrateAndReadKey(file: string): Uint8Array {
  const db = openDataFile(file, { write: true, busyTimeout: BUSY_TIMEOUT });
  try {
    return db.write(() => {
      const found = db.one(deployment.find, {});
      if (!found) throw new Error('the data file has lost its own record');
      return found.cursorKey;
    });
  } finally {
    db.close();
  }
}
