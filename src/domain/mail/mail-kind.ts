/** What mails are about. */
export type MailKind = 'invitation' | 'link';

/** Why a mail was not sent although nothing went wrong. */
export type DropReason = 'expired' | 'link_gone' | 'no_receiver';
