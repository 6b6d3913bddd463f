import { fold } from '../../../domain/text.ts';
import { Html, html } from '../../../http/response/html.ts';
import type { CompanyRow } from '../../../store/company/companies.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import * as accounts from '../../../store/portal/portal-accounts.ts';
import { openFormAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { optional, password, text } from '../../forms/kinds.ts';
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
      password: password('current-password'),
    },
    texts: ({ signIn }) => ({
      ...{ button: signIn.title, refused: signIn.notSignedIn },
      fields: { company: signIn.company, email: signIn.emailOrNumber, password: signIn.password },
    }),
  }),
  submit: async (visit, { company: named, email, password }) => {
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
  actions: [signIn, signInWithCard],
  show: (visit) => {
    if (visit.session) return { to: destinationOf(visit) };
    const { services, refusal, query, oidc } = visit;
    const words = visit.t.signIn;
    const [company, ...others] = services.db.all(companies.listLive, {});
    const isOne = company !== undefined && others.length === 0;
    const asked = query.get('next') ?? '';
    const next = asked === '' ? '' : `?next=${encodeURIComponent(asked)}`;
    const form = signIn.write(visit, {
      ...{ query: next, values: { company: query.get('company') } },
      left: isOne ? ['company'] : [],
      ...(oidc
        ? { kind: 'wide', button: words.withPassword }
        : { kind: 'pri wide', focus: 'email' }),
    });
    return {
      title: words.title,
      body: html`<h1>${isOne ? words.titleTo({ company: company.name }) : words.title}</h1>
${refusal ? '' : sessionOver(visit)}
${oidc ? html`<p class="field"><a class="btn pri wide" href="/portal${START_PATH}${next}">${words.withProvider(oidc.settings)}</a></p>` : ''}
${form}
${cardForm(visit, next)}
<details><summary>${words.passwordLost}</summary>
${explained(words.passwordLostText)}</details>`,
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

/** The only company, or the one that is named. */
function findCompany(db: Database, name: string | null): CompanyRow | undefined {
  const [only, ...others] = db.all(companies.listLive, {});
  if (others.length === 0) return only;
  return db.one(companies.findLiveByName, { nameKey: fold((name ?? '').trim()) });
}

/** Where somebody wanted to go before the sign-in: a page of the portal, and nothing else. */
export function destinationOf({ query, site }: Pick<Visit, 'query' | 'site'>): string {
  const url = URL.parse(query.get('next') ?? '', `${site.origin}/portal`);
  const isOwn = url?.origin === site.origin && /^\/portal(?:\/|$)/.test(url.pathname);
  return isOwn && !url.pathname.startsWith('/portal/sign-') ? url.pathname + url.search : '/portal';
}
