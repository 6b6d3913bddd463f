import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { badges, people, plural, xp } from './words.ts';

export const badgeTexts: Messages['badges'] = {
  title: 'Abzeichen',
  lead: 'Von Hand verliehen, oder nach einer Regel an alle, die bestimmte XP erreichen.',
  none: 'Noch keine Abzeichen',
  noneText:
    'Ein Abzeichen steht auf der Seite aller, die es haben. Verliehen wird es von Hand, nach einer Regel oder von einem anderen System.',
  badge: 'Abzeichen',
  code: 'Code',
  codeHint:
    'Buchstaben, Ziffern, Punkte, Binde- und Unterstriche. Andere Systeme erkennen das Abzeichen daran; der Code lässt sich später nicht ändern.',
  name: 'Name',
  category: 'Kategorie',
  categories: { milestone: 'Meilenstein', skill: 'Können', social: 'Miteinander' },
  rarity: 'Seltenheit',
  rarities: {
    common: 'häufig',
    uncommon: 'ungewöhnlich',
    rare: 'selten',
    epic: 'episch',
    legendary: 'legendär',
  },
  rarityAtXp: ({ rarity, xp: amount }) => `${rarity}, ab ${xp(amount)}`,
  description: 'Beschreibung',
  optional: 'Optional',
  icon: 'Bild',
  iconAddress: 'Oder die Adresse eines Bildes',
  iconHint: 'Optional, nur andere Systeme zeigen es.',
  define: 'Abzeichen anlegen',
  defineThis: 'Abzeichen anlegen',
  notDefined: 'Es wurde kein Abzeichen angelegt.',
  isDefined: ({ name }) =>
    html`${name} ist angelegt. Verleihen Sie es nach einer Regel oder einzeln.`,
  change: 'Ändern',
  isChanged: ({ name }) => html`${name} ist geändert.`,
  rule: 'Regel',
  rules: 'Regeln',
  rulesLead:
    'Eine Regel verleiht ihr Abzeichen, sobald jemand die XP erreicht. Wer zu der Zeit deaktiviert war, bekommt es hier.',
  noRule: 'Keine: Es wird von Hand verliehen.',
  ruleIs: ({ xp: amount }) => html`Bekommen alle, die ${amount} erreichen.`,
  allTimeXp: 'XP insgesamt',
  showHowMany: 'Anzahl ansehen',
  wouldBeAwarded: (it) =>
    plural(it.count, {
      one: html`Bei ${it.xp} bekommt ${it.strong(people(it.count))} das Abzeichen sofort, andere, sobald sie es erreichen.`,
      other: html`Bei ${it.xp} bekommen ${it.strong(people(it.count))} das Abzeichen sofort, andere, sobald sie es erreichen.`,
    }),
  setRule: 'Regel festlegen',
  setRuleAndAward: ({ count }) => `Regel festlegen und an ${people(count)} verleihen`,
  ruleIsSet: ({ name, xp: amount, count }) =>
    html`${name} wird ab ${xp(amount)} verliehen. ${plural(count, {
      one: `${people(count)} hat es jetzt bekommen.`,
      other: `${people(count)} haben es jetzt bekommen.`,
    })}`,
  removeRule: 'Regel entfernen',
  holdersKeepIt: 'Wer das Abzeichen hat, behält es.',
  ruleIsRemoved: ({ name }) => html`${name} hat keine Regel mehr. Wer es hat, behält es.`,
  atXp: ({ xp: amount }) => `ab ${xp(amount)}`,
  applyRules: 'Regeln anwenden',
  notAwarded: 'Nichts wurde verliehen.',
  newHolders: 'Bekommen es neu',
  awardThese: ({ count }) => `${badges(count)} verleihen`,
  areAwarded: ({ count }) =>
    plural(count, {
      one: `${badges(count)} ist verliehen.`,
      other: `${badges(count)} sind verliehen.`,
    }),
  everybodyHasThem:
    'Alle haben die Abzeichen, die ihnen nach den Regeln zustehen. Wer reaktiviert wird, kann hier auftauchen.',
  award: 'Verleihen',
  awardTo: ({ person }) => html`Verleihen ${person}`,
  holdsIt: 'hat es',
  isAwarded: ({ badge, person }) => html`${badge} ist an ${person} verliehen.`,
  holders: 'Wer es hat',
  nobodyYet: 'Noch hat es niemand.',
  nobodyMore: 'Ab hier hat es niemand mehr.',
  revoke: 'Entziehen',
  revokeOf: ({ person }) => html`Entziehen ${person}`,
  isRevoked: ({ badge, person }) =>
    html`Entzogen: ${badge}, ${person}. Dass es verliehen war, bleibt gespeichert.`,
};
