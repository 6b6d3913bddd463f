import { fold } from '../../../domain/text.ts';
import { Html, html } from '../../../http/response/html.ts';
import { sendsMail } from '../../../service/mail/outbox.ts';
import * as companies from '../../../store/company/companies.ts';
import * as accounts from '../../../store/portal/portal-accounts.ts';
import { openFormAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, optional, password, text } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Visit } from '../../request/call.ts';
import type { Outcome } from '../../request/outcome.ts';
import { isKnownBrowser, signedIn } from '../../sign-in/known-browser.ts';
import { START_PATH } from '../../sign-in/oidc/settings.ts';
import { askForCode } from '../../sign-in/second-step.ts';
import { strong } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { explained } from '../../view/panel.ts';
import { defineOpenPage } from '../page.ts';
import { findCompany } from './company.ts';
import { chooseInBrowser, languageButtons } from './language.ts';
import { askForLink, writeLinkForm } from './link-by-mail.ts';
import { signInWithCard } from './sign-in-with-card.ts';

const PATH = '/sign-in';

const signIn = openFormAction({
  path: PATH,
  form: defineForm({
    id: 'sign-in',
    fields: {
      company: {
        ...optional(text({ max: 1_000, autocomplete: 'organization' })),
        isRequired: true,
      },
      email: text({ max: 256, autocomplete: 'username' }),
      // Left out by who asks for a link.
      password: { ...optional(password('current-password')), isRequired: true },
      link: hidden(),
    },
    texts: ({ signIn }) => ({
      ...{ button: signIn.title, refused: signIn.notSignedIn },
      fields: { company: signIn.company, email: signIn.emailOrNumber, password: signIn.password },
    }),
  }),
  submit: async (visit, { company: named, email, password, link }) => {
    const isLink = link !== '' && sendsMail(visit.services.db);
    if (isLink) return askForLink(visit, { company: named, email });
    if (password === null) throw new Refused(visit.t.signIn.wrong);
    const { t, services, throttle, passwords, guesserOf, now } = visit;
    const emailKey = fold(email);
    const company = findCompany(services.db, named);
    const account = company && { companyId: company.companyId, emailKey };
    const name = `${company?.companyId ?? 0} ${emailKey}`;
    const known =
      account &&
      (services.db.one(accounts.findByEmail, account) ??
        services.db.one(accounts.findByExternalId, { ...account, externalId: email }));
    const mayEnter = known?.disabledAt === null && known.deactivatedAt === null;
    const passwordHash = (mayEnter && known.passwordHash) || null;
    // Others, who may hold the address or the account up, send no mark of it.
    const own = known && isKnownBrowser(visit, known) ? `known ${name}` : undefined;
    const attempt = { account: own ?? name, address: own ?? guesserOf(name), now };
    const isRight = await throttle.check(attempt, () => passwords.verify(password, passwordHash));
    if (!isRight || !known) {
      // Without what was typed: some people type their password in the wrong field.
      services.metrics.noteFailedSignIn('password');
      services.log.warn('sign_in_failed', { company_id: company?.id ?? null });
      throw new Refused(t.signIn.wrong);
    }
    return open(visit, known, passwordHash ?? '');
  },
});

export const signInPage = defineOpenPage({
  path: PATH,
  actions: [signIn, signInWithCard, chooseInBrowser],
  show: (visit) => {
    if (visit.session) return { to: destinationOf(visit) };
    const { services, refusal, query, oidc } = visit;
    const words = visit.t.signIn;
    const [company, ...others] = services.db.all(companies.listLive, {});
    const isOne = company !== undefined && others.length === 0;
    const asked = query.get('next') ?? '';
    const next = asked === '' ? '' : `?next=${encodeURIComponent(asked)}`;
    const left: ('company' | 'link')[] = isOne ? ['company', 'link'] : ['link'];
    const values = { company: query.get('company') };
    const form = (kind: string, focus: boolean) =>
      signIn.write(visit, {
        ...{ query: next, values, left, kind },
        ...(focus && { focus: 'email' }),
        ...(oidc && { button: words.withPassword }),
      });
    const provider = oidc
      ? html`<p class="field"><a class="btn pri wide" href="/portal${START_PATH}${next}">${words.withProvider(oidc.settings)}</a></p>`
      : '';
    const ways = sendsMail(services.db)
      ? html`${writeLinkForm(visit, { query: next, values, left, isMain: !oidc })}
${cardForm(visit, next)}
<details${refusal?.action === PATH ? new Html(' open') : ''}><summary>${words.withAPassword}</summary>
${form('wide', false)}</details>`
      : html`${oidc ? form('wide', false) : form('pri wide', true)}
${cardForm(visit, next)}
<details><summary>${words.passwordLost}</summary>
${explained(words.passwordLostText)}</details>`;
    return {
      title: words.title,
      body: html`<h1>${isOne ? words.titleTo({ company: company.name }) : words.title}</h1>
${refusal ? '' : sessionOver(visit)}
${provider}
${ways}
${languageButtons(visit, next)}`,
    };
  },
});

/** For people without an email; open where it was sent. */
function cardForm(visit: Visit, query: string): Html {
  const isSent = visit.refusal?.action === signInWithCard.path;
  return html`<details id="with-card"${isSent ? new Html(' open') : ''}><summary>${visit.t.signIn.withCard}</summary>
${signInWithCard.write(visit, { query, kind: 'wide' })}</details>`;
}

/** Why somebody who was signed in stands before this page. */
function sessionOver({ t, hadSession, query }: Visit): Html | undefined {
  if (!hadSession) return undefined;
  return note('warn', t.signIn[query.has('unsaved') ? 'isOverUnsaved' : 'isOver']({ strong }));
}

async function open(
  visit: Visit,
  { companyId, id }: accounts.AccountRow,
  passwordHash: string,
): Promise<Outcome> {
  const { token, session } = visit.newSession();
  const input = { account: id, passwordHash, session };
  const { needsCode } = await visit.changeAs({ companyId, account: id }, 'signIn', input);
  const next = destinationOf(visit);
  if (needsCode) return askForCode(visit, { companyId, id, passwordHash }, next);
  return signedIn(visit, { companyId, id }, { to: next, session: token });
}

/** Where somebody wanted to go before the sign-in: a page of the portal, and nothing else. */
export function destinationOf({ query, site }: Pick<Visit, 'query' | 'site'>): string {
  const url = URL.parse(query.get('next') ?? '', `${site.origin}/portal`);
  const isOwn = url?.origin === site.origin && /^\/portal(?:\/|$)/.test(url.pathname);
  return isOwn && !url.pathname.startsWith('/portal/sign-') ? url.pathname + url.search : '/portal';
}
