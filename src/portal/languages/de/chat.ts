import { html } from '../../../http/response/html.ts';
import type { Messages } from '../en.ts';
import { allOf, number, people, plural } from './words.ts';

export const chat: Messages['chat'] = {
  formats: {
    teams: 'Microsoft Teams',
    slack: 'Slack',
    mattermost: 'Mattermost',
    zulip: 'Zulip',
    'google-chat': 'Google Chat',
    'rocket-chat': 'Rocket.Chat',
  },
  events: {
    'level.reached': 'Jemand erreicht ein Level',
    'badge.awarded': 'Jemand bekommt ein Abzeichen',
    'kudos.given': 'Jemand dankt anderen, für alle sichtbar',
    'contest.closed': 'Ein Wettbewerb ist abgeschlossen: wer gewonnen hat',
  },
  newChat: 'Neuer Chat-Kanal',
  newLead:
    'Ein Kanal erfährt von neuen Levels, Abzeichen, Dank und Gewinnen, in ganzen Sätzen. Was gleichzeitig geschieht, ist eine Nachricht.',
  product: 'Produkt',
  addressHint:
    'Die Adresse eines eingehenden Webhooks, den Sie im Produkt anlegen; in Teams die eines Workflows. Wer sie hat, kann in den Kanal schreiben. Darum wird sie nicht noch einmal angezeigt.',
  giveAddress: 'Welche Adresse hat das Produkt genannt?',
  toldOf: 'Was er erfährt',
  createThis: 'Chat-Kanal anlegen',
  notCreated: 'Es wurde kein Chat-Kanal angelegt.',
  isCreated:
    'Der Kanal erfährt ab jetzt davon. Senden Sie eine Testnachricht, um zu sehen, ob sie ankommt.',
  chatAt: ({ product, host }) => `${product} auf ${host}`,
  testText: 'Sendet jetzt eine Testnachricht und zeigt, was daraus wird.',
  sendTest: 'Testnachricht senden',
  testDelivered: ({ strong }) =>
    html`${strong('Die Testnachricht ist zugestellt.')} Sie steht jetzt im Kanal.`,
  testRefused: ({ strong, why }) =>
    html`${strong('Die Testnachricht ist nicht zugestellt.')} ${why}`,
  noSuchAddress: ({ status }) =>
    `Das Produkt hat mit ${status} geantwortet: Die Adresse gilt nicht oder nicht mehr. Legen Sie dort eine neue an, und hier einen neuen Chat-Kanal.`,
  tooMany:
    'Das Produkt will weniger Nachrichten (429). Versuchen Sie es in einer Minute noch einmal.',
  otherAnswer: ({ status }) =>
    `Das Produkt hat mit ${status} geantwortet. Prüfen Sie, ob es den Kanal noch gibt und die Adresse zu diesem Produkt gehört.`,
  testUnreachable: ({ strong, command }) =>
    html`${strong('Die Testnachricht ist nicht zugestellt.')} Die Adresse ist nicht erreichbar. Den Grund sieht die IT mit ${command}.`,
  somebody: 'Jemand',
  openPortal: 'engaged öffnen',
  inSandbox: ({ company }) => `Von ${company}, Personen frei erfunden:`,
  levelReached: (it) => `${it.name} hat Level ${number(it.level)} erreicht.`,
  levelsReached: ({ count }) => `${people(count)} haben ein neues Level erreicht.`,
  badgeAwarded: (it) => `${it.name} hat das Abzeichen „${it.badge}“ bekommen.`,
  badgeAwardedTo: (it) =>
    plural(it.count, {
      one: `${people(it.count)} hat das Abzeichen „${it.badge}“ bekommen.`,
      other: `${people(it.count)} haben das Abzeichen „${it.badge}“ bekommen.`,
    }),
  otherBadgesAwarded: ({ count }) =>
    plural(count, {
      one: `${number(count)} weiteres Abzeichen wurde verliehen.`,
      other: `${number(count)} weitere Abzeichen wurden verliehen.`,
    }),
  kudosGiven: (it) => `${it.from} dankt ${allOf(it.to)}: „${it.value}“.`,
  manyKudosGiven: ({ count }) =>
    plural(count, {
      one: `${number(count)} Dank wurde ausgesprochen.`,
      other: `${number(count)}-mal wurde gedankt.`,
    }),
  contestClosed: ({ contest }) => `Der Wettbewerb „${contest}“ ist entschieden.`,
  contestPlace: (it) => `${number(it.place)}: ${it.name}, ${it.result}`,
  hiddenPlace: ({ place }) => `${number(place)}: nicht gezeigt`,
  teamPlace: (it) => `${number(it.place)}: ${it.name}`,
  teamsPlace: (it) =>
    plural(it.others, {
      one: `${number(it.place)}: ${it.name} und ${number(it.others)} weitere Abteilung`,
      other: `${number(it.place)}: ${it.name} und ${number(it.others)} weitere Abteilungen`,
    }),
  otherContestsClosed: ({ count }) =>
    plural(count, {
      one: `${number(count)} weiterer Wettbewerb ist entschieden.`,
      other: `${number(count)} weitere Wettbewerbe sind entschieden.`,
    }),
  test: ({ company }) => `Das ist ein Test. engaged von ${company} kann hier schreiben.`,
};
