import { setTimeout as sleep } from 'node:timers/promises';
import type { MailAttempt, MailResult } from '../../service/mail/record-mails.ts';
import type { MailTransport } from '../../service/mail/transport.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import type { Reads } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import { WorkerHandle } from '../../worker/worker-handle.ts';
import type { Writer } from '../../worker/writer.ts';
import { startMailThread } from './start-thread.ts';
import type { MailTasks, MailThreadData, Outbox } from './tasks.ts';

/** How often it is checked whether a mail waits, in milliseconds. */
const CHECK_MS = 1_000;

/** How many steps of rounds are taken before mails are sent again. */
const ROUND_STEPS = 5;

/** How long to wait after a failure, in milliseconds. */
const RETRY_MS = 2_000;

/** How long the mail in progress may go on when the service stops, in milliseconds. */
const DRAIN_MS = 5_000;

/** The outbox of a running service. */
export type Mails = {
  /** Ends the mail in progress and records the last attempts. */
  stop(): Promise<void>;
};

/**
 * Starts the thread that sends mail as soon as one waits. The writer records the attempts.
 *
 * @param options.db of the main thread
 * @param options.onResults called with what was recorded
 */
export function startMails(options: {
  db: Reads;
  transport: MailTransport;
  outbox: Outbox;
  writer: Writer;
  log: Logger;
  /** The time in milliseconds UTC. */
  now: () => number;
  onResults: (results: readonly MailResult[]) => void;
}): Mails {
  const { db, transport, outbox, writer, log, now, onResults } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const thread = new WorkerHandle<MailTasks, MailThreadData>({
    data: { engagedRole: 'mail', transport, outbox },
    start: startMailThread,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    onCrash: (failure) => log.error('mailer_died', describeError(failure)),
  });

  /** Records what was sent, because it is sent again otherwise; tries until it is, or the service stops. */
  const record = async (attempts: readonly MailAttempt[]): Promise<void> => {
    for (let isFirst = true; ; isFirst = false) {
      try {
        onResults(await writer.recordMails(attempts));
        return;
      } catch (error) {
        if (isFirst) log.warn('mails_not_recorded', describeError(error));
        if (signal.aborted) return;
        await pause(RETRY_MS);
      }
    }
  };

  /** Whether the server took the last mail. */
  let isTaken = true;
  const note = (attempt: MailAttempt): void => {
    if (!('answer' in attempt)) return;
    const { error, status } = attempt.answer;
    if (error !== null && isTaken) log.warn('mail_not_taken', { error, status });
    isTaken = error === null;
  };

  /** When the next step of a round is to be taken, as `performance.now` says. */
  let nextStep = 0;
  /** Tells more people of what is told at a time of its own; a little at a time, because mails are sent meanwhile. */
  const goRound = async (): Promise<void> => {
    for (let steps = 0; steps < ROUND_STEPS && performance.now() >= nextStep; steps++) {
      nextStep = performance.now() + (await writer.takeRoundStep(now()));
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      try {
        await goRound();
        const attempts = (await hasWaiting(db)) ? await thread.call('sendDue', null) : [];
        for (const attempt of attempts) note(attempt);
        if (attempts.length > 0) await record(attempts);
        else await pause(CHECK_MS);
      } catch (error) {
        if (!signal.aborted) log.warn('mails_not_sent', describeError(error));
        await pause(RETRY_MS);
      }
    }
  };
  const running = run();

  return {
    stop: async () => {
      stopping.abort();
      const late = setTimeout(() => void thread.call('stop', null).catch(() => {}), DRAIN_MS);
      await running;
      clearTimeout(late);
      await thread.close();
    },
  };
}

async function hasWaiting(db: Reads): Promise<boolean> {
  await db.refreshSnapshot();
  return ((await db.one(mails.findWaiting, {}))?.since ?? null) !== null;
}
