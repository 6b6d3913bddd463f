import { type Html, html } from '../../../http/response/html.ts';
import { activePeople, type Link, number, people, plural, redemptions } from './words.ts';

/** What waits, and how the company is. */
export const home = {
  title: 'Home',
  lead: ({ day, count }: { day: string; count: number }) => `${day} · ${activePeople(count)}`,
  nothingWaits: 'Nothing waits for a decision',
  waiting: 'Waiting for a decision',
  blocked: 'A roster sync is blocked',
  blockedText: ({ count }: { count: number }) =>
    `${people(count)} would be deactivated, more than the limit allows. Everything else was applied.`,
  seeBlocked: 'See who they are',
  directoryText: 'The directory wants more people deactivated than its limit allows.',
  kept: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} is not in the roster and kept`,
      other: `${people(count)} are not in the roster and kept`,
    }),
  keptText: 'Their address has another number there, or they have a role. Decide who stays.',
  seeKept: 'See who is kept',
  reported: ({ count }: { count: number }) =>
    plural(count, {
      one: '1 reported post of thanks',
      other: `${number(count)} reported posts of thanks`,
    }),
  reportedText: 'Nobody sees it until somebody decides.',
  seeReported: 'See the reports',
  redemptionsText: 'Somebody spent coins and waits for an answer.',
  decide: 'Decide',
  toHandOut: ({ count }: { count: number }) => `${redemptions(count)} to hand out`,
  toHandOutText: 'They are approved, and nobody has marked them as handed out.',
  handOut: 'See them',
  webhookDisabled: ({ host }: { host: string }) => `The webhook to ${host} is disabled`,
  webhookReasons: {
    receiver: 'The receiver is gone.',
    failures: 'Deliveries failed for days.',
  },
  seeWebhook: 'See the webhook',
  keyEnds: ({ name, day }: { name: string; day: string }) => `Key “${name}” ends on ${day}`,
  keyEndsText: 'Rotate it before it ends.',
  timeLeft: ({ time }: { time: string }) => `${time} left`,
  ended: 'ended',
  seeKey: 'See the key',
  xpIn: ({ month }: { month: string }) => `XP in ${month}`,
  withXpIn: ({ month }: { month: string }) => `People with XP in ${month}`,
  of: ({ count }: { count: number }) => `of ${number(count)}`,
  mostXp: 'Most XP of one person',
  departmentsWithPeople: 'Departments with people',
  lately: 'Lately',
  nothingLately: 'What people and systems change stands here.',
  /** What somebody did with a roster, with a link to it and what came of it. */
  rosters: {
    sync: (it: { actor: Html; link: Link; result: string }) =>
      html`${it.actor} ${it.link('synced the roster')}: ${it.result}`,
    revert: (it: { actor: Html; link: Link; result: string }) =>
      html`${it.actor} ${it.link('reverted a roster')}: ${it.result}`,
    approval: (it: { actor: Html; link: Link; result: string }) =>
      html`${it.actor} ${it.link('approved a roster')}: ${it.result}`,
  },
  health: 'Health',
  needsAttention: 'needs attention',
  noProblems: 'no problems',
  lastRoster: 'Last roster',
  lastBackup: 'Last backup',
  noneYet: 'none yet',
  isOld: 'old',
  data: 'Data',
  clock: 'Clock',
};
