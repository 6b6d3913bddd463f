import { BoardPages } from '../http/board-pages.ts';
import { Cursors } from '../http/cursor.ts';
import { Api } from '../http/pipeline.ts';
import type { Logger } from '../service/log.ts';
import { openDataFile } from '../store/data-file.ts';
import * as deployment from '../store/deployment.ts';
import { lockForServing } from '../store/server-lock.ts';
import { Boards } from '../worker/boards.ts';
import { startRanker } from '../worker/ranker.ts';
import { startWriter } from '../worker/start-writer.ts';
import { type Listening, listenOn } from './listen.ts';
import type { Settings } from './settings.ts';

/** How long a start or a request waits for another process to finish writing, in milliseconds. */
const BUSY_TIMEOUT = 5_000;

/** What finished leaderboard pages may take together. */
const BOARD_PAGES_BYTES = 16 * 1024 * 1024;

/** The connection that answers reads keeps more of the file at hand than the others, in MiB. */
const READING_CACHE = 64;

type Serving = { file: string; settings: Settings; log: Logger; now: () => number };

/**
 * Puts the service on a port, over a data file that exists. The main thread reads, one worker writes,
 * another one ranks; closing drains them in the order in which they depend on each other.
 *
 * @throws EngagedError where the file or the port cannot be had, `conflict` while another process serves the file
 */
export async function startServer(options: Serving): Promise<Listening> {
  const { file } = options;
  const cursorKey = prepare(file);
  const lock = lockForServing(file);
  try {
    const listening = await serve(options, cursorKey);
    return {
      ...listening,
      close: async () => {
        await listening.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function serve(
  { file, settings, log, now }: Serving,
  cursorKey: Uint8Array,
): Promise<Listening> {
  const db = openDataFile(file, {
    write: false,
    busyTimeout: BUSY_TIMEOUT,
    cacheMegabytes: READING_CACHE,
  });
  const { departmentLimit, sandboxLimit } = settings;
  const writer = startWriter({ file, departmentLimit, sandboxLimit, log });
  const ranker = startRanker({ file, log });
  const release = async () => {
    await Promise.all([writer.close(), ranker.close()]);
    db.close();
  };
  try {
    await writer.probe();
    const boards = new Boards({ db, ranker, cacheSeconds: settings.leaderboardCacheSeconds });
    const services = {
      db,
      boards,
      boardPages: new BoardPages(BOARD_PAGES_BYTES),
      cursors: new Cursors(cursorKey),
      writer,
    };
    const { host, port, ipLimit, trustedProxies } = settings;
    const api = new Api({ services, log, now, ipLimit, trustedProxies });
    const listening = await listenOn({ host, port, api });
    return {
      ...listening,
      close: async () => {
        await listening.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Brings the file up to date, makes sure that it can be written to, and gives its key for cursors. */
function prepare(file: string): Uint8Array {
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
