import type { MessagePort } from 'node:worker_threads';

/** What the connection's thread is given when it starts. */
export type ConnectionData = {
  url: string;
  port: MessagePort;
  /** Changed and notified with every answer. */
  signal: Int32Array;
  /** Run after each connect. */
  setUp: string;
};

/** The SQLSTATE of a connection that failed. */
export const CONNECTION_LOST = '08006';

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

/** Columns are named as PostgreSQL does, in lower case; values are in its text format. */
export type Answer =
  | { columns: string[]; rows: (string | null)[][]; changed: number }
  | { error: { message: string; code: string | undefined } };

/** What a question gives. */
export type Result = Exclude<Answer, { error: unknown }>;
