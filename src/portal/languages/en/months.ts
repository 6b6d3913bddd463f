import { html } from '../../../http/response/html.ts';
import { number, people, type Strong } from './words.ts';

/** Closed months. */
export const months = {
  title: 'Closed months',
  lead: 'Who won each month, as it was when the month was closed. XP that is recorded later changes nothing here.',
  none: 'No month is closed yet',
  noneText:
    'The service closes each month by itself a few days after its end, so that late XP still counts.',
  seeCurrent: 'See the current month',
  month: 'Month',
  state: 'State',
  closedAt: 'Closed',
  reopenedAt: 'Reopened',
  first: 'First',
  people: 'People',
  notClosedYet: 'not closed yet',
  closed: 'closed',
  reopened: 'reopened',
  reconstructed: 'reconstructed',
  version: ({ version }: { version: number }) => `version ${number(version)}`,
  closedOn: ({ day, count }: { day: string; count: number }) =>
    `Closed on ${day}, with ${people(count)}. XP recorded later counts for the month, but not here.`,
  hasEnded:
    'The month has ended. The service closes it by itself a few days later, so that late XP still counts.',
  leftOpen:
    'People have XP in this month, but nobody had joined before its end. The service leaves it open.',
  wasReconstructed: ({ strong, day }: { strong: Strong; day: string }) =>
    html`${strong('Reconstructed.')} The month was closed more than 14 days after its end. Its XP is right; departments, levels and who was active are those of ${day}.`,
  notInForce: ({ strong, version, day }: { strong: Strong; version: number; day: string }) =>
    html`${strong(`Version ${number(version)} is not in force.`)} The month was reopened on ${day}.`,
  winners: 'Winners',
  standings: 'Standings',
  activeOnly: 'People who are not active any more are left out.',
  nobody: 'Nobody is here',
  nobodyIn: ({ department }: { department: string }) =>
    `Nobody was in ${department} or below when the month was closed, and is active now.`,
  nobodyActive: 'Nobody of this month is active now.',
  compare: 'Compare with today',
  comparedWithToday: ({ month }: { month: string }) => `${month} compared with today`,
  compareLead: ({ month, day }: { month: string; day: string }) =>
    `People whose XP of ${month} has changed since the month was closed on ${day}, by late XP or corrections.`,
  noChange: 'Nobody’s XP has changed since then',
  nobodyElse: 'Nobody else',
  noChangeText: 'Closing the month again would change no XP.',
  lateXp: 'Late XP, person by person',
  person: 'Person',
  rankThen: 'Rank then',
  rankNow: 'Rank now',
  xpThen: 'XP then',
  xpNow: 'XP now',
  late: 'Late',
  versions: 'Versions',
  versionHead: 'Version',
  versionName: ({ version }: { version: number }) => `Version ${number(version)}`,
  comparison: 'Comparison',
  compareThis: 'Compare',
  compareVersion: ({ version }: { version: number }) =>
    `Compare version ${number(version)} with today`,
  close: 'Close the month now',
  closeText:
    'Ranks, XP, levels and departments of everybody who is active are kept and do not change any more, unless the month is reopened.',
  closeThis: 'Close the month',
  isClosed: ({ strong, month, count }: { strong: Strong; month: string; count: number }) =>
    html`${strong(`${month} is closed,`)} with ${people(count)}.`,
  reopen: 'Reopen the month',
  reopenText: ({ version }: { version: number }) =>
    `The standings are gone, here and from the API, until the month is closed again: by you, or by the service a few days later. Version ${number(version)} stays on record.`,
  isReopened: ({ strong, month, version }: { strong: Strong; month: string; version: number }) =>
    html`${strong(`${month} is reopened.`)} Version ${number(version)} stays on record.`,
  otherVersion: 'The month has another version now. Look at it first.',
};
