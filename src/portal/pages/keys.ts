import { DAY_MS } from '../../domain/duration.ts';
import { type Html, html } from '../../http/html.ts';
import { WARNING_DAYS } from '../../service/key-warnings.ts';
import { type ApiKey, listKeys, stateOfKey } from '../../service/keys.ts';
import * as companies from '../../store/companies.ts';
import type { Call, Page } from '../page.ts';
import { day, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { READERS } from '../roles.ts';

/** A key with the company that it is for: the account's own, or its sandbox. */
export type OwnKey = { key: ApiKey; companyId: number };

/** The keys of a company and of its sandbox; those that work first, and the newest of them. */
export function listOwnKeys({ services, session, now }: Call): OwnKey[] {
  const { db } = services;
  const { companyId } = session;
  const sandbox = db.one(companies.findSandbox, { companyId });
  const all = [companyId, ...(sandbox ? [sandbox.companyId] : [])].flatMap((owner) =>
    listKeys(db, owner)
      .reverse()
      .map((key) => ({ key, companyId: owner })),
  );
  return [
    ...all.filter(({ key }) => works(key, now)),
    ...all.filter(({ key }) => !works(key, now)),
  ];
}

export const works = (key: ApiKey, now: number): boolean =>
  ['active', 'rotated'].includes(stateOfKey(key, now));

/** Every key of the API, also those that have ended. */
export const keysPage: Page = {
  path: '/keys',
  roles: READERS,
  isOfCompany: false,
  show: (call) => {
    const { query, session } = call;
    const keys = listOwnKeys(call);
    const page = pageOf(query);
    const shown = keys.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const isOwner = session.role === 'owner';
    return {
      title: 'Keys',
      body: html`<div class="head"><div><h1>Keys</h1><p class="lead">For other systems that use the API. A key is shown only once, so replace one that is lost.</p></div>${isOwner ? html`<a class="btn pri" href="/portal/keys/new">New key</a>` : ''}</div>
${
  keys.length === 0
    ? html`<section class="panel empty">${icon('key', 40)}<h2>No keys yet</h2><p>A key lets one system call the API, with the scopes that it needs. ${isOwner ? '' : 'An owner can make one, here or with the command.'}</p><code class="command" tabindex="0">engaged key create --mode live --name "HR sync" --scope employees:write</code></section>`
    : html`<section class="panel"><table aria-label="Keys"><thead><tr><th scope="col">Name and scopes</th><th scope="col" class="opt">Mode</th><th scope="col" class="opt">Last used</th><th scope="col" class="opt2">Created</th><th scope="col">Ends</th></tr></thead><tbody>
${shown.map(({ key }) => row(call, key))}</tbody></table>${pager(keys.length, page, { link: (part) => `/portal/keys?${part}` })}</section>`
}`,
    };
  },
};

function row({ now }: Call, key: ApiKey): Html {
  const isOff = !works(key, now);
  return html`<tr${isOff ? html` class="off"` : ''}><td><a class="strong" href="/portal/keys/${key.id}"><bdi>${key.name}</bdi></a><span class="sub mono">${key.scopes.join(', ')}</span><span class="sub nar">${modeChip(key)} ${lastUse(key, now)}</span></td>
<td class="opt">${modeChip(key)}</td><td class="opt">${lastUse(key, now)}<span class="sub">${key.last_used_from ?? ''}</span></td><td class="opt2 muted d">${day(Date.parse(key.created_at))}</td><td class="d">${endOf(key, now)}</td></tr>
`;
}

export const modeChip = ({ mode }: ApiKey): Html =>
  html`<span class="chip${mode === 'live' ? ' ok' : ''}">${mode}</span>`;

export const lastUse = ({ last_used_at: at }: ApiKey, now: number): Html =>
  at === null ? html`<span class="muted">never used</span>` : timeElement(Date.parse(at), now);

/** When a key ends or ended. */
export function endOf(key: ApiKey, now: number): Html {
  const { revoked_at, expires_at, successor_id } = key;
  if (revoked_at !== null) {
    return html`<span class="chip bad">revoked ${day(Date.parse(revoked_at))}</span>`;
  }
  if (expires_at === null) return html`<span class="muted">never</span>`;
  const at = Date.parse(expires_at);
  if (at <= now) return html`<span class="chip bad">ended ${day(at)}</span>`;
  if (successor_id !== null)
    return html`<span class="chip">rotated, until ${timeElement(at, now)}</span>`;
  return at - now < WARNING_DAYS * DAY_MS
    ? html`<span class="chip warn">${day(at)}</span>`
    : html`<span class="muted">${day(at)}</span>`;
}
