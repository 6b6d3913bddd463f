/** Where text goes: a stream of the process, or a collector in a test. */
export type Output = {
  /** @param onDone told when the text is written, or why it is not; without it a failure fails the command */
  write(text: string, onDone?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  /** The terminal's width in columns. */
  readonly columns?: number | undefined;
  /** What the reader has not taken yet, in bytes. */
  readonly pendingBytes?: number | undefined;
};

/** Environment variables; the ones that are not settings of the server by name. */
export type Environment = Readonly<Record<string, string | undefined>> & {
  readonly ENGAGED_DATA?: string | undefined;
  readonly ENGAGED_DEBUG?: string | undefined;
  readonly ENGAGED_KEY?: string | undefined;
  readonly ENGAGED_URL?: string | undefined;
  readonly NO_COLOR?: string | undefined;
  readonly TERM?: string | undefined;
};

/**
 * Everything a command knows of the world around it, so that a test can run the whole command line in
 * its own process. Nothing in cli/ but main.ts touches `process`, the clock or the user's name.
 */
export type Context = {
  stdin: AsyncIterable<Uint8Array>;
  stdout: Output;
  stderr: Output;
  env: Environment;
  /** The folder that relative paths start from. */
  cwd: string;
  /** The moment, in milliseconds UTC. */
  now(): number;
  /** Lets that many milliseconds pass. */
  sleep(milliseconds: number): Promise<unknown>;
  /** Who decides, as it stands in the audit log. */
  actor: string;
  /** Resolves when the process is asked to end (SIGINT, SIGTERM, SIGHUP); only a command that stays needs it. */
  stopRequested(): Promise<void>;
};

/** What a process ends with; a command that says nothing ends with `done`. */
export const EXIT = { done: 0, failed: 1, usage: 2, partly: 3 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends a command that did its work with an exit code other than 0, after it has printed its result. */
export class ExitError extends Error {
  override readonly name = 'Ended';
  readonly exitCode: ExitCode;

  constructor(exitCode: ExitCode) {
    super(`ended with ${exitCode}`);
    this.exitCode = exitCode;
  }
}

/** The command was called wrongly in a way its options alone do not show; exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
