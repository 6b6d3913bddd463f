import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { WARNING_DAYS } from '../../../service/keys/key-warnings.ts';
import { type ApiKey, listKeys, stateOfKey } from '../../../service/keys/keys.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
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
export const keysPage = definePage({
  path: '/keys',
  roles: READERS,
  isOfCompany: false,
  nav: {
    label: (t) => t.keys.title,
    icon: 'key',
    key: 'k',
    group: 'system',
  },
  show: (call) => {
    const { keys } = call.t;
    const all = listOwnKeys(call).map(({ key }) => key);
    const isOwner = call.session.role === 'owner';
    const add = html`<a class="btn pri" href="/portal/keys/new">${keys.newKey}</a>`;
    const nothing = emptyPanel({
      ...{ icon: 'key', title: keys.none },
      text: isOwner ? keys.noneText : keys.noneTextAskOwner,
      command: 'engaged key create --mode live --name "HR sync" --scope employees:write',
    });
    return {
      title: keys.title,
      body: html`${pageHead({ title: keys.title, lead: keys.lead, tools: isOwner ? add : undefined })}
${all.length === 0 ? nothing : list(call, all)}`,
    };
  },
});

function list({ t, now, query }: Call, all: readonly ApiKey[]): Html {
  const page = pageNumber(query);
  const { keys } = t;
  const rows = table<ApiKey>({
    label: keys.title,
    rows: all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    isOff: (key) => !works(key, now),
    columns: [
      {
        head: keys.nameAndScopes,
        cell: (key) =>
          html`${strongLink(`/portal/keys/${key.id}`, html`<bdi>${key.name}</bdi>`)}<span class="sub mono">${key.scopes.join(', ')}</span>${sub(html`${modeChip(t, key)} ${lastUse(t, key, now)}`, 'phones')}`,
      },
      { head: keys.mode, shown: 'tablet', cell: (key) => modeChip(t, key) },
      {
        ...{ head: keys.lastUsed, shown: 'tablet' },
        cell: (key) => html`${lastUse(t, key, now)}${sub(key.last_used_from ?? '')}`,
      },
      {
        ...{ head: keys.created, shown: 'desktop', isMuted: true, isDay: true },
        cell: (key) => t.format.day(Date.parse(key.created_at)),
      },
      { head: keys.ends, isDay: true, cell: (key) => endOf(t, key, now) },
    ],
  });
  return listing(rows, pager(t, all.length, page, { link: (part) => `/portal/keys?${part}` }));
}

export const modeChip = ({ keys }: Messages, { mode }: ApiKey): Html =>
  html`<span class="chip${mode === 'live' ? ' ok' : ''}">${keys.modeNames[mode]}</span>`;

export const lastUse = (
  { keys, format }: Messages,
  { last_used_at: at }: ApiKey,
  now: number,
): Html =>
  at === null
    ? html`<span class="muted">${keys.neverUsed}</span>`
    : timeElement({ format }, Date.parse(at), now);

/** When a key ends or ended. */
export function endOf({ keys, format }: Messages, key: ApiKey, now: number): Html {
  const { revoked_at, expires_at, successor_id } = key;
  const chip = (kind: string, text: string | Html) =>
    html`<span class="chip ${kind}">${text}</span>`;
  if (revoked_at !== null)
    return chip('bad', keys.revokedOn({ day: format.day(Date.parse(revoked_at)) }));
  if (expires_at === null) return html`<span class="muted">${keys.never}</span>`;
  const at = Date.parse(expires_at);
  if (at <= now) return chip('bad', keys.endedOn({ day: format.day(at) }));
  if (successor_id !== null)
    return chip('', keys.rotatedUntil({ until: timeElement({ format }, at, now) }));
  return at - now < WARNING_DAYS * DAY_MS
    ? chip('warn', format.day(at))
    : html`<span class="muted">${format.day(at)}</span>`;
}
