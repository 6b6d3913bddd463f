import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { activePeople, number, people, plural, redemptions } from './words.ts';

export const home: Messages['home'] = {
  title: 'Start',
  lead: ({ day, count }) => `${day} · ${activePeople(count)}`,
  nothingWaits: 'Nichts wartet auf eine Entscheidung',
  waiting: 'Wartet auf eine Entscheidung',
  blocked: 'Ein Abgleich ist angehalten',
  blockedText: ({ count }) =>
    plural(count, {
      one: `${people(count)} würde deaktiviert, mehr als das Limit erlaubt. Alles andere ist übernommen.`,
      other: `${people(count)} würden deaktiviert, mehr als das Limit erlaubt. Alles andere ist übernommen.`,
    }),
  seeBlocked: 'Betroffene ansehen',
  directoryText: 'Das Verzeichnis will mehr Personen deaktivieren, als sein Limit erlaubt.',
  kept: ({ count }) =>
    plural(count, {
      one: `${people(count)} fehlt in der Personalliste und bleibt aktiv`,
      other: `${people(count)} fehlen in der Personalliste und bleiben aktiv`,
    }),
  keptText:
    'Ihre E-Mail-Adresse steht dort mit einer anderen Personalnummer, oder sie haben eine Rolle. Entscheiden Sie, wer bleibt.',
  seeKept: 'Personen ansehen',
  reported: ({ count }) =>
    plural(count, { one: '1 gemeldeter Dank', other: `${number(count)} Mal Dank gemeldet` }),
  reportedText: 'Niemand sieht ihn, bis entschieden ist.',
  seeReported: 'Meldungen ansehen',
  redemptionsText: 'Jemand hat Münzen ausgegeben und wartet auf eine Antwort.',
  decide: 'Entscheiden',
  toHandOut: ({ count }) => `${redemptions(count)} auszuhändigen`,
  toHandOutText: 'Genehmigt, aber noch nicht als ausgehändigt eingetragen.',
  handOut: 'Ansehen',
  webhookDisabled: ({ host }) => `Der Webhook an ${host} ist deaktiviert`,
  webhookReasons: {
    receiver: 'Den Empfänger gibt es nicht mehr.',
    failures: 'Die Zustellung ist tagelang fehlgeschlagen.',
  },
  seeWebhook: 'Webhook ansehen',
  keyEnds: ({ name, day }) => `Der Schlüssel „${name}“ läuft am ${day} ab`,
  keyEndsText: 'Erneuern Sie ihn rechtzeitig.',
  timeLeft: ({ time }) => `noch ${time}`,
  ended: 'abgelaufen',
  seeKey: 'Schlüssel ansehen',
  xpIn: ({ month }) => `XP im ${month}`,
  withXpIn: ({ month }) => `Personen mit XP im ${month}`,
  of: ({ count }) => `von ${number(count)}`,
  mostXp: 'Meiste XP einer Person',
  departmentsWithPeople: 'Besetzte Abteilungen',
  lately: 'Zuletzt',
  nothingLately: 'Hier steht, was Personen und Systeme ändern.',
  rosters: {
    sync: (it) => html`${it.actor} hat ${it.link('die Personalliste abgeglichen')}: ${it.result}`,
    revert: (it) => html`${it.actor} hat ${it.link('einen Abgleich zurückgenommen')}: ${it.result}`,
    approval: (it) => html`${it.actor} hat ${it.link('einen Abgleich freigegeben')}: ${it.result}`,
  },
  health: 'Systemstatus',
  needsAttention: 'Handlungsbedarf',
  noProblems: 'alles in Ordnung',
  lastRoster: 'Letzte Personalliste',
  lastBackup: 'Letztes Backup',
  noneYet: 'noch nie',
  isOld: 'veraltet',
  data: 'Daten',
  clock: 'Uhrzeit',
};
