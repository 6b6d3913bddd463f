import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../domain/duration.ts';
import { isDelivered } from '../domain/webhook/attempt.ts';
import { MAX_RETRY_DELAY_MS } from '../domain/webhook/schedule.ts';
import type {
  DeliveredThrough,
  DeliveryAttempt,
  DeliveryBatch,
} from '../service/webhooks/deliveries.ts';
import { signingSecrets } from '../service/webhooks/secrets.ts';
import type { Message, Sender } from '../service/webhooks/sender.ts';
import type { Maker } from '../service/webhooks/target.ts';
import { isChat } from '../service/webhooks/webhooks.ts';
import type { Database } from '../store/database.ts';
import * as events from '../store/events/events.ts';
import * as deliveries from '../store/webhooks/webhook-deliveries.ts';
import type { WebhookRow } from '../store/webhooks/webhooks.ts';
import * as webhooks from '../store/webhooks/webhooks.ts';

/** Attempts at the same time: to one webhook, and in all. */
const MAX_PER_WEBHOOK = 8;
const MAX_IN_ALL = 128;

/** With this many attempts in progress no webhook gets a second one, so that one with new events need not wait. */
const MAX_SHARED = 96;

/** Attempts at the same time to all failing webhooks, which get one at a time each. */
const MAX_FAILING = 32;

/** How long a webhook gets nothing at all because it asked for time, at most, in milliseconds. */
const MAX_PAUSE_MS = 10 * MINUTE_MS;

/** With more unrecorded attempts than this no new one begins. */
const MAX_UNRECORDED = 1_000;

/** The events of one message to a chat, at most. */
const MAX_MERGED = 5_000;

/**
 * What happens within this time of each other is one message to a chat, so that a chat gets at most one within it; in
 * milliseconds. Where more and more happens, a message is sent after a while nevertheless.
 */
const QUIET_MS = 3_000;
const MAX_WAIT_MS = 30_000;

/** Events that are read for one webhook at once, and how many are searched for them. */
const READ_AT_ONCE = 50;
const SEARCH_AT_ONCE = 10_000;

/** How many events without a delivery are passed before that is recorded. */
const RECORD_AFTER = 1_000;

/** How often the data file is checked for new events and due retries, in milliseconds. */
const CHECK_MS = 200;

/** How long attempts may go on when the service stops, in milliseconds. */
const DRAIN_MS = 5_000;

/** The body of a message to a chat about events; undefined where there is nothing to say. */
export type RenderChat = (
  db: Database,
  webhook: WebhookRow,
  sequences: readonly number[],
) => string | undefined;

/** A webhook that is delivered to. */
type Target = {
  row: WebhookRow;
  isChat: boolean;
  /** The event up to which it has been read. */
  position: number;
  /** The position that was last given out to be recorded. */
  recorded: number;
  /** Events that are sent next, by number. */
  queue: number[];
  /** When the first and the last event was added to those that the next message to a chat is about. */
  firstAt: number;
  lastAt: number;
  /** Events that are in the queue, are being sent, or were sent and are not recorded. */
  busy: Set<number>;
  sending: number;
  isFailing: boolean;
  /** Until when it gets nothing, in milliseconds UTC. */
  pausedUntil: number;
  /** It answered that it is gone, which is not recorded yet. */
  isGone: boolean;
  /** Whether there may be more to read. */
  hasMore: boolean;
};

/**
 * Delivers events to webhooks. It only reads the data file: attempts are collected by whoever records them. What was
 * not recorded is delivered again after a crash. Where several processes serve one database, one of them delivers at a time.
 *
 * Time never passes by a timer here, except within an attempt: a retry is due when the clock says so.
 */
export class Deliverer {
  readonly #db: Database;
  readonly #sender: Sender;
  readonly #renderChat: RenderChat;
  readonly #clock: () => number;
  readonly #targets = new Map<string, Target>();
  readonly #sending = new Set<Promise<void>>();
  #attempts: DeliveryAttempt[] = [];
  /** The attempts that were collected last, until the next call says that they are recorded. */
  #collected: readonly DeliveryAttempt[] = [];
  #collector: PromiseWithResolvers<DeliveryBatch> | undefined;
  #version: number | undefined;
  /** Null while another process delivers. */
  #lease: number | null = null;
  #timer: NodeJS.Timeout | undefined;
  #isStopping = false;

  /** @param options.clock in milliseconds UTC */
  constructor(options: {
    db: Database;
    sender: Sender;
    renderChat: RenderChat;
    clock: () => number;
  }) {
    this.#db = options.db;
    this.#sender = options.sender;
    this.#renderChat = options.renderChat;
    this.#clock = options.clock;
  }

  /**
   * Waits for attempts and gives them out. The next call says that they have been recorded. The first one starts the
   * deliveries.
   */
  collect(): Promise<DeliveryBatch> {
    for (const attempt of this.#collected) {
      const target = this.#targets.get(keyOf(attempt));
      for (const sequence of attempt.sequences) target?.busy.delete(sequence);
      if (target && attempt.status === 410) target.isGone = false;
    }
    this.#collected = [];
    this.#collector = Promise.withResolvers();
    const { promise } = this.#collector;
    this.#timer ??= setInterval(() => this.check(), CHECK_MS);
    this.check();
    return promise;
  }

  /** Looks for changed webhooks, new events and due retries. */
  check(): void {
    this.#work(() => {
      const lease = this.#db.acquireLease('delivering');
      if (lease !== this.#lease) {
        // Since the lease was lost, another process may have delivered.
        this.#targets.clear();
        this.#version = undefined;
        this.#lease = lease;
      }
      if (lease === null) return;
      const version = this.#db.snapshotVersion();
      if (version !== this.#version) this.#readWebhooks();
      this.#version = version;
      for (const webhook of this.#db.all(deliveries.listWithWork, {
        webhooks: Array.from(this.#targets.values(), ({ row, position }) => ({
          ...row,
          reached: position,
        })),
        ...this.#retryTimes(),
      })) {
        const target = this.#targets.get(keyOf(webhook));
        if (target) target.hasMore = true;
      }
    });
  }

  /** Begins no more attempts, waits a while for those in progress, and gives out what is not collected. */
  async drain(): Promise<DeliveryBatch> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    this.#collector?.resolve({ attempts: [], deliveredThrough: [] });
    this.#collector = undefined;
    const done = new AbortController();
    await Promise.race([
      Promise.all(this.#sending),
      sleep(DRAIN_MS, undefined, { signal: done.signal }).catch(() => {}),
    ]);
    done.abort();
    this.#sender.close();
    return this.#takeBatch();
  }

  /** Runs `task`, begins whatever can begin, and gives out attempts. An error goes to the collector. */
  #work(task: () => void): void {
    if (this.#isStopping) return;
    try {
      task();
      while (this.#sending.size < MAX_IN_ALL && this.#unrecorded < MAX_UNRECORDED) {
        const target = this.#next();
        if (!target) break;
        this.#begin(target);
      }
      this.#giveOut();
    } catch (error) {
      this.#collector?.reject(error);
      this.#collector = undefined;
    }
  }

  get #unrecorded(): number {
    return this.#attempts.length + this.#collected.length;
  }

  #readWebhooks(): void {
    const rows = this.#db.all(webhooks.listEnabled, {});
    const enabled = new Map(rows.map((row) => [keyOf(row), row]));
    for (const key of this.#targets.keys()) if (!enabled.has(key)) this.#targets.delete(key);
    for (const [key, row] of enabled) {
      const target = this.#targets.get(key);
      if (target) target.row = row;
      else this.#targets.set(key, createTarget(row));
    }
  }

  /** The webhook with the fewest attempts in progress that has something to be sent. */
  #next(): Target | undefined {
    const targets = [...this.#targets.values()];
    const failing = targets.filter(({ isFailing, sending }) => isFailing && sending > 0).length;
    const most = this.#sending.size < MAX_SHARED ? MAX_PER_WEBHOOK : 1;
    const now = this.#clock();
    const capacityOf = ({ isChat, isFailing, isGone, pausedUntil }: Target) => {
      // A longer pause was begun by a clock that has been set back since.
      const isPaused = pausedUntil > now && pausedUntil <= now + MAX_PAUSE_MS;
      if (isGone || isPaused) return 0;
      if (isFailing) return Number(failing < MAX_FAILING);
      return isChat ? 1 : most;
    };
    let best: Target | undefined;
    for (const target of targets) {
      const { sending } = target;
      if (sending >= capacityOf(target) || sending >= (best?.sending ?? Infinity)) continue;
      const { isChat, queue } = target;
      if (target.hasMore && (isChat ? queue.length < MAX_MERGED : queue.length === 0)) {
        this.#read(target);
      }
      if (queue.length > 0 && (!isChat || isRipe(target, now))) best = target;
    }
    return best;
  }

  #read(target: Target): void {
    const { companyId, entry, types } = target.row;
    const count = target.isChat ? MAX_MERGED : READ_AT_ONCE;
    const limit = { companyId, entry, count };
    const due = this.#db.all(deliveries.listDue, { ...limit, ...this.#retryTimes() });
    const after = target.position;
    const last = this.#db.one(events.findBounds, { companyId })?.last ?? after;
    const through = Math.min(last, after + SEARCH_AT_ONCE);
    const fresh =
      after < through ? this.#db.all(deliveries.listNew, { ...limit, after, through, types }) : [];
    const isCut = fresh.length === count;
    target.position = Math.max(after, (isCut ? fresh.at(-1)?.sequence : through) ?? after);
    const added = [...due, ...fresh].filter(({ sequence }) => !target.busy.has(sequence));
    const now = this.#clock();
    if (target.queue.length === 0) target.firstAt = now;
    if (added.length > 0) target.lastAt = now;
    for (const { sequence } of added) {
      target.busy.add(sequence);
      target.queue.push(sequence);
    }
    target.hasMore = added.length > 0;
  }

  /** Retries before the first time are due, and so are those after the second one. */
  #retryTimes(): { now: number; horizon: number } {
    const now = this.#clock();
    return { now, horizon: now + MAX_RETRY_DELAY_MS };
  }

  #begin(target: Target): void {
    const sequences = target.queue.slice(0, target.isChat ? MAX_MERGED : 1);
    const message = this.#readMessage(target, sequences);
    // Only now: an event that could not be read is read again.
    target.queue.splice(0, sequences.length);
    target.firstAt = target.lastAt = this.#clock();
    if (!message) {
      for (const sequence of sequences) target.busy.delete(sequence);
      return;
    }
    // Among those with as many attempts in progress it is the last one to get another.
    const key = keyOf(target.row);
    this.#targets.delete(key);
    this.#targets.set(key, target);
    target.sending++;
    const sending = this.#deliver(target, sequences, message).finally(() => {
      target.sending--;
      this.#sending.delete(sending);
      this.#work(() => {});
    });
    this.#sending.add(sending);
  }

  /** An event as it is now, or what a chat is told of several; nothing if they were deleted since. */
  #readMessage({ row, isChat }: Target, sequences: readonly number[]): Message | undefined {
    const { companyId } = row;
    const [sequence = 0] = sequences;
    if (isChat) {
      const body = this.#renderChat(this.#db, row, sequences);
      return body === undefined ? undefined : { id: `${sequence}`, body };
    }
    const one = { companyId, after: sequence - 1, through: sequence, types: null, count: 1 };
    const [event] = this.#db.all(events.listJson, one);
    if (!event) return undefined;
    return { id: (JSON.parse(event.json) as { id: string }).id, body: event.json };
  }

  async #deliver(target: Target, sequences: readonly number[], message: Message): Promise<void> {
    const { companyId, entry, url, secrets, madeBy } = target.row;
    const now = this.#clock();
    const to = { companyId, url, secrets: signingSecrets(secrets, now), madeBy: madeBy as Maker };
    const attempt = await this.#sender.send(to, message, now);
    if (this.#isStopping && attempt.error === 'stopped') return;
    target.isFailing = !isDelivered(attempt);
    if (target.isFailing && attempt.retryAfterMs > 0) {
      target.pausedUntil = this.#clock() + Math.min(attempt.retryAfterMs, MAX_PAUSE_MS);
    }
    target.isGone ||= attempt.status === 410;
    this.#attempts.push({ ...attempt, companyId, entry, sequences });
  }

  #giveOut(): void {
    if (!this.#collector) return;
    const batch = this.#takeBatch();
    const isWorthIt = batch.attempts.length > 0 || batch.deliveredThrough.length > 0;
    if (!isWorthIt) return;
    this.#collector.resolve(batch);
    this.#collector = undefined;
  }

  #takeBatch(): DeliveryBatch {
    const attempts = this.#attempts;
    this.#attempts = [];
    this.#collected = attempts;
    const byWebhook = Map.groupBy(attempts, keyOf);
    const deliveredThrough = Array.from(this.#targets, ([key, target]) =>
      this.#settledBy(target, byWebhook.get(key) ?? []),
    ).flat();
    return { attempts, deliveredThrough };
  }

  /** Up to which event a webhook has nothing left to be read once these attempts to it are recorded. */
  #settledBy(target: Target, attempts: readonly DeliveryAttempt[]): DeliveredThrough[] {
    const { companyId, entry } = target.row;
    const done = new Set(attempts.flatMap(({ sequences }) => sequences));
    const open = [...target.busy].filter((one) => one > target.recorded && !done.has(one));
    const through = Math.min(target.position, ...open.map((sequence) => sequence - 1));
    const step = done.size > 0 ? 1 : RECORD_AFTER;
    if (through - target.recorded < step) return [];
    target.recorded = through;
    return [{ companyId, entry, through }];
  }
}

const keyOf = ({ companyId, entry }: { companyId: number; entry: number }): string =>
  `${companyId} ${entry}`;

/** Whether a message to a chat is sent now. A clock that was set back never holds one up. */
const isRipe = ({ firstAt, lastAt }: Target, now: number): boolean =>
  now - lastAt >= QUIET_MS || now - firstAt >= MAX_WAIT_MS || now < lastAt;

const createTarget = (row: WebhookRow): Target => ({
  row,
  isChat: isChat(row),
  position: row.deliveredThrough,
  recorded: row.deliveredThrough,
  queue: [],
  firstAt: 0,
  lastAt: 0,
  busy: new Set(),
  sending: 0,
  isFailing: row.failingSince !== null,
  pausedUntil: 0,
  isGone: false,
  hasMore: true,
});
