/** Mails with a link to sign in. */
export type LinkKind = 'invitation' | 'link';

/** What an employee is told of by mail: what became of a redemption, a badge, a prize. Everybody can do without. */
export const NOTICE_KINDS = ['redemption', 'badge', 'prize'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** What mails are about. */
export type MailKind = LinkKind | NoticeKind;

/** Why a mail was not sent although nothing went wrong. */
export type DropReason = 'expired' | 'link_gone' | 'no_receiver' | 'nothing_left' | 'unwanted';

/** The kinds that are not in a text of unwanted ones, which are separated by commas. */
export const wantedKinds = (unwanted: string): NoticeKind[] => {
  const kinds = unwanted.split(',');
  return NOTICE_KINDS.filter((kind) => !kinds.includes(kind));
};

/** All kinds but some, as they are kept. */
export const unwantedText = (wanted: readonly string[]): string =>
  NOTICE_KINDS.filter((kind) => !wanted.includes(kind)).join();
