import type { Messages } from '../en.ts';
import { coins, number, xp } from './words.ts';

export const slack: Messages['slack'] = {
  level: (it) => `Sie sind auf Level ${number(it.level)}, mit ${xp(it.xp)}.`,
  toNextLevel: (it) => `Noch ${xp(it.xp)} bis Level ${number(it.level)}.`,
  highestLevel: 'Das ist das höchste Level.',
  coins: (it) => `Sie haben ${coins(it.coins)}.`,
  rank: (it) =>
    `Im ${it.month} sind Sie im Unternehmen auf Platz ${number(it.rank)} von ${number(it.of)}.`,
  noRank: ({ month }) => `Im ${month} haben Sie noch keine XP.`,
  departmentRank: (it) =>
    `In Ihrer Abteilung, ${it.department}, sind Sie auf Platz ${number(it.rank)} von ${number(it.of)}.`,
  noSuchCommand: 'Diesen Befehl gibt es nicht.',
  refused: {
    unknown:
      'Ihre E-Mail-Adresse in Slack hat hier niemand, der aktiv ist. Fragen Sie dort nach, wo engaged in Ihrem Unternehmen betreut wird.',
    noEmail:
      'Slack kennt keine bestätigte E-Mail-Adresse von Ihnen; darum lässt sich nicht sagen, wer Sie sind.',
    notOurs: 'Das ist nur für Mitglieder des Workspace.',
    slow: 'Slack braucht lange, um zu sagen, wer Sie sind. Versuchen Sie es in einer Minute noch einmal.',
  },
};
