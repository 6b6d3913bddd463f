import type { Answer, Question } from './protocol.ts';
import type { Session } from './session.ts';

/** A session for the main thread, which loads the driver with the first question: a service on a file needs none. */
export class LaterSession {
  readonly #load: () => Promise<Session>;
  #session: Promise<Session> | undefined;
  #isClosed = false;

  /** As `Session`. */
  constructor(url: string, setUp: readonly string[]) {
    this.#load = async () => {
      const { Session } = await import('./session.ts');
      const session = new Session(url, setUp);
      if (this.#isClosed) session.close();
      return session;
    };
  }

  /** As `Session.ask`. */
  async ask(question: Question): Promise<Answer> {
    this.#session ??= this.#load();
    return (await this.#session).ask(question);
  }

  /** As `Session.close`. */
  close(): void {
    this.#isClosed = true;
    void this.#session?.then((session) => session.close());
  }
}
