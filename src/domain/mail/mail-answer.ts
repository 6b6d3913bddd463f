/** What a step towards the delivery of a mail is about. */
export const MAIL_STEPS = ['connect', 'sign_in', 'send'] as const;
export type MailStep = (typeof MAIL_STEPS)[number];

/** Why a mail was not taken. */
export type MailError =
  | 'unknown_host'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'sign_in'
  | 'refused'
  | 'protocol'
  | 'password_file';

/** How an attempt to hand a mail over has ended. */
export type MailAnswer = {
  /** The step at which it ended; `send` where the mail was taken. */
  step: MailStep;
  /** Null where the mail was taken. */
  error: MailError | null;
  /** The code of the server's answer, if it gave one. */
  status: number | null;
  /** What the server answered, or what happened to the connection. */
  text: string;
};

/** Whether the server refused this mail for good. What it says of us, as of a wrong password, is no word about the mail. */
export const isRefusedForGood = ({ step, error, status }: MailAnswer): boolean =>
  step === 'send' && error === 'refused' && status !== null && status >= 500 && status !== 503;

/**
 * Whose further mails would end in the same way at the moment: all, because the server cannot be worked with, or those of the
 * company, because it came to no answer over this one. Null where it works.
 */
export const heldUpBy = ({ step, error, status }: MailAnswer): 'all' | 'company' | null => {
  if (error === null || (error === 'refused' && status !== 421)) return null;
  return step === 'send' && status !== 421 ? 'company' : 'all';
};
