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

/** A statement of which the server keeps the plan under its name; one with an empty name is used once. */
export type Statement = { name: string; text: string; values: readonly Value[] };

/** What is asked in one round trip: any number of statements without values, or some with, of which the server skips those
 * after one that fails. */
export type Asked = { text: string } | { statements: readonly Statement[] };

export type Question = Asked & {
  /** True within a transaction: on another connection the statements would run alone. */
  needsSame: boolean;
};

/**
 * What the server says that it did, such as `COMMIT`; columns named as PostgreSQL does, in lower case; values in its text
 * format.
 */
export type Result = {
  command: string;
  columns: readonly string[];
  rows: readonly (readonly (string | null)[])[];
  changed: number;
};

/** `isLoss`: the connection is lost. What the server was doing then is unknown, and no transaction is open any more. */
export type PostgresFailure = { message: string; code: string; isLoss: boolean };

/** The results of statements up to one that failed; of a text the last one. */
export type Answer = { results: Result[]; error?: PostgresFailure };
