import { type NoticeKind, type Receiver, receiverOf } from '../../domain/mail/mail-kind.ts';

/** The pages on which people choose what they are told of: as an employee, and as an account. */
export const CHOICES_PAGES: Readonly<Record<Receiver, string>> = {
  employee: '/me',
  account: '/account',
};

/** Where a kind of mail is chosen. */
export const choicesPath = (kind: NoticeKind): string =>
  `${CHOICES_PAGES[receiverOf(kind)]}#my-mails`;
