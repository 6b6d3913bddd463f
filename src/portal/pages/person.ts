import { randomUUID } from 'node:crypto';
import type { Board } from '../../domain/board/board.ts';
import { DAY_MS, HOUR_MS } from '../../domain/duration.ts';
import { notFound } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import { parseIsoTime } from '../../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import { monthOf, monthStart } from '../../domain/period.ts';
import { type Html, html } from '../../http/html.ts';
import { askAboveOf } from '../../service/ask-above.ts';
import { mayChangeAccess } from '../../service/portal/accounts.ts';
import * as badges from '../../store/badges.ts';
import * as coinLedger from '../../store/coin-ledger.ts';
import type { EmployeeRow } from '../../store/employees.ts';
import * as explanation from '../../store/explanation.ts';
import * as personExport from '../../store/person-export.ts';
import type { Action, Call, Page } from '../page.ts';
import { actorOf, findPerson } from '../parts/decisions.ts';
import { buttonForm, field, Refused, select, summary } from '../parts/form.ts';
import { count, day, moment, monthName, number, signed, timeElement } from '../parts/format.ts';
import { medal, rarityClass } from '../parts/medal.ts';
import { avatar, named } from '../parts/person.ts';
import { dataPanels } from '../parts/person-data.ts';
import { reasonOf, statusChip } from '../parts/redemptions.ts';
import { roleOnRecord } from '../parts/role-on-record.ts';
import { rankStat, stat, stats } from '../parts/stats.ts';
import { EDITORS, isOwn, mayEdit, requireOther, SEES_PEOPLE } from '../roles.ts';
import { visibleDepartments } from './people.ts';

const PATH = '/people/:id';

/** How many XP entries are shown at most, the newest first. */
const MAX_ENTRIES = 200;

/** How many coin entries are shown at most, the newest first. */
const MAX_COINS = 50;

/** One person: the record, XP and coins entry by entry, badges, redemptions, and what can be done. */
export const personPage: Page = {
  path: PATH,
  roles: SEES_PEOPLE,
  isOfCompany: true,
  show: async (call) => {
    const { services, company, now, session, href } = call;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const person = requirePerson(call);
    const name = nameOf(person);
    const isActive = person.deactivatedAt === null;
    const isEditor = mayEdit(session.role);
    const mayGive = isEditor && !isOwn(call, person.id);
    return {
      title: name,
      current: '/people',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/people')}">People</a></p><div class="titled">${avatar(name, true)}<div><h1>${named({ name, email: null })}</h1>
<p class="lead">${[person.jobTitle, person.departmentName].filter(Boolean).join(' · ')} ${isActive ? html`<span class="chip ok">active</span>` : html`<span class="chip bad">deactivated</span>`}</p></div></div></div></div>
<div class="stack">${figures(call, person, board)}
<div class="cols"><div class="stack">${xpPanel(call, person)}${coinsPanel(call, person)}${badgesPanel(call, person, mayGive)}${redemptionsPanel(call, person)}</div>
<div class="stack">${recordPanel(call, person)}${mayGive ? correctionPanel(call, person) : ''}${isEditor && mayChangeAccess(session.role, person) ? statePanel(call, person) : ''}${session.role === 'owner' ? dataPanels(call, person) : ''}</div></div></div>`,
    };
  },
};

/** @throws EngagedError `not_found`, also for somebody whom this account does not see */
export function requirePerson(call: Call): EmployeeRow {
  const { services, company, params } = call;
  const person = isUuid(params.id)
    ? findPerson(services.db, company.companyId, params.id)
    : undefined;
  const visible = visibleDepartments(call);
  if (person && (!visible || visible.has(person.departmentNumber ?? 0))) return person;
  throw notFound('There is no such person here');
}

const nameOf = (person: EmployeeRow): string =>
  person.accountName ?? person.givenName ?? person.email;

function figures({ now }: Call, person: EmployeeRow, board: Board): Html {
  const missing = xpToNextLevel(person.xp);
  const level = levelOf(person.xp);
  const { number: employee, departmentName, departmentNumber } = person;
  return stats([
    stat('Level', level, {
      more: missing === 0 ? 'the highest' : `${number(missing)} XP to ${level + 1}`,
    }),
    stat('XP', person.xp),
    stat('Coins', person.coins),
    rankStat(`Rank in ${monthName(now, now)}`, board.rankOf(employee), board.size),
    rankStat(
      departmentName === null ? 'Rank in department' : `Rank in ${departmentName}`,
      board.departmentRankOf(employee),
      board.departmentSize(departmentNumber),
    ),
  ]);
}

/** The window of the XP entries that the query asks for. */
function windowOf({ query, now }: Call) {
  const month = monthOf(now);
  const windows = [
    { key: '', label: monthName(now, now), from: monthStart(month), until: monthStart(month + 1) },
    {
      key: 'last',
      label: monthName(monthStart(month - 1), now),
      from: monthStart(month - 1),
      until: monthStart(month),
    },
    { key: 'all', label: 'All time', from: 0, until: Number.MAX_SAFE_INTEGER },
  ];
  const key = query.get('xp') ?? '';
  return { windows, chosen: windows.find((one) => one.key === key) ?? windows[0] };
}

function xpPanel(call: Call, person: EmployeeRow): Html {
  const { services, company, href, now } = call;
  const { windows, chosen } = windowOf(call);
  const { from = 0, until = 0, label = '', key = '' } = chosen ?? {};
  const { db } = services;
  const window = { companyId: company.companyId, employeeNumber: person.number, from, until };
  const shown = db.all(explanation.listNewest, { ...window, count: MAX_ENTRIES });
  const { entries = 0, xp = 0 } = db.one(explanation.sum, window) ?? {};
  let sum = xp;
  const segments = windows.map(
    (one) =>
      html`<a href="${href(`/people/${person.id}`)}${one.key === '' ? '' : `?xp=${one.key}`}"${one.key === key ? html` aria-current="true"` : ''}>${one.label}</a>`,
  );
  const rows = shown.map((entry) => {
    const sumHere = sum;
    sum -= entry.amount;
    const isLate = entry.recordedAt - entry.countsAt > DAY_MS;
    const chips = html`${entry.amount < 0 ? html` <span class="chip warn">correction</span>` : ''}${isLate ? html` <span class="chip">recorded later</span>` : ''}`;
    return html`<tr><td class="muted">${day(entry.countsAt)}</td><td><span class="strong">${entry.reason ?? 'No reason given'}</span>${chips}<span class="sub">${sourceOf(call, entry.source)} · ${moment(entry.recordedAt, now)}</span></td><td class="n ${entry.amount < 0 ? 'minus' : ''}">${signed(entry.amount)}</td><td class="n opt muted">${number(sumHere)}</td></tr>
`;
  });
  const explained =
    key === 'all'
      ? 'Every entry counts for good. An entry is never changed: a correction is an entry of its own.'
      : `Counts what was earned from ${day(from)} until ${day(until)}, 00:00 UTC.`;
  return html`<section class="panel" aria-labelledby="xp"><header><h2 id="xp">XP, entry by entry</h2><div class="seg" role="group" aria-label="Period">${segments}</div></header>
${
  shown.length === 0
    ? html`<p class="pad muted">No XP in this period.</p>`
    : html`<table aria-labelledby="xp"><thead><tr><th scope="col">Counts for</th><th scope="col">Reason</th><th scope="col" class="n">XP</th><th scope="col" class="n opt">Sum</th></tr></thead><tbody>
${rows}</tbody><tfoot><tr><td colspan="2" class="strong">${label}, ${count(entries, 'entry', 'entries')}${entries > shown.length ? `, the newest ${MAX_ENTRIES} shown` : ''}</td><td class="n strong">${number(xp)}</td><td class="opt"></td></tr></tfoot></table>`
}
<footer>${explained}</footer></section>`;
}

const SOURCES: Readonly<Record<string, string>> = {
  operator: 'by hand',
  import: 'imported from a file',
  sample: 'sample data',
  shop: 'the shop',
};

const sourceOf = (call: Call, source: string): string => SOURCES[source] ?? actorOf(call, source);

function coinsPanel(call: Call, person: EmployeeRow): Html {
  const { services, company, now } = call;
  const key = { companyId: company.companyId, employeeNumber: person.number };
  const all = services.db.all(coinLedger.listNewest, { ...key, count: MAX_COINS + 1 });
  if (all.length === 0) return html``;
  let balance = person.coins;
  const rows = all.slice(0, MAX_COINS).map((entry) => {
    const left = balance;
    balance -= entry.amount;
    return html`<tr><td class="muted">${day(entry.recordedAt)}</td><td><span class="strong">${entry.reason ?? 'No reason given'}</span><span class="sub">${sourceOf(call, entry.source)} · ${moment(entry.recordedAt, now)}</span></td><td class="n ${entry.amount < 0 ? 'minus' : ''}">${signed(entry.amount)}</td><td class="n opt muted">${number(left)}</td></tr>
`;
  });
  return html`<section class="panel" aria-labelledby="coins"><header><h2 id="coins">Coins, entry by entry</h2></header><table aria-labelledby="coins"><thead><tr><th scope="col">Day</th><th scope="col">Reason</th><th scope="col" class="n">Coins</th><th scope="col" class="n opt">Left</th></tr></thead><tbody>
${rows}</tbody></table>${all.length > MAX_COINS ? html`<footer>The newest ${MAX_COINS}.</footer>` : ''}</section>`;
}

function badgesPanel(call: Call, person: EmployeeRow, isEditor: boolean): Html {
  const { services, company, href, refusal } = call;
  const { db } = services;
  const { companyId } = company;
  const catalogue = db.all(badges.list, { companyId });
  const rarities = new Map(catalogue.map(({ code, rarity }) => [code, rarity]));
  const held = db
    .all(personExport.listBadges, { companyId, number: person.number })
    .filter(({ revokedAt }) => revokedAt === null)
    .reverse();
  const codes = new Set(held.map(({ code }) => code));
  const others = catalogue.filter(({ code }) => !codes.has(code));
  const base = href(`/people/${person.id}`);
  const ofBadges = refusal?.action.includes('/badges') ? refusal : undefined;
  const rows = held.map((badge) => {
    const rarity = rarities.get(badge.code) ?? 'common';
    const revoke = isEditor
      ? buttonForm(
          `${base}/badges/${encodeURIComponent(badge.code)}/revoke`,
          html`Revoke<span class="vh"> ${badge.name}</span>`,
          { className: 's q bad' },
        )
      : '';
    return html`<li>${medal(rarity, { size: 32 })}<div class="grow"><p class="strong">${badge.name}</p><p class="small ${rarityClass(rarity)}">${rarity}</p></div><span class="small muted">${day(badge.awardedAt)}</span>${revoke}</li>
`;
  });
  const award =
    isEditor && others.length > 0
      ? html`<footer><form method="post" action="${base}/badges" class="row end">${select({ name: 'code', label: 'Badge', options: [['', 'Choose a badge'], ...others.map(({ code, name }) => [code, name] as const)], isRequired: true }, ofBadges)}<button class="btn">Award badge</button></form></footer>`
      : '';
  return html`<section class="panel" aria-labelledby="badges"><header><h2 id="badges">Badges</h2><span class="small muted">${held.length} of ${catalogue.length}</span></header>${summary('No badge was changed.', ofBadges)}
${held.length === 0 ? html`<p class="pad muted">${catalogue.length === 0 ? html`There are no badges yet. They are defined under <a href="${href('/badges')}">Badges</a>.` : 'None yet.'}</p>` : html`<ul class="list">${rows}</ul>`}${award}</section>`;
}

function redemptionsPanel({ services, company, now }: Call, person: EmployeeRow): Html {
  const key = { companyId: company.companyId, number: person.number };
  const rows = services.db.all(personExport.listRedemptions, key).reverse();
  if (rows.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="redemptions"><header><h2 id="redemptions">Redemptions</h2></header>
<table aria-labelledby="redemptions"><thead><tr><th scope="col">Item</th><th scope="col" class="opt">Requested</th><th scope="col" class="n">Coins</th><th scope="col" class="n">Status</th></tr></thead><tbody>${rows.map(
    (
      one,
    ) => html`<tr><td><span class="strong">${one.itemName}</span><span class="sub">${reasonOf(one)}</span></td><td class="opt muted">${timeElement(one.createdAt, now)}</td><td class="n">${number(one.coinPrice)}</td><td class="n">${statusChip(one.status)}</td></tr>
`,
  )}</tbody></table></section>`;
}

function recordPanel({ now }: Call, person: EmployeeRow): Html {
  const fact = (label: string, value: string | Html | null) =>
    value === null ? '' : html`<dt>${label}</dt><dd>${value}</dd>`;
  return html`<section class="panel" aria-labelledby="record"><header><h2 id="record">Record</h2></header><div class="pad"><dl class="facts">
${fact('External ID', person.externalId)}${fact('Email', person.email)}${fact('Department', person.departmentName)}${fact('Job title', person.jobTitle)}${fact('Role', roleOnRecord(person))}${fact('Name given', person.accountName === null ? null : person.givenName)}${fact('Joined', day(person.createdAt))}${fact('Deactivated', person.deactivatedAt === null ? null : html`${timeElement(person.deactivatedAt, now)}${person.deactivatedBy === 'sync' ? ', by a roster' : ''}${person.deactivationReason === null ? '' : html`: “${person.deactivationReason}”`}`)}
</dl></div></section>`;
}

const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

function correctionPanel({ href, now, refusal }: Call, person: EmployeeRow): Html {
  const own = refusal?.action.endsWith('/xp') ? refusal : undefined;
  // The same form sent twice makes one entry.
  const { once = `portal ${randomUUID()}` } = own?.values ?? {};
  const { again } = own?.fields ?? {};
  return html`<section class="panel" aria-labelledby="correction"><header><h2 id="correction">Award or correct XP</h2></header><div class="pad">
<form method="post" action="${href(`/people/${person.id}`)}/xp">${summary('No XP was recorded.', own)}
<input type="hidden" name="once" value="${once}">
<div class="pair">${field({ name: 'amount', label: 'XP, plus or minus', inputmode: 'numeric', className: 'num', autocomplete: 'off' }, own)}${field({ name: 'date', label: 'Counts for', type: 'date', value: dateOf(now), max: dateOf(now) }, own)}</div>
${again === undefined ? '' : field({ name: 'again', label: 'The amount again', inputmode: 'numeric', className: 'num', autocomplete: 'off' }, own)}${field({ name: 'reason', label: 'Reason', isLong: true, maxlength: 500, hint: 'The person can read it. A correction is an entry of its own; nothing is erased.' }, own)}
<p class="field"><button class="btn pri wide">Record XP</button></p></form></div></section>`;
}

function statePanel({ href, refusal }: Call, person: EmployeeRow): Html {
  const base = href(`/people/${person.id}`);
  const own = refusal?.action.endsWith('activate') ? refusal : undefined;
  if (person.deactivatedAt !== null) {
    return html`<section class="panel" aria-labelledby="state"><header><h2 id="state">Reactivate</h2></header><div class="pad small">${summary('Nothing was changed.', own)}<p class="muted">With the XP, coins and badges from before, and a place on leaderboards again.</p>${buttonForm(`${base}/reactivate`, 'Reactivate')}</div></section>`;
  }
  return html`<section class="panel danger" aria-labelledby="state"><header><h2 id="state">Deactivate</h2></header><div class="pad small"><p class="muted">The person can no longer sign in and leaves the leaderboards. XP, coins and badges are kept. No roster reactivates the person; you can.</p>
<form method="post" action="${base}/deactivate">${summary('Nothing was changed.', own)}
${field({ name: 'why', label: 'Reason', maxlength: 500, autocomplete: 'off' }, own)}<p class="field"><button class="btn bad">Deactivate</button></p></form></div></section>`;
}

const action = (
  path: string,
  submit: (call: Call, person: EmployeeRow, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}${path}`,
  roles: EDITORS,
  page: personPage,
  submit: async (call, form) => {
    const person = requirePerson(call);
    const done = await submit(call, person, form);
    return { to: call.href(`/people/${person.id}`), done };
  },
});

export const personActions: readonly Action[] = [
  action('/xp', async (call, person, form) => {
    requireOther(call, person.id);
    const award = readAward(call, form);
    const { amount, applied, level } = await call.change('correctXp', {
      employee: person.id,
      ...award,
    });
    const state = applied ? 'recorded' : 'recorded already';
    return html`<b class="num">${signed(amount)} XP</b> ${state} for ${named(nameAndEmail(person))}. The level is ${level}.`;
  }),
  action('/badges', async (call, person, form) => {
    requireOther(call, person.id);
    const code = form.get('code') ?? '';
    if (code === '') throw new Refused('', { code: 'Choose a badge.' });
    const badge = await call.change('awardBadge', { employee: person.id, code });
    return html`<b>${badge.name}</b> is awarded to ${named(nameAndEmail(person))}.`;
  }),
  action('/badges/:code/revoke', async (call, person) => {
    requireOther(call, person.id);
    const { code } = call.params;
    const badge = await call.change('revokeBadge', { employee: person.id, code });
    return html`<b>${badge.name}</b> is revoked. The award stays on record.`;
  }),
  action('/deactivate', async (call, person, form) => {
    const reason = (form.get('why') ?? '').trim();
    if (reason === '') throw new Refused('', { why: 'Give a reason.' });
    await call.change('deactivateEmployee', { employee: person.id, reason, by: call.session.role });
    return html`${named(nameAndEmail(person))} is deactivated.`;
  }),
  action('/reactivate', async (call, person) => {
    await call.change('reactivateEmployee', { employee: person.id, by: call.session.role });
    return html`${named(nameAndEmail(person))} is active again.`;
  }),
];

const nameAndEmail = (person: EmployeeRow) => ({ name: nameOf(person), email: person.email });

/** @throws Refused naming each field that is wrong */
function readAward({ services, company, now }: Call, form: URLSearchParams) {
  const text = (name: string) => (form.get(name) ?? '').trim();
  const amount = amountIn(text('amount'));
  const date = /^\d{4}-\d\d-\d\d$/.test(text('date')) ? parseIsoTime(text('date')) : undefined;
  const reason = text('reason');
  const fields = {
    ...(amount === 0 && { amount: 'A whole number that is not 0, such as 120 or −120.' }),
    ...((date === undefined || date > now) && { date: 'A day up to today.' }),
    ...(reason === '' && { reason: 'Give a reason.' }),
  };
  if (Object.keys(fields).length > 0 || date === undefined) throw new Refused('', fields);
  const { xp: limit } = askAboveOf(services.db, company.companyId);
  const repeated = amountIn(text('again'));
  if (Math.abs(amount) > limit && Math.abs(repeated) !== Math.abs(amount)) {
    const again = `This is more than ${number(limit)} XP. Type the amount again.`;
    throw new Refused('', { again });
  }
  // Today is now. Of another day the middle, so that the month is the same everywhere.
  const at = text('date') === dateOf(now) ? undefined : date + 12 * HOUR_MS;
  return { amount, reason, at, repeated, once: text('once').slice(0, 255) };
}

/** An amount as people type it: +1,490 is 1490; 0 for what is none. */
function amountIn(text: string): number {
  const written = text.replace(/[\s,’']/g, '').replace('−', '-');
  return /^[+-]?\d{1,10}$/.test(written) ? Number(written) : 0;
}
