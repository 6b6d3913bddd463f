import type { Worker, WorkerOptions } from 'node:worker_threads';
import { Readiness } from '../../http/admission/readiness.ts';
import { MAX_SYNCS, SyncSlots } from '../../http/admission/sync-slots.ts';
import { EventWaits } from '../../http/api/events/event-waits.ts';
import { addressOf, basePathOf } from '../../http/base-path.ts';
import type { Services } from '../../http/endpoint.ts';
import { createMetricsPage } from '../../http/metrics/page.ts';
import { ServiceMetrics } from '../../http/metrics/service-metrics.ts';
import { Api } from '../../http/pipeline.ts';
import { Cursors } from '../../http/response/cursor.ts';
import { ResponseCache } from '../../http/response/response-cache.ts';
import type { WriteAccessLine } from '../../http/server/access-line.ts';
import type { OidcSettings } from '../../portal/sign-in/oidc/settings.ts';
import type { ShownSetting } from '../../portal/thread/services.ts';
import { startPortal } from '../../portal/thread/start-portal.ts';
import { CompanyStates } from '../../service/company/company-states.ts';
import { EventFeed } from '../../service/events/event-feed.ts';
import type { Logger } from '../../service/operations/log.ts';
import type { Reads } from '../../store/database.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import * as deployment from '../../store/operations/deployment.ts';
import { isPostgresAddress, withoutPassword } from '../../store/postgres/address.ts';
import { SyncLocks } from '../../store/postgres/sync-locks.ts';
import { version } from '../../store/version.ts';
import { Boards } from '../../worker/boards.ts';
import { LiveContests } from '../../worker/live-contests.ts';
import type { Ranker } from '../../worker/ranker.ts';
import type { SyncEvent } from '../../worker/sync-log.ts';
import type { Writer } from '../../worker/writer.ts';
import type { Settings } from './settings.ts';

/** Bytes that cached responses may take: enough for all pages of one list of 100,000 people. */
const RESPONSE_CACHE_BYTES = 32 * 1024 * 1024;

/** The API over one data file, and its parts. */
export type Service = Services & {
  api: Api;
  metrics: ServiceMetrics;
  ranker: Ranker;
  /** Stops what the service started, except the threads and the connection, which the caller closes. */
  close(): Promise<void>;
};

/**
 * Assembles a service; nothing listens yet.
 *
 * @param options.db from `openForRequests`
 * @param options.place the location of the open data file, null for a database
 * @param options.startThreads starts the writer and the ranker, and reports how syncs end to `onSync`
 * @param options.startPortalThread called when a page is asked for, and again after a crash
 */
export async function createService(options: {
  db: Reads;
  file: string;
  place: DataFilePlace | null;
  settings: Pick<
    Settings,
    | 'ipLimit'
    | 'trustedProxies'
    | 'publicUrl'
    | 'externalPictures'
    | 'metricsToken'
    | 'leaderboardCacheSeconds'
    | 'webhookAllow'
  >;
  /** What the portal shows of the settings. */
  shownSettings: readonly ShownSetting[];
  oidc?: OidcSettings | undefined;
  log: Logger;
  accessLog?: WriteAccessLine | undefined;
  /** As of `Listener`. */
  certificateExpiresAt?: () => number | undefined;
  now: () => number;
  startThreads(onSync: (event: SyncEvent) => void): { writer: Writer; ranker: Ranker };
  startPortalThread: (options: WorkerOptions) => Worker;
}): Promise<Service> {
  const { db, file, place, log, accessLog, now, oidc } = options;
  const {
    ipLimit,
    trustedProxies,
    publicUrl,
    externalPictures,
    metricsToken,
    leaderboardCacheSeconds,
    webhookAllow,
  } = options.settings;
  const record = await db.one(deployment.find, {});
  const databaseVersion = await db.version();
  if (!record) throw new Error('the data has lost its own record');
  const isFile = !isPostgresAddress(file);
  const syncLocks = isFile ? undefined : new SyncLocks(file, MAX_SYNCS.total);
  const metrics = new ServiceMetrics();
  const { writer, ranker } = options.startThreads((event) => metrics.noteSync(event));
  const revisions = new CompanyStates(db);
  const ranked = { db, states: revisions, ranker, cacheSeconds: leaderboardCacheSeconds };
  const boards = new Boards(ranked);
  const eventWaits = new EventWaits(db);
  const services: Services = {
    db,
    revisions,
    boards,
    liveContests: new LiveContests(ranked),
    reports: ranker,
    responses: new ResponseCache(RESPONSE_CACHE_BYTES),
    cursors: new Cursors(record.cursorKey),
    writer,
    readiness: new Readiness({ db, writer, log }),
    eventFeed: new EventFeed(db),
    eventWaits,
    syncSlots: new SyncSlots(syncLocks),
    basePath: basePathOf(publicUrl),
    site: publicUrl ? addressOf(publicUrl) : '',
  };
  const metricsPage =
    metricsToken === undefined
      ? undefined
      : createMetricsPage({
          token: metricsToken,
          ...{ metrics, boards, eventWaits, db, now, readiness: services.readiness },
          certificateExpiresAt: options.certificateExpiresAt ?? (() => undefined),
          file: isFile ? file : null,
          build: { version, [isFile ? 'sqlite' : 'postgres']: databaseVersion },
        });
  const portal = startPortal({
    ...{ services, ranker, metrics, log, publicUrl, trustedProxies, externalPictures },
    start: options.startPortalThread,
    settings: {
      ...{ file, place, oidc },
      host: { data: withoutPassword(file), version, webhookAllow, settings: options.shownSettings },
    },
  });
  const api = new Api({
    ...{ services, portal, log, accessLog, now, ipLimit, trustedProxies, metrics, metricsPage },
  });
  const close = async () => {
    metricsPage?.close();
    syncLocks?.close();
    await portal.close();
  };
  return { ...services, api, metrics, ranker, close };
}
