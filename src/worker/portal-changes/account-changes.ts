import * as v from 'valibot';
import { LANGUAGES } from '../../domain/language.ts';
import { NOTICE_KINDS } from '../../domain/mail/mail-kind.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { mayEnterByMail, requestLink } from '../../service/mail/request-link.ts';
import { chooseMails, refuseMail } from '../../service/mail/unwanted-mail.ts';
import { chooseShown } from '../../service/people/choose-shown.ts';
import { chooseLanguage } from '../../service/portal/accounts.ts';
import { signInByIdentity } from '../../service/portal/identities.ts';
import {
  changePassword,
  confirmSession,
  endOtherSessions,
  endSession,
  redeemLink,
  signIn,
  signInByLink,
} from '../../service/portal/sessions.ts';
import {
  renewRecoveryCodes,
  signInWithCode,
  switchOffTotp,
  switchOnTotp,
} from '../../service/portal/totp.ts';
import { change, text } from './change.ts';

const session = v.object({
  hash: text,
  replaced: v.optional(text),
  client: text,
  browser: text,
});
const identity = v.object({
  issuer: text,
  subject: text,
  email: v.nullable(text),
  name: v.nullable(text),
  role: v.nullable(v.picklist(ROLES)),
  authenticatedAt: v.number(),
});
const checked = { account: text, passwordHash: text, session };

/** Sign-in, and what somebody does with the own account. */
export const ACCOUNT_CHANGES = {
  redeemLink: change(
    v.object({ link: text, passwordHash: text, email: v.optional(text), session }),
    redeemLink,
  ),
  signInByLink: change(v.object({ link: text, session }), (write, input) =>
    signInByLink(write, input, (account) => mayEnterByMail(write.db, account)),
  ),
  chooseLanguage: change(
    v.object({ account: text, language: v.nullable(v.picklist(LANGUAGES)) }),
    chooseLanguage,
  ),
  chooseMails: change(
    v.object({ receiver: v.picklist(['employee', 'account']), wanted: v.array(text) }),
    chooseMails,
  ),
  chooseShown: change(
    v.object({ shown_as: v.nullable(text), nickname: v.nullable(text) }),
    chooseShown,
  ),
  refuseMail: change(v.object({ number: v.number(), kind: v.picklist(NOTICE_KINDS) }), refuseMail),
  requestLink: change(v.object({ email: text, client: text }), requestLink),
  signIn: change(v.object(checked), signIn),
  signInWithCode: change(v.object({ ...checked, code: text }), signInWithCode),
  switchOnTotp: change(
    v.object({ account: text, session: text, secret: text, code: text }),
    switchOnTotp,
  ),
  renewRecoveryCodes: change(v.object({ account: text, code: text }), renewRecoveryCodes),
  switchOffTotp: change(v.object({ account: text, session: text, code: text }), switchOffTotp),
  confirmSession: change(
    v.object({ account: text, passwordHash: text, session: text }),
    confirmSession,
  ),
  signInByIdentity: change(
    v.object({ identity, session, confirms: v.nullable(text) }),
    signInByIdentity,
  ),
  changePassword: change(v.object({ ...checked, newPasswordHash: text }), changePassword),
  endSession: change(v.object({ account: text, session: text }), endSession),
  endOtherSessions: change(v.object({ account: text, session: text }), endOtherSessions),
};
