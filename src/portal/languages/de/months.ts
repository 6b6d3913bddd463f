import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number, people } from './words.ts';

export const months: Messages['months'] = {
  title: 'Abgeschlossene Monate',
  lead: 'Wer in welchem Monat vorn lag, so wie beim Abschluss. Später erfasste XP ändern hier nichts.',
  none: 'Noch ist kein Monat abgeschlossen',
  noneText:
    'Jeder Monat wird einige Tage nach seinem Ende automatisch abgeschlossen, damit späte XP noch zählen.',
  seeCurrent: 'Laufenden Monat ansehen',
  month: 'Monat',
  state: 'Status',
  closedAt: 'Abgeschlossen',
  reopenedAt: 'Wieder geöffnet',
  first: 'Platz 1',
  people: 'Personen',
  notClosedYet: 'noch nicht abgeschlossen',
  closed: 'abgeschlossen',
  reopened: 'wieder geöffnet',
  reconstructed: 'rekonstruiert',
  version: ({ version }) => `Version ${number(version)}`,
  closedOn: ({ day, count }) =>
    `Abgeschlossen: ${day}, mit ${people(count)}. Später erfasste XP zählen für den Monat, aber nicht hier.`,
  hasEnded:
    'Der Monat ist vorbei. In einigen Tagen wird er automatisch abgeschlossen, damit späte XP noch zählen.',
  leftOpen:
    'In diesem Monat gibt es XP, aber bis zu seinem Ende war noch niemand erfasst. Er wird nicht automatisch abgeschlossen.',
  wasReconstructed: ({ strong, day }) =>
    html`${strong('Rekonstruiert.')} Der Monat wurde mehr als 14 Tage nach seinem Ende abgeschlossen. Die XP stimmen; Abteilungen, Level und wer aktiv war, haben den Stand vom ${day}.`,
  notInForce: ({ strong, version, day }) =>
    html`${strong(`Version ${number(version)} gilt nicht mehr.`)} Der Monat wurde am ${day} wieder geöffnet.`,
  winners: 'Die ersten Plätze',
  standings: 'Endstand',
  activeOnly: 'Wer nicht mehr aktiv ist, fehlt hier.',
  nobody: 'Niemand vorhanden',
  nobodyIn: ({ department }) =>
    `Wer beim Abschluss in ${department} oder darunter war, ist heute nicht mehr aktiv.`,
  nobodyActive: 'Von diesem Monat ist niemand mehr aktiv.',
  compare: 'Mit heute vergleichen',
  comparedWithToday: ({ month }) => `${month} im Vergleich mit heute`,
  compareLead: ({ month, day }) =>
    `Personen, deren XP für ${month} sich seit dem Abschluss am ${day} geändert haben, durch späte XP oder Korrekturen.`,
  noChange: 'Seitdem haben sich keine XP geändert',
  nobodyElse: 'Niemand sonst',
  noChangeText: 'Ein neuer Abschluss würde an den XP nichts ändern.',
  lateXp: 'Späte XP nach Person',
  person: 'Person',
  rankThen: 'Platz damals',
  rankNow: 'Platz jetzt',
  xpThen: 'XP damals',
  xpNow: 'XP jetzt',
  late: 'Später',
  versions: 'Versionen',
  versionHead: 'Version',
  versionName: ({ version }) => `Version ${number(version)}`,
  comparison: 'Vergleich',
  compareThis: 'Vergleichen',
  compareVersion: ({ version }) => `Version ${number(version)} mit heute vergleichen`,
  close: 'Monat jetzt abschließen',
  closeText:
    'Plätze, XP, Level und Abteilungen aller Aktiven werden festgehalten und ändern sich nicht mehr, außer der Monat wird wieder geöffnet.',
  closeThis: 'Monat abschließen',
  isClosed: ({ strong, month, count }) =>
    html`${strong(`${month} ist abgeschlossen`)}, mit ${people(count)}.`,
  reopen: 'Monat wieder öffnen',
  reopenText: ({ version }) =>
    `Der Endstand verschwindet hier und aus der API, bis der Monat wieder abgeschlossen wird: von Ihnen oder in einigen Tagen automatisch. Version ${number(version)} bleibt gespeichert.`,
  isReopened: ({ strong, month, version }) =>
    html`${strong(`${month} ist wieder geöffnet.`)} Version ${number(version)} bleibt gespeichert.`,
  otherVersion:
    'Von diesem Monat gibt es inzwischen eine andere Version. Sehen Sie sie sich erst an.',
};
