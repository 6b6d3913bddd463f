import { type Command, Option } from 'commander';
import { LANGUAGES } from '../../../domain/language.ts';
import { PERIODS } from '../../../domain/period.ts';
import {
  createWall,
  DEFAULT_WALL_ROWS,
  listWalls,
  revokeWall,
  WALL_ROWS,
  WALL_SHOWS,
  type Wall,
  type WallOptions,
} from '../../../service/boards/walls.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import { publicUrlOf, urlOption } from '../../server/portal-url.ts';

const CREATE_HELP = `
Whoever has the link sees the leaderboard, without signing in: names, departments and XP, and no addresses; or, with
--shows thanks, the newest thanks that everybody at the company may see, of people who are shown by name. The link is
printed once; only its hash is kept.
`;

/** `engaged portal wall …`: leaderboards for screens. */
export function addWallCommands(portal: Command, context: Context): void {
  const wall = portal.command('wall').description('Leaderboards for screens: create, list, revoke');
  const add = companyVerbs(wall, context);
  add('create', 'Print the link of a leaderboard for a screen', '--title "Sales race" --rows 10')
    .addOption(
      new Option('--shows <what>', 'what it shows').choices(WALL_SHOWS).default('leaderboard'),
    )
    .option('--title <title>', 'heading (default: the name of the period)')
    .addOption(
      new Option('--period <period>', 'which XP counts').choices(PERIODS).default('this_month'),
    )
    .option('--department <department>', 'with those below it: id, external_id or name')
    .addOption(
      new Option('--rows <n>', 'how many people')
        .choices(WALL_ROWS.map(String))
        .default(String(DEFAULT_WALL_ROWS)),
    )
    .addOption(
      new Option('--language <language>', 'of the wall (default: that of the company)').choices(
        LANGUAGES,
      ),
    )
    .option(...urlOption)
    .addHelpText('after', CREATE_HELP)
    .change(
      ({ rows, url, ...options }: Omit<WallOptions, 'rows'> & { rows: string; url?: string }) =>
        (write) => {
          const { token, ...made } = createWall(write, { ...options, rows: Number(rows) });
          return { link: `${url ?? publicUrlOf(context, write.db)}/wall/${token}`, ...made };
        },
      ({ link }) => `${link}\n\nThe link is not shown again. Open it in the browser of the screen.`,
    );
  add('list', 'List the walls of a company', '--company Acme').list(
    () => (db, companyId) => listWalls(db, companyId),
    WALLS,
  );
  add('revoke', 'Revoke the link of a wall; screens that show it go blank', '01a1fd70')
    .argument('<wall>', 'its id, or the beginning of it')
    .change(
      (reference: string) => (write) => revokeWall(write, reference),
      ({ id, title, period }) =>
        `The link of wall ${id} is revoked (${escapeControl(title ?? period)}).`,
    );
}

const WALLS: List<Wall> = {
  empty: 'There are no walls yet. Make one with: engaged portal wall create',
  columns: [
    { heading: 'ID', value: ({ id }) => id, noTruncate: true },
    { heading: 'TITLE', value: ({ title }) => title },
    { heading: 'SHOWS', value: ({ shows }) => shows, optional: true },
    { heading: 'PERIOD', value: ({ period }) => period },
    { heading: 'DEPARTMENT', value: ({ department }) => department },
    { heading: 'ROWS', value: ({ rows }) => rows, align: 'right' },
    { heading: 'CREATED', value: ({ created_at }) => formatTime(created_at), optional: true },
  ],
  csv: 'id title shows period department rows language created_at:time',
};
