import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../domain/duration.ts';
import { heldUpBy, type MailAnswer } from '../../domain/mail/mail-answer.ts';
import { MAX_RETRY_DELAY_MS } from '../../domain/webhook/schedule.ts';
import type { MailSender } from '../../service/mail/mail-sender.ts';
import type { MailAttempt } from '../../service/mail/record-mails.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import { KeptBoards } from '../../worker/kept-boards.ts';
import { type MailKey, type MailSource, makeMail } from './make-mail.ts';
import { Pauses } from './pauses.ts';

/** How long attempts are made before they are recorded, in milliseconds: what is not recorded is sent again. */
const RECORD_MS = 1_000;

/** How long the ranks of a company are said as they were, in milliseconds. */
const RANKS_MS = 10 * MINUTE_MS;

/**
 * Sends the mails of the outbox, one of each company in turn. It only reads the data: attempts are returned to whoever
 * records them. Where several processes serve one database, one of them sends at a time.
 */
export class Mailer {
  readonly #db: Database;
  readonly #sender: MailSender;
  readonly #source: MailSource;
  readonly #gapMs: number;
  readonly #clock: () => number;
  readonly #stopping = new AbortController();
  /** Of all, or of a company. */
  readonly #pauses = new Pauses<'all' | number>();
  #lastAt = 0;
  #lastCompany = 0;

  /**
   * @param options.address where browsers reach the service
   * @param options.rate mails a second, at most
   * @param options.clock in milliseconds UTC
   */
  constructor(options: {
    db: Database;
    sender: MailSender;
    address: string;
    rate: number;
    clock: () => number;
  }) {
    this.#db = options.db;
    this.#sender = options.sender;
    const { db, sender, address } = options;
    const boards = new KeptBoards(db, RANKS_MS);
    this.#source = { db, boards, address, from: sender.from };
    this.#gapMs = 1_000 / options.rate;
    this.#clock = options.clock;
  }

  /** Sends mails that are due, for a second or so. The next call says that the attempts have been recorded. */
  async sendDue(): Promise<MailAttempt[]> {
    const from = this.#clock();
    const attempts: MailAttempt[] = [];
    if (this.#pauses.isPaused('all', from) || this.#db.acquireLease('mailing') === null)
      return attempts;
    const times = { now: from, horizon: from + MAX_RETRY_DELAY_MS };
    for (const due of this.#inTurn(this.#db.all(mails.listDue, times))) {
      const now = this.#clock();
      const isLate = Math.abs(now - from) > RECORD_MS && attempts.length > 0;
      if (isLate || this.#stopping.signal.aborted || this.#pauses.isPaused('all', now)) break;
      if (this.#pauses.isPaused(due.companyId, now)) continue;
      this.#lastCompany = due.companyId;
      const attempt = await this.#attempt(due);
      if (attempt) attempts.push(attempt);
    }
    if (attempts.length === 0) this.#sender.rest();
    return attempts;
  }

  /** Ends the mail in progress, of which nobody knows then whether it was sent. */
  stop(): void {
    this.#stopping.abort();
    this.#sender.stop();
  }

  /** From the company after the last one on, because a call may end before each has had its turn. */
  #inTurn(due: readonly MailKey[]): MailKey[] {
    const had = ({ companyId }: MailKey) => Number(companyId <= this.#lastCompany);
    return due.toSorted((a, b) => had(a) - had(b) || a.companyId - b.companyId);
  }

  async #attempt(key: MailKey): Promise<MailAttempt | undefined> {
    await this.#waitForTurn();
    const at = this.#clock();
    // Read by the connection that has the lease, right before it is sent: then nobody else has sent it.
    const made = makeMail(this.#source, key, at);
    if (made === undefined || this.#stopping.signal.aborted) return undefined;
    const { about = key, also = [], mail } = made;
    if (typeof mail === 'string') return { ...about, also, at, dropped: mail };
    this.#lastAt = performance.now();
    const answer = await this.#sender.send(mail);
    if (this.#stopping.signal.aborted && answer.error !== null) return undefined;
    this.#notePause(answer, key.companyId);
    return { ...about, also, at, answer };
  }

  #notePause(answer: MailAnswer, companyId: number): void {
    const held = heldUpBy(answer);
    if (held === 'all') this.#pauses.noteFailure('all', this.#clock());
    else this.#pauses.noteSuccess('all');
    if (held === 'company') this.#pauses.noteFailure(companyId, this.#clock());
    else if (held === null) this.#pauses.noteSuccess(companyId);
  }

  async #waitForTurn(): Promise<void> {
    const wait = this.#lastAt === 0 ? 0 : this.#lastAt + this.#gapMs - performance.now();
    const { signal } = this.#stopping;
    if (wait > 0) await sleep(wait, undefined, { signal }).catch(() => {});
  }
}
