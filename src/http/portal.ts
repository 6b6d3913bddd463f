import type { Exchange } from './server/exchange.ts';

/** The pages for people who sign in, which another layer makes. */
export type Portal = {
  /** Whether a path is one of the portal's. */
  owns(path: string): boolean;
  /** Called before anything is checked: errors become pages. */
  prepare(exchange: Exchange): void;
  /** Responds; rejects with what a page or an action throws. */
  respond(exchange: Exchange, path: string): Promise<void>;
  /** Ends its thread, once no connection is left. */
  close(): Promise<void>;
};

/** A service without a portal. */
export const NO_PORTAL: Portal = {
  owns: () => false,
  prepare: () => {},
  respond: () => Promise.resolve(),
  close: () => Promise.resolve(),
};
