/** The numbers of the advisory locks in a database. */
export const LOCKS = {
  /** Held by a transaction that writes. */
  writing: 1,
  /** Held by the session that delivers to webhooks. */
  delivering: 2,
  /** Held by every service, which they share, and by an upgrade, which excludes them. */
  serving: 3,
  /** Held by the session that sends mail. */
  mailing: 4,
} as const;

/** The first numbers of locks that have two: of the syncs of each company, and of all services together. */
export const SYNC_LOCKS = { company: 1, service: 2 } as const;
