import { fold } from '../../domain/text.ts';
import { type Html, html } from '../../http/html.ts';
import type { CompanyRow } from '../../store/companies.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import * as accounts from '../../store/portal-accounts.ts';
import type { OpenAction, OpenPage, Outcome, Visit } from '../page.ts';
import { field, note, Refused, summary } from '../parts/form.ts';
import { START_PATH } from '../sign-in/oidc/settings.ts';
import { verifyPassword } from '../sign-in/passwords.ts';
import { askForCode } from '../sign-in/two-step.ts';

export const signInPage: OpenPage = {
  path: '/sign-in',
  show: (visit) => {
    if (visit.session) return { to: nextOf(visit) };
    const { services, refusal, query, oidc } = visit;
    const [company, ...others] = services.db.all(companies.listLive, {});
    const isOne = company !== undefined && others.length === 0;
    const asked = query.get('next') ?? '';
    const next = asked === '' ? '' : `?next=${encodeURIComponent(asked)}`;
    return {
      title: 'Sign in',
      body: html`<h1>Sign in${isOne ? html` to ${company.name}` : ''}</h1>
${refusal ? summary('Not signed in.', refusal) : sessionOver(visit)}
${oidc ? html`<p class="field"><a class="btn pri wide" href="/portal${START_PATH}${next}">Sign in with ${oidc.settings.name}</a></p>` : ''}
<form method="post" action="/portal/sign-in${next}">
${isOne ? '' : field({ name: 'company', label: 'Company', value: query.get('company') ?? '', autocomplete: 'organization' }, refusal)}
${field({ name: 'email', label: 'Work email', type: 'email', autocomplete: 'username', isFocused: oidc === undefined }, refusal)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, refusal)}
<p class="field"><button class="btn${oidc ? '' : ' pri'} wide">Sign in${oidc ? ' with a password' : ''}</button></p>
</form>
<details><summary>Password lost, or none yet?</summary>
<p class="small muted">Whoever runs the service makes a link that works once, for 15 minutes:</p>
<p><code class="command" tabindex="0">engaged portal link EMAIL</code></p></details>`,
    };
  },
};

/** Why somebody who was signed in stands before this page. */
const sessionOver = ({ hadSession, query }: Visit): Html | undefined =>
  hadSession
    ? note(
        'warn',
        html`<b>You are signed out.</b> This happens after 30 minutes without use, after 8 hours, and when a password or a role changes.${query.has('unsaved') ? ' What you sent last was not saved.' : ''}`,
      )
    : undefined;

export const signIn: OpenAction = {
  path: '/sign-in',
  page: signInPage,
  submit: async (visit, form) => {
    const { services, throttle, guesserOf, now } = visit;
    const emailKey = fold((form.get('email') ?? '').trim());
    const company = findCompany(services.db, form.get('company'));
    const account = company && { companyId: company.companyId, emailKey };
    const name = `${company?.companyId ?? 0} ${emailKey}`;
    const known = account && services.db.one(accounts.findByEmail, account);
    const mayEnter = known?.disabledAt === null && known.deactivatedAt === null;
    const passwordHash = (mayEnter && known.passwordHash) || null;
    const attempt = { account: name, address: guesserOf(name), now };
    const isRight = await throttle.check(attempt, () =>
      verifyPassword(form.get('password') ?? '', passwordHash),
    );
    if (!isRight || !known) {
      // Without what was typed: some people type their password in the wrong field.
      services.log.warn('sign_in_failed', { company_id: company?.id ?? null });
      throw new Refused('Email or password is wrong.');
    }
    return open(visit, known, passwordHash ?? '');
  },
};

async function open(
  visit: Visit,
  { companyId, id }: accounts.AccountRow,
  passwordHash: string,
): Promise<Outcome> {
  const { token, session } = visit.newSession();
  const input = { account: id, passwordHash, session };
  const { needsCode } = await visit.changeAs({ companyId, account: id }, 'signIn', input);
  const next = nextOf(visit);
  if (needsCode) return askForCode(visit, { companyId, id, passwordHash }, next);
  return { to: next, session: token };
}

/** The only company, or the one that is named. */
function findCompany(db: Database, name: string | null): CompanyRow | undefined {
  const [only, ...others] = db.all(companies.listLive, {});
  if (others.length === 0) return only;
  return db.one(companies.findLiveByName, { nameKey: fold((name ?? '').trim()) });
}

/** Where somebody wanted to go before the sign-in: a page of the portal, and nothing else. */
export function nextOf({ query, site }: Pick<Visit, 'query' | 'site'>): string {
  const url = URL.parse(query.get('next') ?? '', `${site.origin}/portal`);
  const isOwn = url?.origin === site.origin && /^\/portal(?:\/|$)/.test(url.pathname);
  return isOwn && !url.pathname.startsWith('/portal/sign-') ? url.pathname + url.search : '/portal';
}
