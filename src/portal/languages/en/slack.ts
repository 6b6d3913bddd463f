import { coins, number, xp } from './words.ts';

/** What the app in Slack says, without markup. */
export const slack = {
  level: (it: { level: number; xp: number }) =>
    `You are at level ${number(it.level)}, with ${xp(it.xp)}.`,
  toNextLevel: (it: { xp: number; level: number }) => `${xp(it.xp)} to level ${number(it.level)}.`,
  highestLevel: 'That is the highest level.',
  coins: (it: { coins: number }) => `You have ${coins(it.coins)}.`,
  rank: (it: { rank: number; of: number; month: string }) =>
    `In ${it.month} you are ${number(it.rank)} of ${number(it.of)} in the company.`,
  noRank: ({ month }: { month: string }) => `You have no XP in ${month} yet.`,
  departmentRank: (it: { rank: number; of: number; department: string }) =>
    `In ${it.department} you are ${number(it.rank)} of ${number(it.of)}.`,
  noSuchCommand: 'There is no such command.',
  refused: {
    unknown:
      'Nobody active here has the email address that you have in Slack. Ask whoever runs engaged in your company.',
    noEmail: 'Slack knows no confirmed email address of yours, so nobody can tell who you are.',
    notOurs: 'This is for members of the workspace.',
    slow: 'Slack takes long to say who you are. Try again in a minute.',
  },
};
