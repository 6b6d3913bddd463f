import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import type { Asked } from './slack-command.ts';

/** `/xp`: level, XP, coins and ranks of whoever asks, as their page shows them. */
export function xpCommand({ t: { slack, format }, board: ranking, person, now }: Asked): string[] {
  const { xp, coins, number, departmentName: department, departmentNumber } = person;
  const board = ranking();
  const month = format.month(now, now);
  const rank = board.rankOf(number);
  const departmentRank = department === null ? null : board.departmentRankOf(number);
  const missing = xpToNextLevel(xp);
  return [
    slack.level({ level: levelOf(xp), xp }),
    missing === 0 ? slack.highestLevel : slack.toNextLevel({ xp: missing, level: levelOf(xp) + 1 }),
    slack.coins({ coins }),
    rank === null ? slack.noRank({ month }) : slack.rank({ rank, of: board.size, month }),
    ...(department === null || departmentRank === null
      ? []
      : [
          slack.departmentRank({
            ...{ rank: departmentRank, of: board.departmentSize(departmentNumber) },
            department,
          }),
        ]),
  ];
}
