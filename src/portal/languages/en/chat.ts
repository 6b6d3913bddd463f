import { type Html, html } from '../../../http/response/html.ts';
import { allOf, number, people, plural, type Strong } from './words.ts';

/** What messages to chats say, without markup, and what pages call the chats. */
export const chat = {
  formats: {
    teams: 'Microsoft Teams',
    slack: 'Slack',
    mattermost: 'Mattermost',
    zulip: 'Zulip',
    'google-chat': 'Google Chat',
    'rocket-chat': 'Rocket.Chat',
  },
  events: {
    'level.reached': 'Somebody reaches a level',
    'badge.awarded': 'Somebody gets a badge',
    'kudos.given': 'Somebody thanks others, for everybody to see',
    'contest.closed': 'A contest is closed: its winners',
  },
  newChat: 'New chat channel',
  newLead:
    'A channel is told of level-ups, badges, thanks and winners, in sentences. What happens at the same time is one message.',
  product: 'Product',
  addressHint:
    'The address of an incoming webhook that you make in the product; in Teams that of a workflow. Whoever has it can write in the channel, so it is not shown again.',
  giveAddress: 'Which address did the product give?',
  toldOf: 'What it is told',
  createThis: 'Create chat channel',
  notCreated: 'No chat channel was created.',
  isCreated: 'The channel is told from now on. Send a test message to see whether it arrives.',
  chatAt: ({ product, host }: { product: string; host: string }) => `${product} at ${host}`,
  testText: 'Sends a test message now and says what came of it.',
  sendTest: 'Send test message',
  testDelivered: ({ strong }: { strong: Strong }) =>
    html`${strong('The test message is delivered.')} It stands in the channel now.`,
  testRefused: ({ strong, why }: { strong: Strong; why: string }) =>
    html`${strong('The test message is not delivered.')} ${why}`,
  noSuchAddress: ({ status }: { status: number }) =>
    `The product answered ${number(status)}: the address is not valid, or not any more. Make a new one there and a new chat channel here.`,
  tooMany: 'The product asks for fewer messages (429). Try again in a minute.',
  otherAnswer: ({ status }: { status: number }) =>
    `The product answered ${number(status)}. Check that the channel still exists, and that the address is one of this product.`,
  testUnreachable: ({ strong, command }: { strong: Strong; command: Html }) =>
    html`${strong('The test message is not delivered.')} The address is not reachable. Whoever runs the service sees why with ${command}.`,
  somebody: 'Somebody',
  openPortal: 'Open engaged',
  inSandbox: ({ company }: { company: string }) => `From ${company}, whose people do not exist:`,
  levelReached: (it: { name: string; level: number }) =>
    `${it.name} reached level ${number(it.level)}.`,
  levelsReached: ({ count }: { count: number }) => `${people(count)} reached a new level.`,
  badgeAwarded: (it: { name: string; badge: string }) => `${it.name} got the badge “${it.badge}”.`,
  badgeAwardedTo: (it: { count: number; badge: string }) =>
    `${people(it.count)} got the badge “${it.badge}”.`,
  otherBadgesAwarded: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} other badge was awarded.`,
      other: `${number(count)} other badges were awarded.`,
    }),
  kudosGiven: (it: { from: string; to: readonly string[]; value: string }) =>
    `${it.from} thanked ${allOf(it.to)}: “${it.value}”.`,
  manyKudosGiven: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} thank-you was given.`,
      other: `${number(count)} thank-yous were given.`,
    }),
  contestClosed: ({ contest }: { contest: string }) => `The contest “${contest}” is over.`,
  contestPlace: (it: { place: number; name: string; result: string }) =>
    `${number(it.place)}: ${it.name}, ${it.result}`,
  hiddenPlace: ({ place }: { place: number }) => `${number(place)}: not shown`,
  teamPlace: (it: { place: number; name: string }) => `${number(it.place)}: ${it.name}`,
  teamsPlace: (it: { place: number; name: string; others: number }) =>
    plural(it.others, {
      one: `${number(it.place)}: ${it.name} and ${number(it.others)} other department`,
      other: `${number(it.place)}: ${it.name} and ${number(it.others)} other departments`,
    }),
  otherContestsClosed: ({ count }: { count: number }) =>
    plural(count, {
      one: `${number(count)} other contest is over.`,
      other: `${number(count)} other contests are over.`,
    }),
  test: ({ company }: { company: string }) =>
    `This is a test. The engaged of ${company} can write here.`,
};
