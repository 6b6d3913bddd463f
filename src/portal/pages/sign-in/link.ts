import { failure } from '../../../domain/errors.ts';
import { Html, html } from '../../../http/response/html.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import { mayEnterByMail } from '../../../service/mail/request-link.ts';
import { findByLink, hashSecret } from '../../../service/portal/sessions.ts';
import type { AccountRow } from '../../../store/portal/portal-accounts.ts';
import { openFormAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { email, optional } from '../../forms/kinds.ts';
import { inZone } from '../../languages/in-zone.ts';
import type { Visit } from '../../request/call.ts';
import { signedIn } from '../../sign-in/known-browser.ts';
import {
  newPassword,
  newPasswordTexts,
  requireUsable,
  userNameField,
  userNameOf,
} from '../../sign-in/new-password.ts';
import { askForCode } from '../../sign-in/second-step.ts';
import { explained } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { defineOpenPage } from '../page.ts';

const PATH = '/link/:secret';

const redeem = openFormAction({
  path: PATH,
  form: defineForm({
    id: 'link',
    // The account of the first owner gets its address here.
    fields: { email: optional(email({ autocomplete: 'username' })), ...newPassword },
    texts: (t) => ({
      ...{ button: t.signIn.setPasswordAndSignIn, refused: t.signIn.passwordNotSet },
      fields: { email: t.signIn.yourWorkEmail, ...newPasswordTexts(t) },
    }),
  }),
  submit: async (visit, { email: given, ...chosen }) => {
    const { companyId, id, email: known } = requireLink(visit);
    const email = known ?? given ?? '';
    requireUsable(visit, chosen, { companyId, email });
    const passwordHash = await visit.passwords.hash(chosen.password);
    const { token, session } = visit.newSession();
    const link = Buffer.from(hashSecret(visit.params.secret)).toString('hex');
    const input = { link, passwordHash, email, session };
    const { needsCode } = await visit.changeAs({ companyId, account: id }, 'redeemLink', input);
    if (needsCode) return askForCode(visit, { companyId, id, passwordHash }, '/portal');
    return signedIn(visit, { companyId, id }, { to: '/portal', session: token });
  },
});

const enter = openFormAction({
  path: `${PATH}/sign-in`,
  form: buttonForm('enter', ({ signIn }) => signIn.enterByLink),
  submit: async (visit) => {
    const { companyId, id, passwordHash } = requireLink(visit);
    const { token, session } = visit.newSession();
    const link = Buffer.from(hashSecret(visit.params.secret)).toString('hex');
    const signedInAs = { companyId, account: id };
    const { needsCode } = await visit.changeAs(signedInAs, 'signInByLink', { link, session });
    const account = { companyId, id, passwordHash: passwordHash ?? '' };
    if (needsCode) return askForCode(visit, account, '/portal');
    return signedIn(visit, account, { to: '/portal', session: token });
  },
});

/** Only reading it changes nothing: scanners of mail follow links, too. */
export const linkPage = defineOpenPage({
  path: PATH,
  actions: [redeem, enter],
  show: (visit) => {
    const account = requireLink(visit);
    const { email, linkExpiresAt } = account;
    const { time_zone: zone } = programmeOf(visit.services.db, account.companyId);
    const { signIn, format } = inZone(visit.t, zone);
    const until = format.fullTime(linkExpiresAt ?? 0);
    const whose =
      email === null
        ? signIn.linkForFirstOwner({ until })
        : account.invitedByCard === 1
          ? signIn.cardFor({
              ...{ person: personName(visit.t, account), number: account.externalId ?? '' },
              until: format.day(linkExpiresAt ?? 0),
            })
          : signIn.linkFor({ email: userNameOf(account) ?? '', until });
    const mayEnter = mayEnterByMail(visit.services.db, account);
    const form = redeem.write(visit, {
      above: userNameField(userNameOf(account)),
      ...(email === null ? { focus: 'email' } : { left: ['email'] }),
      kind: mayEnter ? 'wide' : 'pri wide',
    });
    if (!mayEnter) {
      return {
        title: signIn.setYourPassword,
        body: html`<h1>${signIn.setYourPassword}</h1>
${explained(whose)}
${form}`,
      };
    }
    return {
      title: signIn.title,
      body: html`<h1>${signIn.title}</h1>
${explained(whose)}
${enter.write(visit, { params: visit.params, kind: 'pri wide' })}
<details${visit.refusal ? new Html(' open') : ''}><summary>${signIn.orPassword}</summary>
${form}</details>`,
    };
  },
});

/** @throws EngagedError `not_found` for a link that does not work any more */
function requireLink({ services, params, now }: Visit<'secret'>): AccountRow {
  const account = findByLink(services.db, params.secret, now);
  if (account) return account;
  throw failure('link_gone');
}
