import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { number } from './words.ts';

export const frame: Messages['frame'] = {
  tab: ({ title }) => `${title} · engaged`,
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  portal: 'Portal',
  groups: { people: 'Personal', programme: 'Programm', system: 'System', me: 'Über mich' },
  data: 'Daten',
  live: 'Live',
  sandbox: 'Sandbox',
  titleInSandbox: ({ title }) => `${title} · Sandbox`,
  sandboxBand: ({ strong, back }) =>
    html`${strong('Sandbox.')} Beispieldaten: Nichts hier ist echt. ${back}`,
  backTo: ({ company }) => `Zurück zu ${company}`,
  waiting: ({ count }) => `${number(count)} offen`,
  yourAccount: ({ role }) => `${role}, Ihr Konto`,
  signOut: 'Abmelden',
  keyboard: 'Tastatur',
  search: 'Suchen',
  thisList: 'Diese Liste',
  keysAreOn: 'Tasten in diesem Browser nutzen',
  close: 'Schließen',
};

export const lists: Messages['lists'] = {
  of: ({ count }) => `von ${number(count)}`,
  filter: 'Filtern',
  toTheBeginning: 'Zurück zum Anfang',
  next: ({ count }) => `Nächste ${number(count)}`,
  part: ({ first, last, total }) => `${number(first)}–${number(last)} von ${number(total)}`,
  listed: ({ count, more }) =>
    `Die ersten ${number(count)} stehen hier, ${number(more)} weitere nicht.`,
  previousPage: 'Zurück',
  nextPage: 'Weiter',
};

export const secrets: Messages['secrets'] = {
  copyItNow: 'Jetzt kopieren. Es wird nur dieses eine Mal angezeigt.',
  copied: 'Ich habe es kopiert',
};
