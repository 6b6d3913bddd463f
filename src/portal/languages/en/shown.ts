import { number } from './words.ts';

/** How people are shown to others. */
export const shown = {
  title: 'How I am shown',
  lead: 'What you decide about yourself. It holds at once: on boards, walls and contests, in files and chats.',
  onBoards: 'On leaderboards and walls',
  choice: 'Others see',
  choices: {
    named: { title: 'My name', text: 'As in the company’s directory.' },
    nickname: { title: 'A nickname', text: 'HR can see whose it is; colleagues cannot.' },
    hidden: { title: 'Not shown', text: 'Your place stays empty for others; you see your own.' },
  },
  nickname: 'Nickname',
  nicknameHint:
    '2 to 30 characters. Not the name, the nickname or the address of somebody at the company.',
  rules: {
    named: 'Who chooses nothing is shown by name.',
    'opt-in': 'Who chooses nothing is not shown.',
    neighbours:
      'Who chooses nothing is shown by name. Everybody sees the first ten, and their own place with two on either side.',
    off: 'Your company shows no rankings. What you choose holds if it ever does.',
  },
  whoLooked: {
    title: 'Who looked at my history',
    beside: ({ count }: { count: number }) => `last ${number(count)} days`,
    nobody: 'Nobody opened it.',
    footer:
      'Whoever opens your entries of XP and coins in the portal stands here, once a day each.',
  },
  looks: { history: 'XP and coins', export: 'Everything on record, as a file' },
  save: 'Save how I am shown',
  saved: 'This is how others see you from now on.',
};
