import type { Role } from '../portal-role.ts';

/** Mails with a link to sign in. */
export type LinkKind = 'invitation' | 'link';

/**
 * What people are told of by mail, and in which capacity: as an employee of what becomes of a redemption, of a badge, a prize,
 * thanks and their week; as an account of what waits for a decision, and of a blocked roster. Everybody can do without. A link that
 * ends a kind knows it by its place here, so that a new one comes last.
 */
const RECEIVERS = {
  redemption: 'employee',
  badge: 'employee',
  prize: 'employee',
  decision: 'account',
  blocked: 'account',
  digest: 'employee',
  thanks: 'employee',
} as const;

export type Receiver = (typeof RECEIVERS)[NoticeKind];
export type NoticeKind = keyof typeof RECEIVERS;
/** The kinds of which somebody is told in a capacity. */
export type NoticeTo<R extends Receiver> = {
  [Kind in NoticeKind]: (typeof RECEIVERS)[Kind] extends R ? Kind : never;
}[NoticeKind];

export const NOTICE_KINDS = Object.keys(RECEIVERS) as readonly NoticeKind[];

/** What mails are about. */
export type MailKind = LinkKind | NoticeKind;

/** Why a mail was not sent although nothing went wrong. */
export type DropReason = 'expired' | 'link_gone' | 'no_receiver' | 'nothing_left' | 'unwanted';

export const receiverOf = (kind: NoticeKind): Receiver => RECEIVERS[kind];

export const noticesTo = <R extends Receiver>(receiver: R): NoticeTo<R>[] =>
  NOTICE_KINDS.filter((kind): kind is NoticeTo<R> => RECEIVERS[kind] === receiver);

/** Which roles accounts have that are told of something. */
export const TOLD_ROLES: Readonly<Record<NoticeTo<'account'>, readonly Role[]>> = {
  decision: ['owner', 'admin'],
  blocked: ['owner'],
};

/** What an account is told of that has a role. */
export const noticesToRole = (role: Role): NoticeTo<'account'>[] =>
  noticesTo('account').filter((kind) => TOLD_ROLES[kind].includes(role));

/** The kinds that are not in a text of unwanted ones, which are separated by commas. */
export const wantedKinds = (unwanted: string): NoticeKind[] => {
  const kinds = unwanted.split(',');
  return NOTICE_KINDS.filter((kind) => !kinds.includes(kind));
};

/** All kinds but some, as they are kept. */
export const unwantedText = (wanted: readonly string[]): string =>
  NOTICE_KINDS.filter((kind) => !wanted.includes(kind)).join();
