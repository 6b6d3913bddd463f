import type { Language } from '../../domain/language.ts';
import type { Html } from '../../http/response/html.ts';

/** What a page shows. */
export type Screen = {
  title: string;
  body: Html;
  /** The entry of the navigation that is the current one, if it is not the page's own. */
  current?: string;
  /** Seconds after which the browser asks for the page again. */
  refreshAfter?: number;
};

/** A file to save, made while it is sent. */
export type Download = {
  file: string;
  chunks: AsyncIterable<string | Uint8Array>;
  /** Its length, if it is known. */
  bytes?: number;
  /** Called when all of it was sent, or nobody reads it any more. */
  end?(): Promise<void>;
};

/** What an action leads to: another page, and what to say there. */
export type Outcome = {
  to: string;
  done?: Html | undefined;
  /** The token of a session that begins; null ends the session. */
  session?: string | null;
  /** The sealed sign-in that begins; null ends it. */
  flow?: string | null;
  /** What shows from now on that an account has signed in with this browser. */
  mark?: string;
  /** In which language the browser shows the portal from now on. */
  language?: Language;
};

/** What an action of a form leads to; without `to` back to the page that has the form. */
export type FormOutcome = Omit<Outcome, 'to'> & {
  to?: string;
  /** The path of the action whose form is shown again as it was sent, where nothing was to be done yet. */
  again?: string;
};
