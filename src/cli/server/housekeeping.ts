import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { ServiceFault } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Readiness } from '../../http/admission/readiness.ts';
import type { KeyUsage, KeyUsageTracker } from '../../service/keys/key-usage.ts';
import { listKeyWarnings } from '../../service/keys/key-warnings.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { DELETION_STEP_MS, type RetentionDays } from '../../service/operations/retention.ts';
import type { Reads } from '../../store/database.ts';
import { Closer } from '../../worker/closer.ts';
import type { Ranker } from '../../worker/ranker.ts';
import type { Writer } from '../../worker/writer.ts';

/** What is due reads the months of every company: tens of milliseconds of the writer thread for a thousand of them. */
const CLOSING_INTERVAL_MS = 10 * MINUTE_MS;

/** How long a company stays held at most that a killed import held, beyond the time of the hold. */
const HOLD_INTERVAL_MS = 5_000;

/**
 * Background work of a running service: recording when keys were last used, checking whether the data file can be
 * written, ending the holds of imports that were killed, emptying its write-ahead log at quiet moments, closing months and
 * contests, warning at the start and once a day of keys that expire soon, and at the start and once an hour writing events
 * about them and deleting what has been kept for long enough. `stop` ends it and records pending usage.
 */
export function startHousekeeping(options: {
  db: Reads;
  writer: Writer;
  ranker: Ranker;
  readiness: Readiness;
  keyUses: KeyUsageTracker;
  keep: RetentionDays;
  log: Logger;
  now: () => number;
  /** How long after its end a month or contest is closed, in milliseconds. */
  graceMs: number;
}): { stop(): Promise<void> } {
  const { writer, readiness, keyUses, keep, log, now } = options;
  let isStopped = false;

  const writeKeyUsage = async (uses: readonly KeyUsage[]): Promise<void> => {
    if (uses.length === 0) return;
    try {
      await writer.noteKeyUses(uses);
    } catch (error) {
      log.warn('key_uses_not_noted', describeError(error));
    }
  };

  let isBehind = false;
  const noteTimeOfDeletions = (time: number, clock: number): void => {
    if (time < clock && !isBehind) {
      log.warn('deletions_behind_clock', { deleted_as_of: isoTime(time) });
    }
    isBehind = time < clock;
  };

  /** @param step how far the time by which records are deleted may move on, in milliseconds */
  const keepUp = async (step: number): Promise<void> => {
    const task = { now: now(), keep, step };
    try {
      for (let isMore = true; isMore && !isStopped; task.step = 0) {
        const portion = await writer.upkeep(task);
        isMore = portion.isMore;
        if (step > 0) noteTimeOfDeletions(portion.deletedAsOf, task.now);
      }
    } catch (error) {
      log.warn('retention_failed', describeError(error));
    }
  };

  const endHolds = async (): Promise<void> => {
    try {
      await writer.endHolds();
    } catch (error) {
      readiness.noteFault(error);
      if (!(error instanceof ServiceFault)) log.warn('holds_not_ended', describeError(error));
    }
  };

  void endHolds();
  void warnAboutKeys(options);
  const closer = new Closer(options);
  void closer.run();
  // However often it starts, that moves it no further.
  void keepUp(0);
  const timers = [
    setInterval(() => void writeKeyUsage(keyUses.drainDue()), MINUTE_MS),
    // The result is logged, because not every service is monitored with /readyz.
    setInterval(() => void readiness.check().catch(() => {}), MINUTE_MS),
    setInterval(() => void endHolds(), HOLD_INTERVAL_MS),
    // A thread that dies is logged where it is started.
    setInterval(() => void writer.shrinkLog().catch(() => {}), MINUTE_MS),
    setInterval(() => void warnAboutKeys(options), DAY_MS),
    setInterval(() => void closer.run(), CLOSING_INTERVAL_MS),
    setInterval(() => void keepUp(DELETION_STEP_MS), HOUR_MS),
  ];
  for (const timer of timers) timer.unref();
  return {
    stop: () => {
      isStopped = true;
      for (const timer of timers) clearInterval(timer);
      closer.stop();
      return writeKeyUsage(keyUses.drainAll());
    },
  };
}

/** Logs which keys expire soon. */
export async function warnAboutKeys(options: {
  db: Reads;
  log: Logger;
  now: () => number;
}): Promise<void> {
  const { db, log } = options;
  const now = options.now();
  try {
    for (const warning of await db.do(listKeyWarnings(now))) {
      if (warning.about !== 'expires_soon') continue;
      const { keyId, companyId, expiresAt, daysLeft } = warning;
      log.warn('key_expires_soon', {
        key_id: keyId,
        company_id: companyId,
        expires_at: isoTime(expiresAt),
        days_left: daysLeft,
      });
    }
  } catch (error) {
    // A damaged page of the file does not stop the service.
    log.warn('keys_not_looked_at', describeError(error));
  }
}
