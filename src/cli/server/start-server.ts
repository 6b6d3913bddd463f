import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../domain/duration.ts';
import { ServiceFault } from '../../domain/errors.ts';
import { addressOf } from '../../http/base-path.ts';
import type { WriteAccessLine } from '../../http/server/access-line.ts';
import { startDelivererThread } from '../../portal/chat/start-thread.ts';
import { startMails } from '../../portal/mail/start-mails.ts';
import type { OidcSettings } from '../../portal/sign-in/oidc/settings.ts';
import { startSlack } from '../../portal/slack/start-slack.ts';
import type { ShownSetting } from '../../portal/thread/services.ts';
import { startPortalThread } from '../../portal/thread/start-thread.ts';
import type { MailTransport } from '../../service/mail/transport.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { noteSlack } from '../../service/operations/slack-state.ts';
import { explainedAsData, openData, openForRequests, placeOfData } from '../../store/data.ts';
import { requireEngagedFile } from '../../store/files/data-file.ts';
import { acquireServerLock, type ServerLock } from '../../store/files/server-lock.ts';
import { removeLeftovers } from '../../store/files/temporary-file.ts';
import * as deployment from '../../store/operations/deployment.ts';
import { isPostgresAddress } from '../../store/postgres/address.ts';
import { version } from '../../store/version.ts';
import { startThreadPool } from '../../worker/priority.ts';
import { startRanker } from '../../worker/ranker.ts';
import { startWebhooks } from '../../worker/start-webhooks.ts';
import { startWriter } from '../../worker/start-writer.ts';
import { createService } from './create-service.ts';
import { startHousekeeping } from './housekeeping.ts';
import type { Listener, Listening } from './listen.ts';
import type { Settings } from './settings.ts';
import { toWorkspace } from './slack-workspace.ts';

/** How long a start or a request waits for another process to finish writing. */
const BUSY_TIMEOUT_MS = 5_000;

type Serving = {
  /** The path of a data file, or the address of a database. */
  file: string;
  /** As it was named: a path must keep pointing to the file. */
  path: string;
  settings: Settings;
  /** What the portal shows of the settings. */
  shownSettings: readonly ShownSetting[];
  oidc?: OidcSettings | undefined;
  /** How mail is sent; undefined where none is. */
  mail?: MailTransport | undefined;
  /** An open port. It stays open where the start fails. */
  listener: Listener;
  log: Logger;
  accessLog?: WriteAccessLine | undefined;
  now: () => number;
};

/**
 * Starts the service on existing data. The main thread reads; workers write, rank, and deliver to webhooks. Closing drains
 * them in the order of their dependencies.
 *
 * @throws EngagedError if the data cannot be used, `conflict` while another process serves the file
 */
export async function startServer(options: Serving): Promise<Listening> {
  const { file } = options;
  let lock: ServerLock | undefined;
  try {
    // Before anything of the data is changed. Any number of services share a database.
    const held = isPostgresAddress(file) ? undefined : lockForService(file);
    lock = held;
    prepare(options);
    const listening = await serve(options);
    return {
      ...listening,
      close: async () => {
        await listening.close();
        held?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw explainedAsData(error, file);
  }
}

async function serve(options: Serving): Promise<Listening> {
  const { file, path, settings, shownSettings, oidc, listener, log, accessLog, now } = options;
  const { mail: transport } = options;
  const workspace = toWorkspace(settings, file);
  const db = openForRequests(file, BUSY_TIMEOUT_MS);
  const { departmentLimit, sandboxLimit, webhookAllow: allow } = settings;
  const { eventDays, auditDays, runDays, standingsDays } = settings;
  const place = placeOfData(path);
  const threads: { close(): Promise<void> }[] = [];
  const release = async () => {
    await Promise.all(threads.map((thread) => thread.close()));
    db.close();
  };
  try {
    await startThreadPool();
    const service = await createService({
      ...{ db, file, place, settings, shownSettings, oidc, log, accessLog, now },
      startPortalThread,
      certificateExpiresAt: listener.certificateExpiresAt,
      startThreads: (onSync) => {
        const writer = startWriter({ file, place, departmentLimit, sandboxLimit, log, onSync });
        const ranker = startRanker({ file, place, log });
        threads.push(writer, ranker);
        return { writer, ranker };
      },
    });
    const { api, writer, ranker, readiness, metrics } = service;
    // The writer thread takes as long to start as everything else; reads do not need it.
    const writerReady = writer.probe();
    writerReady.catch(() => {});
    const listening = listener.serve(api);
    try {
      await writerReady;
    } catch (error) {
      if (!(error instanceof ServiceFault)) {
        await listening.close(0);
        throw error;
      }
      // Reads are still answered; the check logs what is wrong.
      await readiness.check().catch(() => {});
    }
    const { keyUses } = api.admission;
    const webhooks = startWebhooks({
      ...{ db, file, place, allow, writer, log, start: startDelivererThread },
      onAttempts: (attempts) => metrics.noteAttempts(attempts),
    });
    const outbox = { file, place, address: serviceAddress(options), rate: settings.mailRate };
    const mails =
      transport &&
      startMails({
        ...{ db, transport, outbox, writer, log, now },
        onResults: (results) => metrics.noteMails(results),
      });
    const slack =
      workspace &&
      startSlack({
        ...{ file, place, workspace, log, now },
        noteState: (state) =>
          writer
            .noteSlack(state)
            .catch((error) => log.warn('slack_state_not_noted', describeError(error))),
      });
    const housekeeping = startHousekeeping({
      ...{ db, writer, ranker, readiness, keyUses, log, now },
      // Not all settings: some cannot be sent to a thread, others are secrets.
      keep: { eventDays, auditDays, runDays, standingsDays },
      graceMs: settings.monthGraceHours * HOUR_MS,
    });
    return {
      ...listening,
      close: async () => {
        readiness.leave();
        await sleep(settings.stopDelay * 1_000);
        await Promise.all([listening.close(), webhooks.stop(), mails?.stop(), slack?.stop()]);
        await housekeeping.stop();
        await service.close();
        await release();
      },
    };
  } catch (error) {
    await release();
    throw error;
  }
}

/** Where browsers reach the service. */
const serviceAddress = ({ settings: { publicUrl }, listener }: Serving): string =>
  publicUrl ? addressOf(publicUrl) : listener.url;

function lockForService(file: string): ServerLock {
  requireEngagedFile(file);
  return acquireServerLock(file);
}

/**
 * Removes what a killed process left beside a file. Upgrades the data, checks that it can be written to, and records the
 * address and version of the service for commands.
 */
function prepare(options: Serving): void {
  const { file, log } = options;
  if (!isPostgresAddress(file)) removeLeftovers(dirname(file));
  const db = openData(
    file,
    { write: true, busyTimeout: BUSY_TIMEOUT_MS },
    { isService: true, onUpgrade: (upgrade) => log.info('schema_upgraded', upgrade) },
  );
  try {
    const sendsMail = options.mail ? 1 : 0;
    const service = { address: serviceAddress(options), version, sendsMail } as const;
    db.write(() => db.run(deployment.recordService, service));
    // Of several services on a database those without Slack know nothing about it.
    const hasSlack = options.settings.slackAppToken !== undefined;
    const since = options.now();
    if (hasSlack) noteSlack(db, { state: 'reconnecting', since, reason: null });
    else if (!isPostgresAddress(file)) noteSlack(db, null);
  } finally {
    db.close();
  }
}
