import type { Exchange } from './server/exchange.ts';

/** The pages for people who sign in, which another layer makes. */
export type Portal = {
  /** Called before anything is checked: errors become pages. */
  prepare(exchange: Exchange): void;
  /** Responds; rejects with what a page or an action throws. */
  respond(exchange: Exchange): Promise<undefined>;
  /** Ends its thread, once no connection is left. */
  close(): Promise<void>;
};
