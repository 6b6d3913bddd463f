import type { MailAnswer } from '../../domain/mail/mail-answer.ts';
import { type Mail, MailFailure, SmtpSession, type TimeLimits } from './smtp-session.ts';
import { type MailTransport, readPassword } from './transport.ts';

/** Hands mails over one after another, and keeps the connection between them. */
export class MailSender {
  readonly #transport: MailTransport;
  readonly #limits: TimeLimits | undefined;
  #session: SmtpSession | undefined;

  constructor(transport: MailTransport, limits?: TimeLimits) {
    this.#transport = transport;
    this.#limits = limits;
  }

  get from() {
    return this.#transport.from;
  }

  /** Hands a mail over. Never throws: what went wrong is in the answer. */
  async send(mail: Mail): Promise<MailAnswer> {
    try {
      if (!this.#session?.isOpen) this.#session = await this.#open();
      return await this.#session.send(mail);
    } catch (error) {
      if (error instanceof MailFailure) return error.answer;
      throw error;
    }
  }

  /** Ends the connection in a polite way, until the next mail. */
  rest(): void {
    this.#session?.quit();
    this.#session = undefined;
  }

  /** Ends the connection at once, also in the middle of a mail. */
  stop(): void {
    this.#session?.close();
    this.#session = undefined;
  }

  #open(): Promise<SmtpSession> {
    let password: string | undefined;
    try {
      password = readPassword(this.#transport);
    } catch (error) {
      const text = (error as NodeJS.ErrnoException).code ?? '';
      throw new MailFailure({ step: 'sign_in', error: 'password_file', status: null, text });
    }
    return SmtpSession.open(this.#transport.server, password, this.#limits);
  }
}
