import { failure } from '../../../domain/errors.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { ActiveHolder, BadgeRow } from '../../../store/badges/badges.ts';
import * as badges from '../../../store/badges/badges.ts';
import { changeAction, formAction } from '../../forms/action.ts';
import { isMany, requireCount } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden, hiddenCount, optional, typedCount, whole } from '../../forms/kinds.ts';
import { readForm } from '../../forms/read-form.ts';
import { Refused } from '../../forms/refused.ts';
import { sentPicture, shownPicture } from '../../forms/sent-picture.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { fileLinks } from '../../view/file-links.ts';
import { strong, unseen } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { isUploaded } from '../../view/picture.ts';
import { findPerson } from '../audit/decisions.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { giveLink } from '../gifts/give-link.ts';
import { definePage } from '../page.ts';
import { EDITORS, isOwn, mayEdit, READERS, requireOther } from '../roles.ts';
import { badgeForm, valuesOf } from './badge-form.ts';
import { categoryName, rarityName } from './badges.ts';
import { awardPanel, personCell } from './find-holder.ts';
import { badgePicture, rarityClass } from './medal.ts';

const PATH = '/badges/:code';

const MAX_XP = 1_000_000_000;

const change = changeAction({
  path: PATH,
  roles: EDITORS,
  of: requireBadge,
  form: badgeForm,
  submit: async (call, { changes, seen }, { subject: { code } }) => {
    const { icon: content, remove_icon: isRemoved, ...others } = changes;
    const { remove_icon: _, ...shown } = seen;
    const before = { ...shown, icon: shownPicture(seen.icon) };
    const icon = sentPicture('icon', content);
    const given = isRemoved ? { ...others, icon_url: null } : others;
    const badge = await namingOthers(call, code, () =>
      call.change('changeBadge', { code, changes: { ...given, icon }, seen: before }),
    );
    return { done: call.t.badges.isChanged({ name: strong(badge.name) }) };
  },
});

const xp = whole({ min: 1, max: MAX_XP, isShort: true });

/** Asks how many people a rule would award the badge to now. */
const previewForm = defineForm({
  ...{ id: 'preview', fields: { xp }, layout: 'inline' },
  texts: ({ badges }) => ({ button: badges.showHowMany, fields: { xp: badges.allTimeXp } }),
});

/** How many people would be awarded the badge at this XP now. */
const countEligible = ({ services, company }: Call, { code }: BadgeRow, xpThreshold: number) =>
  services.ranker.countEligible({ companyId: company.companyId, code, xpThreshold });

const setRule = formAction({
  path: `${PATH}/rule`,
  roles: EDITORS,
  of: requireBadge,
  form: defineForm({
    id: 'rule',
    fields: { seen: optional(hiddenCount()), xp: hidden(), people: typedCount() },
    texts: ({ badges }) => ({ button: badges.setRule, fields: { people: '' } }),
  }),
  submit: async (call, { seen, people, xp: given }, { subject: badge }) => {
    const { code } = badge;
    const { xp } = readForm(previewForm, new URLSearchParams({ xp: given }), call.t);
    const atMost = await countEligible(call, badge, xp);
    if (isMany(atMost)) requireCount(call, 'people', people, atMost);
    const { awarded: count } = await namingOthers(call, code, () =>
      call.change('setBadgeRule', { code, xp, seen, atMost }),
    );
    return { done: call.t.badges.ruleIsSet({ name: strong(badge.name), xp, count }) };
  },
});

const removeRule = formAction({
  path: `${PATH}/rule/remove`,
  roles: EDITORS,
  of: requireBadge,
  form: defineForm({
    ...{ id: 'remove-rule', fields: { seen: optional(hiddenCount()) } },
    texts: ({ badges }) => ({ button: badges.removeRule, fields: {} }),
  }),
  submit: async (call, { seen }, { subject: { code, name } }) => {
    await namingOthers(call, code, () =>
      call.change('setBadgeRule', { code, xp: null, seen, atMost: 0 }),
    );
    return { done: call.t.badges.ruleIsRemoved({ name: strong(name) }) };
  },
});

const award = formAction({
  path: `${PATH}/award`,
  roles: EDITORS,
  of: requireBadge,
  form: defineForm({
    ...{ id: 'award', fields: { employee: hidden() } },
    texts: ({ badges }) => ({ button: badges.award, fields: {} }),
  }),
  submit: async (call, { employee }, { subject: { code, name } }) => {
    const person = requirePerson(call, employee);
    await call.change('awardBadge', { employee: person.id, code });
    return { done: call.t.badges.isAwarded({ badge: strong(name), person: person.name }) };
  },
});

const revoke = formAction({
  path: `${PATH}/revoke`,
  roles: EDITORS,
  of: requireBadge,
  form: defineForm({
    ...{ id: 'revoke', fields: { employee: hidden() } },
    texts: ({ badges }) => ({ button: badges.revoke, fields: {} }),
  }),
  submit: async (call, { employee }, { subject: { code, name } }) => {
    const person = requirePerson(call, employee);
    await call.change('revokeBadge', { employee: person.id, code });
    return { done: call.t.badges.isRevoked({ badge: strong(name), person: person.name }) };
  },
});

/** Somebody else than whoever is signed in. @throws EngagedError `not_found`, `forbidden` */
function requirePerson(call: Call, employee: string): { id: string; name: Html } {
  const person = findPerson(call.services.db, call.company.companyId, employee);
  if (!person) throw failure('employee_not_found');
  requireOther(call, person.id);
  const name = person.accountName ?? person.givenName;
  return { id: person.id, name: personName(call.t, { name, email: person.email }) };
}

/** One badge: its definition, its rule, who holds it, and to whom it can be awarded. */
export const badgePage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [change, setRule, removeRule, award, revoke],
  show: async (call) => {
    const { t, href, session } = call;
    const badge = requireBadge(call);
    const isEditor = mayEdit(session.role);
    const changePanel = () =>
      panel(
        { id: 'change', title: t.badges.change },
        change.write(call, {
          values: valuesOf(badge),
          left: [isUploaded(badge.iconUrl) ? 'icon_url' : 'remove_icon'],
          kind: '',
        }),
      );
    const rarity = html`<span class="${rarityClass(badge.rarity)}">${rarityName(t, badge.rarity)}</span>`;
    const head = pageHead({
      title: badge.name,
      picture: badgePicture(call, badge, { size: 48 }),
      above: { href: href('/badges'), label: t.badges.title },
      lead: html`${rarity} · ${categoryName(t, badge.category)} · ${badge.code}`,
      tools:
        badge.holders > 0
          ? html`${fileLinks(t, href, `/badges/${encodeURIComponent(badge.code)}/holders`)}${giveLink(call, { holders: badge.code })}`
          : undefined,
    });
    return {
      title: badge.name,
      current: '/badges',
      body: html`${head}
<div class="stack">${badge.description === null ? '' : html`<p>${badge.description}</p>`}
<div class="cols"><div class="stack">${isEditor ? await awardPanel(call, badge, award) : ''}${holdersPanel(call, badge, isEditor)}</div><div class="stack">${await rulePanel(call, badge, isEditor)}${isEditor ? changePanel() : ''}</div></div></div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
export function requireBadge({ services, company, params }: Call<'code'>): BadgeRow {
  const { companyId } = company;
  const badge = services.db.one(badges.find, { companyId, code: params.code });
  if (!badge) throw failure('badge_not_found');
  return badge;
}

/** The rule, and what another one would award, before it is set. */
async function rulePanel(call: Call, badge: BadgeRow, isEditor: boolean): Promise<Html> {
  const { t } = call;
  const { xpThreshold: xp } = badge;
  const rule =
    xp === null
      ? t.badges.noRule
      : t.badges.ruleIs({ xp: html`<b class="num">${t.counts.xp(xp)}</b>` });
  const remove = html`${removeRule.write(call, { values: { seen: xp }, kind: 's bad' })}<p class="muted">${t.badges.holdersKeepIt}</p>`;
  const change = async () => html`${await preview(call, badge)}${xp === null ? '' : remove}`;
  return panel({ id: 'rule', title: t.badges.rule }, [
    html`<p>${rule}</p>`,
    ...(isEditor ? [await change()] : []),
  ]);
}

/** Asks for the XP of a rule, and says what it would do. */
async function preview(call: Call, badge: BadgeRow): Promise<Html> {
  const { t, href, refusal } = call;
  const { xp: sent } = refusal?.action === setRule.path ? refusal.values : {};
  const asked = sent ?? call.query.get('xp');
  const given = { values: { xp: asked ?? '' }, action: '', message: '', chosen: {} };
  const ask = (fields: Readonly<Record<string, string>>) =>
    writeForm(previewForm, {
      ...{ t, isQuery: true, kind: '', refusal: { ...given, fields } },
      action: href(`/badges/${encodeURIComponent(badge.code)}`),
    });
  if (!asked) return ask({});
  try {
    const { xp } = readForm(previewForm, new URLSearchParams({ xp: asked }), t);
    const people = await countEligible(call, badge, xp);
    const set = setRule.write(call, {
      values: { seen: badge.xpThreshold, xp: String(xp) },
      fields: { people: t.forms.typePeople({ count: people }) },
      left: isMany(people) ? [] : ['people'],
      button: people === 0 ? t.badges.setRule : t.badges.setRuleAndAward({ count: people }),
    });
    return html`${ask({})}<p>${t.badges.wouldBeAwarded({
      xp: html`<b class="num">${t.counts.xp(xp)}</b>`,
      ...{ count: people, strong },
    })}</p>${set}`;
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return ask(error.fields);
  }
}

function holdersPanel(call: Call, badge: BadgeRow, isEditor: boolean): Html {
  const { t, services, company, query, href } = call;
  const place = placeIn(query);
  const isFirst = place === undefined;
  const all = services.db.all(badges.listActiveHolders, {
    ...{ companyId: company.companyId, code: badge.code, count: PAGE_SIZE + 1 },
    before: place ?? Number.MAX_SAFE_INTEGER,
  });
  const path = href(`/badges/${encodeURIComponent(badge.code)}`);
  const rows = all.slice(0, PAGE_SIZE);
  const revokeButton = (holder: ActiveHolder) =>
    isEditor && !isOwn(call, holder.id)
      ? revoke.write(call, {
          values: { employee: holder.id },
          button: t.badges.revokeOf({ person: unseen(personName(t, holder)) }),
          kind: 's q bad',
        })
      : '';
  const lines = rows.map(
    (holder) =>
      html`<li>${personCell(call, holder)}<span class="small muted">${t.format.day(holder.awardedAt)}</span>${revokeButton(holder)}</li>
`,
  );
  const footer = nextPager(t, {
    next: all.length > PAGE_SIZE ? `${path}?before=${rows.at(-1)?.number}` : undefined,
    first: isFirst ? undefined : path,
  });
  const nobody = html`<p class="pad muted">${isFirst ? t.badges.nobodyYet : t.badges.nobodyMore}</p>`;
  return panel(
    {
      ...{ id: 'holders', title: t.badges.holders, isFull: true },
      beside: t.counts.activePeople(badge.holders),
    },
    html`${rows.length === 0 ? nobody : linesOf(lines)}${footer}`,
  );
}
