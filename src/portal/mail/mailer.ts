import { setTimeout as sleep } from 'node:timers/promises';
import { heldUpBy, type MailAnswer } from '../../domain/mail/mail-answer.ts';
import type { DropReason, LinkKind, NoticeKind } from '../../domain/mail/mail-kind.ts';
import { MAX_RETRY_DELAY_MS } from '../../domain/webhook/schedule.ts';
import { programmeOf } from '../../service/company/programme.ts';
import type { MailSender } from '../../service/mail/mail-sender.ts';
import { linkSecretOf } from '../../service/mail/outbox.ts';
import { mailAddressOf } from '../../service/mail/receiver.ts';
import type { MailAttempt } from '../../service/mail/record-mails.ts';
import type { Mail } from '../../service/mail/smtp-session.ts';
import { unsubscribeToken } from '../../service/mail/unwanted-mail.ts';
import { hashSecret } from '../../service/portal/sessions.ts';
import type { Database } from '../../store/database.ts';
import type { WaitingMail } from '../../store/mail/mails.ts';
import * as mails from '../../store/mail/mails.ts';
import { en, type Messages } from '../languages/en.ts';
import { inZone } from '../languages/in-zone.ts';
import { linkMail } from './link-mail.ts';
import { findNews } from './news.ts';
import { noticeMail } from './notice-mail.ts';
import { Pauses } from './pauses.ts';

/** How long attempts are made before they are recorded, in milliseconds: what is not recorded is sent again. */
const RECORD_MS = 1_000;

/** The most that one mail tells of. The rest is for the next one. */
const MAX_TOLD = 100;

type MailKey = { companyId: number; entry: number };

/** A mail, or why there is none; where it is about several of the outbox, the first and the others. */
type Made = { about?: MailKey; also?: readonly number[]; mail: Mail | DropReason };

/**
 * Sends the mails of the outbox, one of each company in turn. It only reads the data: attempts are returned to whoever
 * records them. Where several processes serve one database, one of them sends at a time.
 */
export class Mailer {
  readonly #db: Database;
  readonly #sender: MailSender;
  readonly #address: string;
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
    this.#address = options.address;
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
    const made = this.#make(key, at);
    if (made === undefined || this.#stopping.signal.aborted) return undefined;
    const { about = key, also = [], mail } = made;
    if (typeof mail === 'string') return { ...about, also, at, dropped: mail };
    this.#lastAt = performance.now();
    const answer = await this.#sender.send(mail);
    if (this.#stopping.signal.aborted && answer.error !== null) return undefined;
    this.#notePause(answer, key.companyId);
    return { ...about, also, at, answer };
  }

  /** A mail as it is now, or why there is none; undefined where it does not wait any more. */
  #make(key: MailKey, now: number): Made | undefined {
    const row = this.#db.one(mails.find, key);
    if (!row) return undefined;
    const address = row.mode === 'live' ? mailAddressOf(row) : null;
    if (address === null) return { mail: 'no_receiver' };
    if (row.expiresAt <= now) return { mail: 'expired' };
    if (row.isUnwanted === 1) return { mail: 'unwanted' };
    const { employeeNumber, linkSeed } = row;
    if (linkSeed !== null) return { mail: this.#makeLink(key, { ...row, linkSeed }, address) };
    return employeeNumber === null
      ? undefined
      : this.#makeNotice(key, { ...row, employeeNumber }, address);
  }

  #makeLink(
    key: MailKey,
    row: WaitingMail & { linkSeed: Uint8Array },
    address: string,
  ): Mail | DropReason {
    const secret = linkSecretOf(this.#db, row.linkSeed);
    // It was used, or replaced by a later one.
    if (!this.#db.one(mails.findLink, { ...key, hash: hashSecret(secret) })) return 'link_gone';
    const link = `${this.#address}/portal/link/${secret}`;
    return {
      ...{ id: row.id, date: row.createdAt, from: this.#sender.from },
      to: { name: row.name ?? '', address },
      ...linkMail(this.#texts(key.companyId), {
        ...row,
        kind: row.kind as LinkKind,
        address,
        link,
      }),
    };
  }

  /** One mail about everything of its kind that the receiver waits to be told of. It has the name of the oldest notice. */
  #makeNotice(
    { companyId }: MailKey,
    row: WaitingMail & { employeeNumber: number },
    address: string,
  ): Made | undefined {
    const whose = { companyId, employeeNumber: row.employeeNumber, kind: row.kind as NoticeKind };
    const [first, ...rest] = this.#db.all(mails.listNotices, { ...whose, most: MAX_TOLD });
    if (!first) return undefined;
    const about = { companyId, entry: first.entry };
    const also = rest.map(({ entry }) => entry);
    const news = findNews(
      this.#db,
      whose,
      [first, ...rest].map(({ subject }) => subject),
    );
    if (news.lines.length === 0) return { about, also, mail: 'nothing_left' };
    const token = unsubscribeToken(this.#db, whose);
    const unsubscribe = `${this.#address}/portal/mails/${token}`;
    const mail = {
      ...{ id: first.id, date: row.createdAt, from: this.#sender.from, unsubscribe },
      to: { name: row.name ?? '', address },
      ...noticeMail(this.#texts(companyId), {
        ...row,
        address,
        news,
        unsubscribe,
        portal: `${this.#address}/portal`,
      }),
    };
    return { about, also, mail };
  }

  /** What mails of a company say, with its times. */
  #texts(companyId: number): Messages {
    return inZone(en, programmeOf(this.#db, companyId).time_zone);
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
