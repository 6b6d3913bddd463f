export type PostgresAccess = {
  /** False for connections that only read. */
  write: boolean;
  /** How long a write waits for another connection to finish its own, in milliseconds. */
  busyTimeout?: number;
  /** As of a data file. */
  snapshotPerTurn?: boolean;
};

/** The settings of a session. */
export const setUpOf = ({ write, busyTimeout = 5_000 }: PostgresAccess): string[] => [
  'set search_path = engaged, public',
  // With 0 it would wait for ever.
  `set lock_timeout = ${Math.max(1, busyTimeout)}`,
  'set jit = off',
  // A cursor is read to its end.
  'set cursor_tuple_fraction = 1',
  // Whether others may write is a setting of the database.
  ...(write ? [] : ['set default_transaction_read_only = on']),
];
