import { notFound } from '../../domain/errors.ts';
import { monthOf } from '../../domain/period.ts';
import { type Html, html } from '../../http/html.ts';
import type { ActiveHolder, BadgeRow } from '../../store/badges.ts';
import * as badges from '../../store/badges.ts';
import * as peopleSearch from '../../store/people-search.ts';
import type { Action, Call, Page } from '../page.ts';
import { countedForm, requireCounted } from '../parts/confirm.ts';
import { findPerson } from '../parts/decisions.ts';
import { changesIn, namingOthers, refreshed, seenFields } from '../parts/edit.ts';
import { searchField, searchOf } from '../parts/filters.ts';
import { buttonForm, field, Refused, summary } from '../parts/form.ts';
import { count, day, number } from '../parts/format.ts';
import { medal, rarityClass } from '../parts/medal.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { avatar, named } from '../parts/person.ts';
import { EDITORS, isOwn, mayEdit, READERS, requireOther } from '../roles.ts';
import { BADGE_FIELDS, type BadgeTexts, badgeFields, readBadge } from './badges.ts';
import { numberIn } from './shop.ts';

const PATH = '/badges/:code';

/** How many people a search for somebody to award the badge to shows. */
const MAX_FOUND = 10;

/** One badge: its definition, its rule, who holds it, and to whom it can be awarded. */
export const badgePage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { href, session, refusal } = call;
    const badge = requireBadge(call);
    const isEditor = mayEdit(session.role);
    const side = isEditor
      ? html`${await rulePanel(call, badge)}${changePanel(call, badge)}`
      : ruleText(badge);
    return {
      title: badge.name,
      current: '/badges',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/badges')}">Badges</a></p><div class="titled">${medal(badge.rarity, { size: 48 })}<div><h1>${badge.name}</h1><p class="lead"><span class="${rarityClass(badge.rarity)}">${badge.rarity}</span> · ${badge.category} · ${badge.code}</p></div></div></div></div>
<div class="stack">${summary('Nothing was changed.', refusal)}${badge.description === null ? '' : html`<p>${badge.description}</p>`}
<div class="cols"><div class="stack">${isEditor ? await awardPanel(call, badge) : ''}${holdersPanel(call, badge, isEditor)}</div><div class="stack">${side}</div></div></div>`,
    };
  },
};

const pathTo = ({ href }: Call, { code }: BadgeRow): string =>
  href(`/badges/${encodeURIComponent(code)}`);

/** @throws EngagedError `not_found` */
function requireBadge({ services, company, params }: Call): BadgeRow {
  const { companyId } = company;
  const badge = services.db.one(badges.find, { companyId, code: params.code });
  if (!badge) throw notFound('There is no such badge');
  return badge;
}

const ruleText = ({ xpThreshold }: BadgeRow): Html =>
  html`<section class="panel" aria-labelledby="rule"><header><h2 id="rule">Rule</h2></header><p class="pad small">${xpThreshold === null ? 'None: it is awarded by hand.' : html`Awarded to everybody who reaches <b class="num">${number(xpThreshold)} XP</b>.`}</p></section>`;

const WHOLE_XP = 'A whole number of XP, from 1.';

/** The rule, and what another one would award, before it is set. */
async function rulePanel(call: Call, badge: BadgeRow): Promise<Html> {
  const { services, company, query, refusal } = call;
  const { code, xpThreshold } = badge;
  const path = pathTo(call, badge);
  const own = refusal?.action.endsWith('/rule') ? refusal : undefined;
  const { xp: asked = query.get('xp') ?? '' } = own?.values ?? {};
  const xp = numberIn(asked) ?? 0;
  const fields = { ...(asked !== '' && xp < 1 && { xp: WHOLE_XP }) };
  const asking = { action: '', message: '', fields, values: { xp: asked }, chosen: {} };
  const seen = html`<input type="hidden" name="seen" value="${xpThreshold ?? ''}">`;
  const preview =
    xp < 1
      ? ''
      : proposal(
          await services.ranker.countEligible({
            companyId: company.companyId,
            code,
            xpThreshold: xp,
          }),
        );
  function proposal(people: number): Html {
    const fields = html`${seen}<input type="hidden" name="xp" value="${xp}">`;
    const button = people === 0 ? 'Set the rule' : `Set the rule and award ${number(people)}`;
    return html`<p>At <b class="num">${number(xp)} XP</b>, <b>${count(people, 'person', 'people')}</b> would be awarded the badge now, others when they reach it.</p>${countedForm({ action: `${path}/rule`, name: 'people', people, button, fields }, own)}`;
  }
  return html`<section class="panel" aria-labelledby="rule"><header><h2 id="rule">Rule</h2></header><div class="pad small"><p>${xpThreshold === null ? 'None: it is awarded by hand.' : html`Awarded to everybody who reaches <b class="num">${number(xpThreshold)} XP</b>.`}</p>
<form action="${path}"><div class="row end">${field({ name: 'xp', label: 'All-time XP', inputmode: 'numeric', className: 'num short', autocomplete: 'off' }, asking)}<button class="btn">Show how many</button></div></form>${preview}
${xpThreshold === null ? '' : html`<form method="post" action="${path}/rule/remove">${seen}<p><button class="btn s bad">Remove the rule</button></p></form><p class="muted">Who holds the badge keeps it.</p>`}</div></section>`;
}

const textsOf = (badge: BadgeRow): BadgeTexts => ({
  ...{ name: badge.name, category: badge.category, rarity: badge.rarity },
  ...{ description: badge.description ?? '', icon_url: badge.iconUrl ?? '' },
});

function changePanel(call: Call, badge: BadgeRow): Html {
  const texts = textsOf(badge);
  const { refusal } = call;
  const own = refreshed(refusal?.action === PATH ? refusal : undefined, texts);
  return html`<section class="panel" aria-labelledby="change"><header><h2 id="change">Change</h2></header><form class="pad" method="post" action="${pathTo(call, badge)}">${seenFields(texts)}
${badgeFields(texts, own)}<p class="row field"><button class="btn">Save</button></p></form></section>`;
}

/** Finds somebody to award the badge to. */
async function awardPanel(call: Call, badge: BadgeRow): Promise<Html> {
  const { query } = call;
  const search = searchOf(query);
  return html`<section class="panel" aria-labelledby="award"><header><h2 id="award">Award</h2></header><form class="pad row" action="${pathTo(call, badge)}" role="search">${searchField('Name, email or external ID', search)}<button class="btn">Find</button></form>
${search.trim() === '' ? '' : await foundPeople(call, badge, search)}</section>`;
}

async function foundPeople(call: Call, badge: BadgeRow, search: string): Promise<Html> {
  const { services, company, now } = call;
  const { companyId } = company;
  const { code } = badge;
  const numbers = await services.ranker.search({
    ...{ companyId, search, departments: null, state: 'active', withRole: false },
    ...{ before: Number.MAX_SAFE_INTEGER, count: MAX_FOUND + 1 },
  });
  const shown = numbers.slice(0, MAX_FOUND);
  const rows = services.db.all(peopleSearch.listRows, {
    ...{ companyId, month: monthOf(now), numbers: shown },
  });
  const holding = services.db.all(badges.listHolders, { companyId, code, numbers: shown });
  const holders = new Set(holding.map(({ employeeNumber }) => employeeNumber));
  if (rows.length === 0)
    return html`<p class="pad muted">Nobody who is active matches “${search}”.</p>`;
  const lines = rows.map((row) => {
    const award = holders.has(row.number)
      ? html`<span class="chip ok">holds it</span>`
      : buttonForm(
          `${pathTo(call, badge)}/award`,
          html`Award<span class="vh"> to ${named(row)}</span>`,
          {
            className: 's',
            fields: { employee: row.id },
          },
        );
    return html`<li>${personCell(call, row)}${award}</li>
`;
  });
  return html`<ul class="list">${lines}</ul>${numbers.length > MAX_FOUND ? html`<footer>More people match. Search for more of the name.</footer>` : ''}`;
}

const personCell = (
  { href }: Call,
  person: Pick<ActiveHolder, 'id' | 'name' | 'email' | 'departmentName'>,
): Html =>
  html`<span class="person grow">${avatar(person.name ?? person.email)}<span><a class="strong" href="${href(`/people/${person.id}`)}">${named(person)}</a><span class="sub">${person.departmentName ?? ''}</span></span></span>`;

function holdersPanel(call: Call, badge: BadgeRow, isEditor: boolean): Html {
  const { services, company, query } = call;
  const place = placeIn(query);
  const isFirst = place === undefined;
  const all = services.db.all(badges.listActiveHolders, {
    ...{ companyId: company.companyId, code: badge.code, count: PAGE_SIZE + 1 },
    before: place ?? Number.MAX_SAFE_INTEGER,
  });
  const path = pathTo(call, badge);
  const rows = all.slice(0, PAGE_SIZE);
  const revoke = (holder: ActiveHolder) =>
    isEditor && !isOwn(call, holder.id)
      ? buttonForm(`${path}/revoke`, html`Revoke<span class="vh"> of ${named(holder)}</span>`, {
          className: 's q bad',
          fields: { employee: holder.id },
        })
      : '';
  const lines = rows.map(
    (holder) =>
      html`<li>${personCell(call, holder)}<span class="small muted">${day(holder.awardedAt)}</span>${revoke(holder)}</li>
`,
  );
  const footer = nextPager({
    next: all.length > PAGE_SIZE ? `${path}?before=${rows.at(-1)?.number}` : undefined,
    first: isFirst ? undefined : path,
  });
  return html`<section class="panel" aria-labelledby="holders"><header><h2 id="holders">Holders</h2><span class="small muted">${count(badge.holders, 'active person', 'active people')}</span></header>
${rows.length === 0 ? html`<p class="pad muted">Nobody holds it${isFirst ? ' yet' : ' from here on'}.</p>` : html`<ul class="list">${lines}</ul>`}${footer}</section>`;
}

const action = (
  path: string,
  submit: (call: Call, badge: BadgeRow, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}${path}`,
  roles: EDITORS,
  page: badgePage,
  submit: async (call, form) => {
    const badge = requireBadge(call);
    return { to: pathTo(call, badge), done: await submit(call, badge, form) };
  },
});

/** The person whom a form names. @throws EngagedError `not_found` */
function requirePerson({ services, company }: Call, form: URLSearchParams) {
  const person = findPerson(services.db, company.companyId, form.get('employee') ?? '');
  if (!person) throw notFound('There is no such person here');
  return {
    id: person.id,
    name: named({ name: person.accountName ?? person.givenName, email: person.email }),
  };
}

/** The rule that a form was made for; null for none. */
const seenRule = (form: URLSearchParams): number | null => numberIn(form.get('seen') ?? '') ?? null;

export const badgeActions: readonly Action[] = [
  action('', async (call, { code }, form) => {
    const { changed, to, seen } = changesIn(form, BADGE_FIELDS);
    if (changed.length === 0) throw new Refused('No field was changed.');
    const fields = changed as (keyof BadgeTexts)[];
    const input = { code, changes: readBadge(fields, to), seen: readBadge(fields, seen) };
    const badge = await namingOthers(call, code, () => call.change('changeBadge', input));
    return html`<b>${badge.name}</b> is changed.`;
  }),
  action('/rule', async (call, { code, name }, form) => {
    const { services, company } = call;
    const xp = numberIn(form.get('xp') ?? '') ?? 0;
    if (xp < 1) throw new Refused('', { xp: WHOLE_XP });
    const people = await services.ranker.countEligible({
      ...{ companyId: company.companyId, code, xpThreshold: xp },
    });
    requireCounted(form, 'people', people);
    const input = { code, xp, seen: seenRule(form), atMost: people };
    const { awarded } = await namingOthers(call, code, () => call.change('setBadgeRule', input));
    return html`<b>${name}</b> is awarded at ${number(xp)} XP. ${count(awarded, 'person has', 'people have')} been awarded it now.`;
  }),
  action('/rule/remove', async (call, { code, name }, form) => {
    const input = { code, xp: null, seen: seenRule(form), atMost: 0 };
    await namingOthers(call, code, () => call.change('setBadgeRule', input));
    return html`<b>${name}</b> has no rule any more. Who holds it keeps it.`;
  }),
  action('/award', async (call, { code, name }, form) => {
    const person = requirePerson(call, form);
    requireOther(call, person.id);
    await call.change('awardBadge', { employee: person.id, code });
    return html`<b>${name}</b> is awarded to ${person.name}.`;
  }),
  action('/revoke', async (call, { code, name }, form) => {
    const person = requirePerson(call, form);
    requireOther(call, person.id);
    await call.change('revokeBadge', { employee: person.id, code });
    return html`<b>${name}</b> of ${person.name} is revoked. The award stays on record.`;
  }),
];
