import { EngagedError } from '../../domain/errors.ts';
import { OWN_ROLES, roleName } from '../../domain/portal-role.ts';
import { Html, html } from '../../http/html.ts';
import type { ListedAccount } from '../../service/portal/accounts.ts';
import type { Action, Call, Page } from '../page.ts';
import { field, onceField, Refused, select, summary } from '../parts/form.ts';
import { timeElement } from '../parts/format.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { avatar, named } from '../parts/person.ts';
import { newSecret } from '../parts/secret.ts';
import { OWNERS } from '../roles.ts';

const PATH = '/accounts';

const ROLES_TO_GIVE = {
  '': 'An employee’s own role',
  viewer: 'Viewer (not an employee)',
  admin: 'Admin (not an employee)',
  owner: 'Owner (not an employee)',
};

/** Who may sign in, the newest account first. */
export const accountsPage: Page = {
  path: PATH,
  roles: OWNERS,
  isOfCompany: false,
  show: async (call) => {
    const { services, session, query } = call;
    const place = placeIn(query);
    const isFirst = place === undefined;
    const withRole = query.get('all') === null;
    const listed = await services.ranker.listAccounts({
      ...{ companyId: session.companyId, withRole, count: PAGE_SIZE + 1 },
      before: place ?? Number.MAX_SAFE_INTEGER,
    });
    const rows = listed.slice(0, PAGE_SIZE);
    const base = `/portal${PATH}`;
    const link = withRole ? base : `${base}?all`;
    const more = `${link}${withRole ? '?' : '&'}before=${rows.at(-1)?.entry ?? 0}`;
    const tab = (path: string, label: string, isCurrent: boolean) =>
      html`<a href="${path}"${isCurrent ? new Html(' aria-current="true"') : ''}>${label}</a>`;
    return {
      title: 'Accounts',
      body: html`<div class="head"><div><h1>Accounts</h1><p class="lead">Who may sign in to the portal, and as what.</p></div><div class="seg" role="group" aria-label="Accounts">${tab(base, 'With a role', withRole)}${tab(`${base}?all`, 'Everybody', !withRole)}</div></div>
<div class="cols"><section class="panel"><table aria-label="Accounts"><thead><tr><th scope="col">Account</th><th scope="col">Role</th><th scope="col" class="opt">Last sign-in</th></tr></thead><tbody>
${rows.map((one) => row(call, one))}</tbody></table>${nextPager({ next: listed.length > PAGE_SIZE ? more : undefined, first: isFirst ? undefined : link })}</section>
${invitePanel(call)}</div>`,
    };
  },
};

function row({ now }: Call, one: ListedAccount): Html {
  const isOff = one.state === 'disabled' || one.state === 'deactivated';
  const state =
    one.state === 'active'
      ? ''
      : html` <span class="chip${isOff ? ' bad' : ' warn'}">${one.state}</span>`;
  const at = one.last_sign_in_at;
  return html`<tr${isOff ? html` class="off"` : ''}><td><span class="person">${avatar(one.name ?? one.email ?? '?')}<span><a class="strong" href="/portal${PATH}/${one.id}">${named(one)}</a>${state}<span class="sub">${one.email === null ? 'Gets its email address when its link is opened' : one.name === null ? '' : one.email}</span></span></span></td><td class="d">${roleName(one.role)}</td><td class="opt muted">${at === null ? 'never' : timeElement(Date.parse(at), now)}</td></tr>
`;
}

function invitePanel({ refusal }: Call): Html {
  return html`<section class="panel" aria-labelledby="invite"><header><h2 id="invite">Invite</h2></header><div class="pad small"><p class="muted">Creates a link with which somebody sets a password. Send it to them; it works once, for 15 minutes.</p>
<form method="post" action="/portal${PATH}">${onceField()}${summary('No link was created.', refusal)}
${field({ name: 'email', label: 'Work email', type: 'email', autocomplete: 'off' }, refusal)}
${select({ name: 'role', label: 'Role', options: ROLES_TO_GIVE }, refusal)}<p class="field"><button class="btn pri">Create link</button></p></form></div></section>`;
}

/** A link that opens an account, shown once. */
const shownLink = ({ site }: Call, email: string, secret: string): Html =>
  newSecret(html`A link for ${email}`, {
    label: 'Link, works once, for 15 minutes',
    secret: `${site.origin}/portal/link/${secret}`,
    next: `/portal${PATH}`,
  });

/** Makes a link for an account, which is made with it if there is none. */
export async function makeLink(call: Call, email: string, given: string | null): Promise<Html> {
  const { session, changeAs } = call;
  const role = OWN_ROLES.find((one) => one === given);
  const as = { companyId: session.companyId, account: session.id };
  try {
    const { secret } = await changeAs(as, 'inviteAccount', { email, role });
    return shownLink(call, email, secret);
  } catch (error) {
    if (!(error instanceof EngagedError) || error.code !== 'not_found') throw error;
    throw new Refused('', {
      email: 'No employee has this email. Choose a role for somebody who is not an employee.',
    });
  }
}

export const inviteAction: Action = {
  path: PATH,
  roles: OWNERS,
  page: accountsPage,
  needsPassword: true,
  submit: async (call, form) => {
    const email = (form.get('email') ?? '').trim();
    if (email === '') throw new Refused('', { email: 'Whose account is it?' });
    return { to: `/portal${PATH}`, done: await makeLink(call, email, form.get('role')) };
  },
};
