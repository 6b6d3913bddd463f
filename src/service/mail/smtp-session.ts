import MailComposer from 'nodemailer/lib/mail-composer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailAnswer, MailError, MailStep } from '../../domain/mail/mail-answer.ts';
import { type Mailbox, toHeaderText } from '../../domain/mail/mailbox.ts';
import type { SmtpServer } from '../../domain/mail/smtp-server.ts';

/** How long a server may take to take a connection, and for each step in all, in milliseconds. */
export type TimeLimits = { connect: number; step: number };
const TIME_LIMITS: TimeLimits = { connect: 15_000, step: 60_000 };

/** How long a server may take to end a connection, in milliseconds. */
const CLOSE_MS = 1_000;

/** Bytes of one answer of a server; a longer one ends the connection. */
const MAX_ANSWER = 65_536;

/** Characters of an answer that are kept. */
const KEPT = 300;

/** A mail to one receiver. */
export type Mail = {
  /** Its stable name: a mail that is sent twice has it twice. */
  id: string;
  from: Mailbox;
  to: Mailbox;
  subject: string;
  text: string;
  html: string;
  /** In milliseconds UTC. */
  date: number;
  /** Where programs for mail end this kind of mail with one click, see RFC 8058. */
  unsubscribe?: string;
};

/** What went wrong, as `MailAnswer` says it. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure';
  readonly answer: MailAnswer & { error: MailError };

  constructor(answer: MailAnswer & { error: MailError }) {
    super(answer.error);
    this.answer = answer;
  }
}

/** An error of nodemailer's. */
type SmtpError = Error & { code?: string | undefined; response?: string | undefined };

type Done<T> = (error?: SmtpError | null, value?: T) => void;

/**
 * A connection to a server that takes mail. Every step ends after a time, whatever the server does, and nothing of an
 * answer is kept but its first line.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #password: string | undefined;
  readonly #stepMs: number;
  #isOpen = true;

  private constructor(server: SmtpServer, password: string | undefined, limits: TimeLimits) {
    const { host, port, security } = server;
    const { connect, step } = limits;
    this.#password = password;
    this.#stepMs = step;
    this.#connection = new SMTPConnection({
      ...{ host, port, secure: security === 'tls' },
      ...{ requireTLS: security === 'starttls', ignoreTLS: security === 'none' },
      ...{ connectionTimeout: connect, greetingTimeout: connect, dnsTimeout: connect },
      ...{ socketTimeout: step, socketCloseTimeout: CLOSE_MS, maxResponseSize: MAX_ANSWER },
      logger: false,
    });
    // Without a listener an error would end the thread. Whoever waits for a step has one of their own.
    this.#connection.on('error', () => {});
    this.#connection.on('end', () => {
      this.#isOpen = false;
    });
  }

  /**
   * Connects, encrypts, and signs in where the server has a user.
   *
   * @throws MailFailure
   */
  static async open(
    server: SmtpServer,
    password: string | undefined,
    limits: TimeLimits = TIME_LIMITS,
  ): Promise<SmtpSession> {
    const session = new SmtpSession(server, password, limits);
    const connection = session.#connection;
    try {
      await session.#step('connect', (done) => connection.connect(done));
      if (server.user !== undefined) {
        const auth = { user: server.user, pass: password ?? '' };
        await session.#step('sign_in', (done) => connection.login(auth, done));
      }
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }

  /** Whether another mail can be sent. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Hands a mail over.
   *
   * @returns what the server answered
   * @throws MailFailure; where the server refused this mail alone, the session goes on
   */
  async send(mail: Mail): Promise<MailAnswer> {
    const message = await compose(mail);
    const envelope = { from: mail.from.address, to: [mail.to.address], size: message.length };
    try {
      const info = await this.#step<{ response: string }>('send', (done) =>
        this.#connection.send(envelope, message, done),
      );
      return { step: 'send', error: null, ...this.#answerOf(info?.response ?? '') };
    } catch (error) {
      if (this.isOpen && isAnswerAboutMail(error)) await this.#reset();
      else this.close();
      throw error;
    }
  }

  close(): void {
    this.#isOpen = false;
    this.#connection.close();
  }

  /** Ends in a polite way, without waiting for the answer. */
  quit(): void {
    if (this.isOpen) this.#connection.quit();
    this.#isOpen = false;
  }

  async #reset(): Promise<void> {
    try {
      await this.#step('send', (done) => this.#connection.reset(done));
    } catch {
      this.close();
    }
  }

  #step<T>(step: MailStep, start: (done: Done<T>) => void): Promise<T | undefined> {
    const connection = this.#connection;
    const { promise, resolve, reject } = Promise.withResolvers<T | undefined>();
    const fail = (error: SmtpError) => reject(this.#failureOf(step, error));
    const onEnd = () => fail(Object.assign(new Error('The connection was closed')));
    const onLate = () => {
      fail(Object.assign(new Error('It took too long'), { code: 'ETIMEDOUT' }));
      this.close();
    };
    const timer = setTimeout(onLate, this.#stepMs);
    connection.on('error', fail);
    connection.on('end', onEnd);
    start((error, value) => (error ? fail(error) : resolve(value)));
    return promise.finally(() => {
      clearTimeout(timer);
      connection.off('error', fail);
      connection.off('end', onEnd);
    });
  }

  #failureOf(step: MailStep, error: SmtpError): MailFailure {
    const { status, text } = this.#answerOf(error.response || error.message);
    const isAnswer = error.response !== undefined && status !== null;
    return new MailFailure({
      ...{ step, error: codeOf(step, error, isAnswer) },
      ...{ status: isAnswer ? status : null, text },
    });
  }

  /** The first line of what a server says, in which a hostile one could repeat the password. */
  #answerOf(response: string): { status: number | null; text: string } {
    const [line = ''] = response.split('\n', 1);
    const password = this.#password;
    const isSafe = !password || !line.includes(password);
    return {
      status: /^[2-5]\d\d(?!\d)/.test(line) ? Number(line.slice(0, 3)) : null,
      text: isSafe ? toHeaderText(line.slice(0, KEPT)) : '',
    };
  }
}

const CODES: Readonly<Record<string, MailError>> = {
  ETIMEDOUT: 'timeout',
  EDNS: 'unknown_host',
  ETLS: 'tls',
  EAUTH: 'sign_in',
  ENOAUTH: 'sign_in',
  EPROTOCOL: 'protocol',
};

/** A certificate that is not accepted is an error of the socket. */
const OF_TLS = /certificate|altnames|\bSSL\b|\bTLS\b/i;

/** What the library refuses by itself, such as a mail that is longer than the server takes. */
const OF_MAIL: ReadonlySet<string> = new Set(['EMESSAGE', 'EENVELOPE']);

function codeOf(step: MailStep, error: SmtpError, isAnswer: boolean): MailError {
  if (step === 'send' && isAnswer) return 'refused';
  if (error.response === undefined && OF_MAIL.has(error.code ?? '')) return 'refused';
  const known = CODES[error.code ?? ''];
  if (known) return known;
  return OF_TLS.test(error.message) ? 'tls' : 'unreachable';
}

const isAnswerAboutMail = (error: unknown): boolean =>
  error instanceof MailFailure && error.answer.error === 'refused' && error.answer.status !== 421;

/** The text of a mail as it goes over the wire. Names and texts cannot add a line to its head, nor a receiver. */
function compose(mail: Mail): Promise<Buffer> {
  const composer = new MailComposer({
    ...{ from: named(mail.from), to: [named(mail.to)], subject: toHeaderText(mail.subject) },
    ...{ text: mail.text, html: mail.html, date: new Date(mail.date) },
    messageId: `<${mail.id}@${mail.from.address.split('@')[1]}>`,
    // No answer of an absent person, and no loop of two machines.
    headers: {
      ...{ 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      ...(mail.unsubscribe && {
        'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribe}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    ...{ disableFileAccess: true, disableUrlAccess: true },
  });
  return composer.compile().build();
}

const named = ({ name, address }: Mailbox): Mailbox => ({ name: toHeaderText(name), address });
