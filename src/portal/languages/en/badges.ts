import { type Html, html } from '../../../http/response/html.ts';
import { badges, number, people, plural, type Strong, xp } from './words.ts';

/** Badges and their rules. */
export const badgeTexts = {
  title: 'Badges',
  lead: 'Awarded by hand, or by a rule to everybody who reaches an amount of XP.',
  none: 'No badges yet',
  noneText:
    'A badge stands on the page of everybody who holds it. It can be awarded by hand, by a rule, or by another system.',
  badge: 'Badge',
  code: 'Code',
  codeHint:
    'Letters, digits, dots, hyphens and underscores. Other systems know the badge by it, so it cannot be changed later.',
  name: 'Name',
  category: 'Category',
  categories: { milestone: 'milestone', skill: 'skill', social: 'social' },
  rarity: 'Rarity',
  rarities: {
    common: 'common',
    uncommon: 'uncommon',
    rare: 'rare',
    epic: 'epic',
    legendary: 'legendary',
  },
  rarityAtXp: ({ rarity, xp: amount }: { rarity: string; xp: number }) =>
    `${rarity}, at ${xp(amount)}`,
  description: 'Description',
  optional: 'Optional',
  icon: 'Picture',
  iconAddress: 'Or the address of a picture',
  iconHint: 'Optional; only other systems show it.',
  define: 'Define a badge',
  defineThis: 'Define the badge',
  notDefined: 'No badge was defined.',
  isDefined: ({ name }: { name: Html }) =>
    html`${name} is defined. Award it by a rule, or person by person.`,
  change: 'Change',
  isChanged: ({ name }: { name: Html }) => html`${name} is changed.`,
  rule: 'Rule',
  rules: 'Rules',
  rulesLead:
    'A rule awards its badge as soon as somebody reaches its XP. People who were deactivated at that time get their badges here.',
  noRule: 'None: it is awarded by hand.',
  ruleIs: ({ xp: amount }: { xp: Html }) => html`Awarded to everybody who reaches ${amount}.`,
  allTimeXp: 'All-time XP',
  showHowMany: 'Show how many',
  wouldBeAwarded: (it: { xp: Html; count: number; strong: Strong }) =>
    html`At ${it.xp}, ${it.strong(people(it.count))} would be awarded the badge now, others when they reach it.`,
  setRule: 'Set the rule',
  setRuleAndAward: ({ count }: { count: number }) => `Set the rule and award ${number(count)}`,
  ruleIsSet: ({ name, xp: amount, count }: { name: Html; xp: number; count: number }) =>
    html`${name} is awarded at ${xp(amount)}. ${plural(count, {
      one: `${people(count)} has been awarded it now.`,
      other: `${people(count)} have been awarded it now.`,
    })}`,
  removeRule: 'Remove the rule',
  holdersKeepIt: 'Who holds the badge keeps it.',
  ruleIsRemoved: ({ name }: { name: Html }) =>
    html`${name} has no rule any more. Who holds it keeps it.`,
  atXp: ({ xp: amount }: { xp: number }) => `at ${xp(amount)}`,
  applyRules: 'Apply the rules',
  notAwarded: 'Nothing was awarded.',
  newHolders: 'New holders',
  awardThese: ({ count }: { count: number }) => `Award ${badges(count)}`,
  areAwarded: ({ count }: { count: number }) =>
    plural(count, {
      one: `${badges(count)} is awarded.`,
      other: `${badges(count)} are awarded.`,
    }),
  everybodyHasThem:
    'Everybody has the badges that the rules award. People who are reactivated may appear here.',
  award: 'Award',
  awardTo: ({ person }: { person: Html }) => html`Award to ${person}`,
  holdsIt: 'holds it',
  isAwarded: ({ badge, person }: { badge: Html; person: Html }) =>
    html`${badge} is awarded to ${person}.`,
  holders: 'Holders',
  nobodyYet: 'Nobody holds it yet.',
  nobodyMore: 'Nobody holds it from here on.',
  revoke: 'Revoke',
  revokeOf: ({ person }: { person: Html }) => html`Revoke of ${person}`,
  isRevoked: ({ badge, person }: { badge: Html; person: Html }) =>
    html`${badge} of ${person} is revoked. The award stays on record.`,
};
