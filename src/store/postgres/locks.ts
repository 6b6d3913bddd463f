/** The numbers of the advisory locks in a database. */
export const LOCKS = {
  /** Held by a transaction that writes. */
  writing: 1,
  /** Held by the session that delivers to webhooks. */
  delivering: 2,
} as const;
