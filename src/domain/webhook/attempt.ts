/** The result of one request to a webhook. */
export type Attempt = {
  /** When it began, in milliseconds UTC. */
  at: number;
  /** From the beginning to the status, or to the error. */
  milliseconds: number;
  /** The status of the answer; null if none came. */
  status: number | null;
  /** Why no answer came: a code of Node or of this program. */
  error: string | null;
  /** How long the receiver asks to wait. */
  retryAfterMs: number;
};

export const isDelivered = ({ status }: { status: number | null }): boolean =>
  status !== null && status >= 200 && status < 300;
