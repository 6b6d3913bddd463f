import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';

export const settings: Messages['settings'] = {
  title: 'Einstellungen',
  lead: ({ health }) =>
    html`Das Programm, für alle. Ports, Limits und Backups stehen unter ${health}.`,
  health: 'Systemstatus',
  company: 'Unternehmen',
  companyText: 'Steht auf jeder Seite, auf Bildschirmen und im Druck.',
  name: 'Name des Unternehmens',
  nameHint: 'Alle, die sich anmelden, sehen ihn.',
  logo: 'Logo',
  logoHint:
    'PNG, JPEG oder WebP bis 1 MB, 32 Pixel hoch auf Weiß gezeigt. Was die Datei sonst verrät, etwa wer sie erstellt hat, wird entfernt.',
  removeLogo: 'Logo entfernen',
  namedByOperator:
    'Mehrere Unternehmen teilen sich diesen Dienst; ihre Namen vergibt, wer ihn betreibt.',
  about: 'Dafür gibt es hier XP',
  aboutHint: 'In Ihren eigenen Worten, für „Meine Seite“. Lassen Sie es leer, um nichts zu sagen.',
  language: 'Sprache',
  languageHint:
    'Für Bildschirme, Chats, Karten und Mails, und für Seiten, wenn weder die Person noch ihr Browser eine andere vorgibt.',
  timeZone: 'Zeitzone',
  timeZoneHint:
    'Gilt für Zeiten auf Seiten und Bildschirmen, in E-Mails und Dateien. Monate und die Tage von Wettbewerben beginnen und enden in UTC.',
  coins: 'Münzen',
  coinsText: 'Was sie wert sind, und wie man sie bekommt.',
  worth: '100 Münzen sind wert',
  worthHint:
    'Für die Auswertung und die Lohnabrechnung; Mitarbeitende sehen es nicht. 0 heißt: ohne Angabe.',
  currency: 'Währung',
  coinsForXp: 'Münzen für je 100 XP',
  coinsForXpHint:
    'Ab jetzt. Bei 10 geben 255 XP 25 Münzen; die 5 XP, die übrig sind, zählen beim nächsten Mal. Korrekturen nehmen Münzen zurück. 0 gibt keine.',
  newcomers: 'Neue Mitarbeitende',
  newcomersText:
    'Was alle einmal bekommen, die ab jetzt hinzukommen: von Hand oder durch eine Personalliste. Steht beides auf 0, gibt es nichts.',
  welcomeXp: 'XP zum Start',
  welcomeCoins: 'Münzen zum Start',
  welcomeReason: 'Mit dem Grund',
  contests: 'Wettbewerbe',
  contestsText: 'Wer bei gleichen XP vorn liegt. Bestehende Wettbewerbe behalten ihre Regel.',
  ties: 'Gleiche XP in einem neuen Wettbewerb',
  tiesChoices: {
    shared: {
      title: 'Sie teilen sich den Platz',
      text: 'Alle auf diesem Platz gewinnen. Nach zwei ersten Plätzen gibt es keinen zweiten.',
    },
    first: { title: 'Wer sie zuerst erreicht hat, liegt vorn', text: 'Nur eine Person gewinnt.' },
  },
  rankings: 'Ranglisten',
  rankingsText:
    'Was alle in Ranglisten, Monaten und Wettbewerben und auf Bildschirmen sehen. Wie sie selbst gezeigt wird, entscheidet jede Person.',
  ranking: 'Ranglisten zeigen',
  rankingChoices: {
    named: { title: 'Alle', text: 'Mit Namen, außer jemand wählt etwas anderes.' },
    'opt-in': { title: 'Wer gezeigt werden möchte', text: 'Die Plätze der anderen bleiben leer.' },
    neighbours: {
      title: 'Die ersten zehn und die Plätze daneben',
      text: 'Alle sehen auch den eigenen Platz mit zweien davor und danach.',
    },
    off: { title: 'Niemanden', text: 'Alle sehen nur den eigenen Platz.' },
  },
  hideNamesInApi: 'Namen von Personen, die nicht mit Namen gezeigt werden, aus der API weglassen',
  groups: 'Kleine Abteilungen und Leitungen',
  groupsText: 'Damit keine Zahl über eine Abteilung verrät, was jemand getan hat.',
  smallestGroup: 'Zahlen über eine Abteilung ab so vielen Personen',
  smallestGroupHint:
    '3 bis 20. Was die Zahl einer kleineren durch Abziehen verraten würde, wird auch nicht gezeigt.',
  managersSeePeople: 'Leitungen sehen die Personen ihrer Abteilung einzeln, mit ihren XP',
  large: 'Hohe Zahlen',
  largeText:
    'Das Höchste auf einmal, in einem Eintrag von Hand. Das fängt eine Null zu viel ab: Darüber wird die Zahl noch einmal eingegeben.',
  askAboveXp: 'XP in einem Eintrag',
  askAboveCoins: 'Münzen in einem Eintrag',
  sees: 'Wer was sieht',
  seesText: 'Je nach Rolle. Rollen vergeben die Hauptadmins.',
  seesWhat: {
    owner:
      'Alles, auch was die Sicherheit betrifft: Schlüssel, Webhooks, Rollen, Export und Löschung von Personen.',
    admin:
      'Alle, mit Adressen und XP; ändert Personen, Personallisten, den Shop, Abzeichen, Monate und diese Einstellungen.',
    manager:
      'Die eigene Abteilung und die darunter, mit Adressen und XP, oder nur Summen; ändert nichts.',
    viewer: 'Alle, mit Adressen und XP; ändert nichts.',
    none: 'Die eigene Seite, dazu Namen und XP in Ranglisten, Monaten und Wettbewerben.',
  },
  mails: 'E-Mail',
  mailsText:
    'Was Mitarbeitende, Hauptadmins und Admins per E-Mail erfahren, wenn der Dienst E-Mails sendet. Alle können es für sich abbestellen: auf „Meine Seite“ und auf der Seite des Kontos.',
  changed: 'Die Einstellungen sind geändert.',
};
