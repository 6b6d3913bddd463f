import { type Html, html } from '../../../http/response/html.ts';
import { coins, number, plural, prizes, redemptions, xp } from './words.ts';

type InCompany = { company: string };
type Redeemed = { item: string; price: number; reason: string | null };
type Awarded = { badge: string; description: string | null };
type Won = { coins: number; reason: string | null };
type Thanked = { from: string | null; value: string; message: string | null; coins: number };
type ToSomebody = InCompany & { name: string | null };

const hello = (name: string | null): string => (name === null ? 'Hello, ' : `Hello ${name}, `);

const said = (reason: string | null): string => (reason === null ? '' : ` “${reason}”`);

/** What mails say. */
export const mail = {
  sentBy: ({ name, company }: { name: Html; company: string | undefined }) =>
    company === undefined ? name : html`${name} at ${company}`,
  button: {
    copy: 'If the button does nothing, copy this into the address bar:',
    open: 'Open this address:',
  },
  invitation: {
    subject: ({ company }: InCompany) => `Your invitation to engaged at ${company}`,
    title: ({ company }: InCompany) => `You are invited to engaged at ${company}`,
    text: ({ name, company, until }: ToSomebody & { until: string }) =>
      `${hello(name)}on your page you see what you have achieved at ${company}, and what you can get for it. This link opens it once, until ${until}. The sign-in page sends you another one at any time.`,
    button: 'Open your page',
    notYou: 'If this is not for you, do nothing: without this mail nobody gets in.',
    reason: ({ email, company }: InCompany & { email: string }) =>
      `Sent to ${email} because ${company} invited you. Nobody at ${company} will ever ask you for this link.`,
  },
  signIn: {
    subject: ({ company }: InCompany) => `Your link to sign in to ${company}`,
    title: 'Your link to sign in',
    text: ({ name, company, until }: ToSomebody & { until: string }) =>
      `${hello(name)}this opens your page at ${company}. It works once, until ${until}.`,
    button: 'Sign in to engaged',
    asked: ({ when, client }: { when: string; client: string | null }) =>
      `Asked for on ${when}${client === null ? '' : ` from ${client}`}. If that was not you, do nothing: without this mail nobody gets in, and your password stays as it is.`,
    reason: ({ email, company }: InCompany & { email: string }) =>
      `Sent to ${email} because somebody entered this address on the sign-in page. Nobody at ${company} will ever ask you for this link.`,
  },
  /** What people are told of. */
  kinds: {
    redemption: 'What becomes of a redemption',
    badge: 'A badge',
    prize: 'A prize of a contest',
    decision: 'What waits for a decision, every morning',
    blocked: 'A blocked roster, at once',
    digest: 'My week, every Monday',
    thanks: 'Thanks for me',
  },
  notices: {
    redemption: {
      approved: {
        subject: ({ item }: Redeemed) => `Approved: ${item}`,
        text: ({ item }: Redeemed) => `“${item}” is approved and will be handed out to you.`,
      },
      fulfilled: {
        subject: ({ item }: Redeemed) => `Ready: ${item}`,
        text: ({ item }: Redeemed) => `“${item}” is ready, if you do not have it already.`,
      },
      declined: {
        subject: ({ item }: Redeemed) => `Declined: ${item}`,
        text: ({ item, price, reason }: Redeemed) =>
          `“${item}” is declined, and you have ${coins(price)} back.${said(reason)}`,
      },
      refunded: {
        subject: ({ item }: Redeemed) => `Refunded: ${item}`,
        text: ({ item, price, reason }: Redeemed) =>
          `“${item}” is refunded, and you have ${coins(price)} back.${said(reason)}`,
      },
    },
    redemptions: ({ count, company }: InCompany & { count: number }) =>
      `What became of your ${redemptions(count)} at ${company}`,
    badge: {
      subject: ({ badge }: Awarded) => `You have a new badge: ${badge}`,
      several: ({ count, company }: InCompany & { count: number }) =>
        `You have ${number(count)} new badges at ${company}`,
      text: ({ badge, description }: Awarded) =>
        description === null ? `“${badge}”` : `“${badge}”: ${description}`,
    },
    prize: {
      subject: ({ coins: count }: Won) => `You have won ${coins(count)}`,
      several: ({ count, company }: InCompany & { count: number }) =>
        `You have won ${prizes(count)} at ${company}`,
      text: ({ coins: count, reason }: Won) =>
        reason === null ? coins(count) : `${coins(count)}. ${reason}.`,
    },
    thanks: {
      subject: ({ from }: Thanked) => `${from ?? 'Somebody'} thanks you`,
      several: ({ count, company }: InCompany & { count: number }) =>
        `You were thanked ${number(count)} times at ${company}`,
      text: ({ from, value, message, coins: count }: Thanked) =>
        `${from ?? 'Somebody'}, for “${value}”${message === null ? '' : `: “${message}”`}${count === 0 ? '' : ` You have ${coins(count)} more.`}`,
    },
    decision: {
      subject: ({ count, company }: InCompany & { count: number }) =>
        plural(count, {
          one: `Something waits for a decision at ${company}`,
          other: `${number(count)} things wait for a decision at ${company}`,
        }),
      waitsFor: ({ time }: { time: string }) => `for ${time}`,
      button: 'Open the first page',
    },
    blocked: {
      subject: ({ company }: InCompany) => `A roster is blocked at ${company}`,
      text: 'Nobody was deactivated. Approve it if they have left; otherwise correct the roster and send it again.',
    },
    button: 'Open your page',
    reason: ({ email, company, kind }: InCompany & { email: string; kind: string }) =>
      `Sent to ${email}, because ${company} tells you of this by mail: ${kind}.`,
    end: 'Stop these mails',
    choose: 'Choose which mails you get',
  },
  /** What somebody reads of their week. */
  digest: {
    subject: ({ missing, level }: { missing: number; level: number }) =>
      missing === 0 ? 'Your week' : `${xp(missing)} to level ${number(level)}`,
    /** `more` is how many more they are than in the week before; null where they are not. */
    week: ({ day, xp: amount, more }: { day: string; xp: number; more: number | null }) =>
      more === null
        ? `Week of ${day}: ${xp(amount)}.`
        : `Week of ${day}: ${xp(amount)}, ${number(more)} more than in the week before.`,
    level: (it: { level: number; xp: number; of: number }) =>
      `Level ${number(it.level)}: ${number(it.xp)} of ${xp(it.of)}`,
    highestLevel: ({ level }: { level: number }) => `Level ${number(level)}, the highest`,
    coins: ({ count }: { count: number }) => `${coins(count)} to spend`,
    reward: ({ item, missing }: { item: string; missing: number }) =>
      missing === 0 ? `That is enough for “${item}”.` : `${coins(missing)} to “${item}”.`,
    endsSoon: 'What ends soon',
    contest: ({ name }: { name: string }) => `Contest “${name}”`,
    in: ({ time }: { time: string }) => `in ${time}`,
    place: 'Your place',
    placeIs: (it: { rank: number; of: number; month: string }) =>
      `${number(it.rank)} of ${number(it.of)} in ${it.month}. This mail goes only to you.`,
    button: 'Open your page',
  },
  ending: {
    title: 'Stop these mails',
    text: ({ kind, company }: InCompany & { kind: string }) =>
      `${company} then tells you of this no more by mail: ${kind}. You can change it at any time.`,
    ended: 'You get no more of these mails',
    endedText: ({ kind }: { kind: string }) =>
      `Not by mail any more: ${kind}. You can change it at any time.`,
    notEnded: 'You still get these mails.',
    openPage: 'Choose which mails you get',
  },
  choosing: {
    title: 'What I am told by mail',
    label: 'You get a mail about',
    goesTo: ({ email }: { email: string }) => `To ${email}; of each at most one an hour.`,
    button: 'Save what I am told',
    refused: 'What you are told is unchanged.',
    saved: 'What you are told by mail is changed.',
  },
  test: {
    subject: 'Mail from engaged arrives',
    title: 'Mail arrives',
    text: 'This is a test of the mail that engaged sends.',
    reason: ({ email }: { email: string }) =>
      `Sent to ${email} because whoever runs engaged tested it with this address.`,
  },
};
