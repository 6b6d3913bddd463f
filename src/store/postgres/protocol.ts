import type { MessagePort } from 'node:worker_threads';

/** What the connection's thread is given when it starts. */
export type ConnectionData = {
  url: string;
  port: MessagePort;
  /**
   * The first number is changed and notified with every answer, and every second until there is one. The second counts
   * the connections.
   */
  signal: Int32Array;
  /** Run after each connect. */
  setUp: readonly string[];
};

/** A value as the driver takes it. */
export type Value = string | number | Uint8Array | null;

/** One round trip to the server: a prepared statement with a name, or any number of statements without values. */
export type Question = {
  text: string;
  name?: string;
  values?: Value[];
  /** True within a transaction: on another connection the statement would run alone. */
  needsSame: boolean;
};

/**
 * What the server says that it did, such as `COMMIT`; columns named as PostgreSQL does, in lower case; values in its text
 * format.
 */
export type Answer =
  | { command: string; columns: string[]; rows: (string | null)[][]; changed: number }
  | { error: { message: string; code: string; isLoss: boolean } };

/** What a question gives. */
export type Result = Exclude<Answer, { error: unknown }>;
