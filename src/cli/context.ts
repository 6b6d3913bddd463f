/** Where text is written: a stream of the process, or a collector in a test. */
export type Output = {
  /** @param onDone called when the text is written or has failed; without it a failure fails the command */
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  /** The terminal's width in columns. */
  readonly columns?: number | undefined;
  /** Bytes that are not written yet. */
  readonly pendingBytes?: number | undefined;
};

/** Environment variables; those that are not settings of the server are named here. */
export type Environment = Readonly<Record<string, string | undefined>> & {
  readonly ENGAGED_DATA?: string | undefined;
  readonly ENGAGED_DEBUG?: string | undefined;
  readonly ENGAGED_KEY?: string | undefined;
  readonly ENGAGED_PORT?: string | undefined;
  readonly ENGAGED_PUBLIC_URL?: string | undefined;
  readonly ENGAGED_URL?: string | undefined;
  readonly NO_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
};

/**
 * The environment of a command, so that a test can run the whole command line in its own process. Only main.ts
 * uses `process`, the clock and the user's name.
 */
export type Context = {
  stdin: AsyncIterable<Uint8Array> & { readonly isTTY?: boolean | undefined };
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** The folder to which paths are relative. */
  cwd: string;
  /** The current time, in milliseconds UTC. */
  now(): number;
  /** Resolves after that many milliseconds. */
  sleep(milliseconds: number): Promise<unknown>;
  /** The actor of every change in the audit log. */
  actor: string;
  /**
   * Resolves on SIGINT, SIGTERM or when the terminal closes; only used by a command that keeps running.
   *
   * @param onReload called on SIGHUP where there is no terminal
   */
  stopRequested(onReload: () => void): Promise<void>;
};

/** Exit codes; the default is `done`. */
export const EXIT = { done: 0, failed: 1, usage: 2, partly: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command that did its work with an exit code other than 0, after it has printed its result. */
export class ExitError extends Error {
  override readonly name = 'ExitError';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}
