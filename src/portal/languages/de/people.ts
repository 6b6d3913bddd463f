import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { personTexts } from './person.ts';
import { number, people, plural } from './words.ts';

export const peopleTexts: Messages['people'] = {
  ...personTexts,
  searchLabel: 'Name, E-Mail oder Personalnummer',
  find: 'Finden',
  nobodyMatches: ({ search }) => `Unter den Aktiven passt niemand zu „${search}“.`,
  moreMatch: 'Weitere Personen passen. Geben Sie mehr vom Namen ein.',
  printCards: 'Karten drucken …',
  signedIn: 'Angemeldet',
  noEmail: 'keine E-Mail',
  withCard: 'Anmeldung mit Personalnummer und Karte',
  title: 'Mitarbeitende',
  counted: (it) => {
    const kind = { active: 'aktive ', deactivated: 'deaktivierte ', all: '' }[it.state];
    const kindOf = { active: 'aktiven ', deactivated: 'deaktivierten ', all: '' }[it.state];
    const place = it.isOwnDepartment ? ' in Ihrer Abteilung und darunter' : '';
    const count = `${it.isMore ? 'Mehr als ' : ''}${number(it.count)}`;
    return it.of === undefined
      ? `${count} ${plural(it.count, { one: `${kind}Person`, other: `${kind}Personen` })}${place}`
      : `${count} von ${number(it.of)} ${plural(it.of, { one: `${kindOf}Person`, other: `${kindOf}Personen` })}${place}`;
  },
  shown: 'Gezeigt:',
  found: ({ search }) => `„${search}“`,
  inDepartment: ({ name }) => html`${name} und darunter`,
  without: ({ filter, unseen }) =>
    html`${unseen('Ohne')} ${filter} <span aria-hidden="true">×</span>`,
  clearAll: 'Alles zurücksetzen',
  select: 'Auswahl',
  selectThis: ({ name }) => html`${name} auswählen`,
  selectAll: (it) => (it.isMore ? 'Alle auswählen' : `Alle ${number(it.count)} auswählen`),
  selectPage: ({ count }) => `Die ${number(count)} auf dieser Seite auswählen`,
  selectNobody: 'Auswahl aufheben',
  allSelected: (it) =>
    it.isMore
      ? `Alle sind ausgewählt, mehr als ${people(it.count)}.`
      : plural(it.count, {
          one: `${people(it.count)} ist ausgewählt.`,
          other: `Alle ${people(it.count)} sind ausgewählt.`,
        }),
  ticked: ({ count }) => html`Ausgewählt: ${count}`,
  give: 'Vergeben …',
  invite: 'Einladen …',
  state: 'Status',
  states: {
    active: 'Aktiv',
    deactivated: 'Deaktiviert',
    all: 'Aktiv und deaktiviert',
  },
  anyRole: 'Jede Rolle',
  withRole: 'Mit Rolle',
  allDepartments: 'Alle Abteilungen',
  name: 'Name',
  departmentAndJob: 'Abteilung und Position',
  joinedNewestFirst: 'Dabei seit ↓',
  xpIn: ({ month }) => `XP im ${month}`,
  xp: 'XP',
  nobodyActive: 'Niemand ist aktiv',
  nobodyActiveText:
    'Alle sind deaktiviert. Eine Personalliste, in der sie stehen, bringt sie zurück, außer sie wurden von Hand deaktiviert.',
  seeDeactivated: 'Deaktivierte ansehen',
  nameCompany: 'Unternehmen benennen, Zeitzone wählen',
  noneYetOnRecord: 'Noch niemand',
  noneYetOnRecordText:
    'Laden Sie die CSV-Datei oder Excel-Arbeitsmappe hoch, die Ihr HR-System exportiert. Sie sehen jede Änderung, bevor sie geschieht.',
  uploadRoster: 'Personalliste hochladen',
  uploadOrCommand: ({ button, command }) => html`${button} oder ${command}`,
  nobodyOfYours: 'In Ihrer Abteilung ist niemand aktiv',
  nobodyOfYoursText: 'Auch nicht in den Abteilungen darunter.',
  nobody: 'Niemand passt',
  nobodySought: ({ search }) => `Niemand passt zu „${search}“`,
  searched: {
    all: 'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern.',
    active: 'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern der Aktiven.',
    deactivated: 'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern der Deaktivierten.',
  },
  searchedInDepartment: {
    all: 'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern in der gewählten Abteilung und darunter.',
    active:
      'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern der Aktiven in der gewählten Abteilung und darunter.',
    deactivated:
      'Durchsucht werden Namen, E-Mail-Adressen und Personalnummern der Deaktivierten in der gewählten Abteilung und darunter.',
  },
  searchEverywhere: 'Überall suchen',
  clear: 'Zurücksetzen',
};
