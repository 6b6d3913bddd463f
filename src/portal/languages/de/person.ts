import { html } from '../../../http/response/html.ts';
import type { personTexts as english } from '../en/person.ts';
import { details } from './fields.ts';
import { number, plural, xp } from './words.ts';

export const personTexts: typeof english = {
  active: 'aktiv',
  deactivated: 'deaktiviert',
  level: 'Level',
  highestLevel: 'das höchste',
  xpToLevel: (it) => `${xp(it.xp)} bis ${number(it.level)}`,
  coins: 'Münzen',
  rankInMonth: ({ month }) => `Platz im ${month}`,
  rankIn: ({ department }) => `Platz in ${department}`,
  rankInDepartment: 'Platz in der Abteilung',
  period: 'Zeitraum',
  allTime: 'Seit Beginn',
  xpEntries: 'XP im Einzelnen',
  coinEntries: 'Münzen im Einzelnen',
  countsFor: 'Zählt für',
  day: 'Tag',
  reason: 'Grund',
  noReason: 'Ohne Angabe',
  sum: 'Summe',
  left: 'Übrig',
  correction: 'Korrektur',
  recordedLater: 'später erfasst',
  noXp: 'Keine XP in diesem Zeitraum.',
  total: ({ window, count }) =>
    plural(count, {
      one: `${window}, ${number(count)} Eintrag`,
      other: `${window}, ${number(count)} Einträge`,
    }),
  totalOfNewest: (it) =>
    `${it.window}, ${number(it.count)} Einträge, davon die neuesten ${number(it.newest)}`,
  everyEntryCounts:
    'Jeder Eintrag zählt auf Dauer und wird nie geändert: Eine Korrektur ist ein eigener Eintrag.',
  countsFromUntil: ({ from, until }) =>
    `Es zählt, was ab ${from} und bis ${until}, 00:00 UTC, erreicht wurde.`,
  sources: {
    operator: 'von Hand',
    import: 'aus einer Datei importiert',
    sample: 'Beispieldaten',
    shop: 'Shop',
    gift: 'an viele vergeben',
    xp: 'Münzen für XP',
    welcome: 'zum Start',
    kudos: 'Dank',
  },
  giveToThese: 'An diese vergeben …',
  correctXp: 'XP vergeben oder korrigieren',
  xpPlusOrMinus: 'XP, plus oder minus',
  amountWanted: 'Eine ganze Zahl außer 0, zum Beispiel 120 oder −120.',
  dayUpToToday: 'Ein Tag bis heute.',
  amountAgain: 'Die Zahl noch einmal',
  moreThan: ({ limit }) => `Das ist mehr als ${limit}. Geben Sie die Zahl noch einmal ein.`,
  reasonHint:
    'Die Person kann ihn lesen. Eine Korrektur ist ein eigener Eintrag; nichts wird gelöscht.',
  recordXp: 'XP eintragen',
  noXpRecorded: 'Es wurden keine XP eingetragen.',
  xpRecorded: ({ amount, person, level }) =>
    html`Eingetragen: ${amount} für ${person}, jetzt auf Level ${number(level)}.`,
  xpRecordedAlready: (it) =>
    html`Schon eingetragen: ${it.amount} für ${it.person}, auf Level ${number(it.level)}.`,
  correctCoins: 'Münzen geben oder abziehen',
  coinsPlusOrMinus: 'Münzen, plus oder minus',
  recordCoins: 'Münzen eintragen',
  noCoinsRecorded: 'Es wurden keine Münzen eingetragen.',
  coinsRecorded: ({ amount, person, left }) =>
    html`Eingetragen: ${amount} für ${person}, Stand jetzt: ${left}.`,
  coinsRecordedAlready: (it) =>
    html`Schon eingetragen: ${it.amount} für ${it.person}, Stand jetzt: ${it.left}.`,
  badge: 'Abzeichen',
  chooseABadge: 'Abzeichen wählen',
  chooseBadge: 'Wählen Sie ein Abzeichen.',
  awardBadge: 'Abzeichen verleihen',
  noBadgeChanged: 'Kein Abzeichen wurde geändert.',
  badgeRevoked: ({ badge }) =>
    html`${badge} ist entzogen. Dass es verliehen war, bleibt gespeichert.`,
  badgesOf: ({ held, all }) => `${number(held)} von ${number(all)}`,
  noBadgesYet: ({ badges: link }) =>
    html`Es gibt noch keine Abzeichen. Sie werden unter ${link('Abzeichen')} angelegt.`,
  noneYet: 'Noch keins.',
  redemptions: 'Einlösungen',
  item: 'Prämie',
  requested: 'Eingelöst',
  status: 'Status',
  record: 'Daten',
  details,
  add: 'Person hinzufügen',
  addLead:
    'Für jemanden, der noch in keiner Personalliste steht. Eine Personalliste mit derselben E-Mail findet die Person.',
  addThis: 'Person hinzufügen',
  nobodyAdded: 'Niemand wurde hinzugefügt.',
  isAdded: ({ person }) => html`${person} ist hinzugefügt.`,
  edit: 'Bearbeiten',
  editOf: ({ name }) => `${name} bearbeiten`,
  editLead:
    'Bei jedem Feld steht, was die nächste Personalliste damit macht. Änderungen stehen im Protokoll, mit dem vorherigen Wert.',
  who: 'Wer es ist',
  whoText:
    'Eine Personalliste findet die Person über die Personalnummer, oder über die E-Mail, wenn es noch keine gibt.',
  atWork: 'Im Unternehmen',
  atWorkText:
    'Eine Personalliste ersetzt, wofür sie eine Spalte hat; ein leeres Feld löscht den Wert. Alles andere bleibt, wie es hier ist.',
  led: 'aus der Personalliste',
  ledHint: 'Eine Änderung hier bleibt, bis die nächste Personalliste einen anderen Wert bringt.',
  keptByRoster:
    'Keine Personalliste ändert das, außer sie wird mit „Namen und E-Mails ändern“ importiert.',
  keptWithRole: 'Keine Personalliste ändert das bei jemandem mit Rolle.',
  untilEmail: 'Die erste E-Mail aus einer Personalliste tritt an ihre Stelle.',
  isChanged: ({ person }) => html`Die Daten von ${person} sind geändert.`,
  nameHint: 'Gezeigt, bis bei einer Anmeldung ein eigener Name mitkommt.',
  externalIdHint: 'Die Nummer, unter der Personallisten die Person kennen.',
  noDepartment: 'Keine',
  externalId: 'Personalnummer',
  email: 'E-Mail',
  department: 'Abteilung',
  role: 'Rolle',
  roleText:
    'Admins ändern alles außer Schlüsseln, Webhooks, Rollen und Anmeldung. Leitungen sehen die Personen ihrer Abteilung und darunter. Mit Lesezugriff sieht man alles und ändert nichts. Mitglieder haben die eigene Seite, Ranglisten und Wettbewerbe. Eine geänderte Rolle meldet die Person ab.',
  isOwner: ({ link }) => html`Hauptadmin. Ändern lässt sich das unter ${link('Konten')}.`,
  nameGiven: 'Angegebener Name',
  joined: 'Dabei seit',
  deactivatedOn: 'Deaktiviert',
  byRoster: ({ when }) => html`${when}, durch eine Personalliste`,
  deactivate: 'Deaktivieren',
  deactivateText:
    'Die Person kann sich nicht mehr anmelden und verschwindet aus den Ranglisten. XP, Münzen und Abzeichen bleiben. Keine Personalliste reaktiviert sie; Sie können es.',
  isDeactivated: ({ person }) => html`${person} ist deaktiviert.`,
  reactivate: 'Reaktivieren',
  reactivateText:
    'Mit den XP, Münzen und Abzeichen von vorher und wieder mit einem Platz in den Ranglisten.',
  isActiveAgain: ({ person }) => html`${person} ist wieder aktiv.`,
  export: 'Exportieren',
  exportText: 'Alles, was über diese Person gespeichert ist, und nichts über andere.',
  downloadJson: 'Als JSON herunterladen',
  erase: 'Löschen',
  eraseText:
    'Entfernt Name, E-Mail, Personalnummer und jeden Text über diese Person endgültig. Zahlen bleiben, als die eines „früheren Mitglieds“. Frühere Backups enthalten die Daten noch. Eine Personalliste, in der die Person noch steht, legt sie neu an.',
  eraseThis: 'Person löschen',
  whyErase: 'Warum, ohne die Person zu nennen',
  typeEmail: ({ email }) => html`Zur Bestätigung die E-Mail eingeben: ${email}`,
  nothingErased: 'Nichts wurde gelöscht.',
  isErased: 'Die Person ist gelöscht.',
  vacuumCleans: ({ command }) =>
    html`Unbenutzte Teile der Datendatei bereinigt der Befehl ${command}.`,
  sandboxHasThem: 'Dieselbe Person gibt es in der Sandbox.',
};
