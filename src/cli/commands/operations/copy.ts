import type { Command } from 'commander';
import { isoTime } from '../../../domain/iso-time.ts';
import { formatNumber } from '../../../domain/number-text.ts';
import { type Copied, copyData } from '../../../store/copy/copy-data.ts';
import { withoutPassword } from '../../../store/postgres/address.ts';
import { addCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { dataOf } from '../../options/data-file-option.ts';
import { formatTime, type JsonOption, print, printNotice } from '../../output/output.ts';
import { withProgress } from '../../output/progress.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';

const NOTES = `
<from> and <to> are data files or addresses of PostgreSQL databases, postgres://USER@HOST/NAME. <to> must not exist,
or must be a database without data of engaged; its tables are created. <from> is only read. It must have the schema of
this program; see engaged upgrade.

Everything is copied: companies, people, ledgers, history, keys, accounts. Keys, links and cursors work on the copy.
What is written is compared with what was read, row by row, before it counts. Whatever interrupts a copy, <to> is
without data afterwards, and the same command can be run again.

The service may run on <from>. The copy is as <from> was when it began; later changes are not in it. For a final
move, stop the service, copy, and start it on <to>. Two services on two copies both send events to webhooks.

Give a password in PGPASSWORD: other users of this machine can read a command line.
`;

/** `engaged copy`: moves all data between a data file and a PostgreSQL database. */
export function addCopyCommand(program: Command, context: Context): void {
  addCommand(program, 'copy', {
    description: 'Copy all data between a data file and a PostgreSQL database, and compare both',
    example: 'engaged copy /var/lib/engaged/engaged.db postgres://engaged@db.example.com/engaged',
    takesData: false,
  })
    .argument('<from>', 'data file or address of a database to read')
    .argument('<to>', 'data file or address of a database to create')
    .addHelpText('after', NOTES)
    .action(async (...[from, to, options]: [string, string, JsonOption]) => {
      const places = { from: dataOf(context, { data: from }), to: dataOf(context, { data: to }) };
      const at = context.now();
      const copied = await withProgress(context, options, (progress) =>
        copyData(places.from, places.to, progress.show),
      );
      printCopied(context, options, copied, { ...places, at: isoTime(at) });
    });
}

function printCopied(
  context: Context,
  options: JsonOption,
  { tables, changedMeanwhile }: Copied,
  { from, to, at }: { from: string; to: string; at: string },
): void {
  const places = { from: withoutPassword(from), to: withoutPassword(to) };
  const shown = tables.map(({ table, rows, sums, checksum }) => ({
    ...{ table, rows },
    sums: Object.fromEntries(Object.entries(sums).map(([name, sum]) => [name, Number(sum)])),
    checksum,
  }));
  const value = { ...places, at, changed_meanwhile: changedMeanwhile, tables: shown };
  print(context, options, value, () =>
    [
      `Copied ${escapeControl(places.from)} to ${escapeControl(places.to)}, and compared every row:`,
      '',
      toTable(shown, context),
    ].join('\n'),
  );
  printNotice(
    context,
    changedMeanwhile
      ? `${escapeControl(places.from)} was changed while it was copied. The copy lacks these changes: for a final move, stop the service and copy again.`
      : `Changes after ${formatTime(at)} are not in the copy. For a final move, stop the service before you copy.`,
  );
}

type ShownTable = { table: string; rows: number; sums: Record<string, number> };

const toTable = tableOf<ShownTable>('', [
  { heading: 'TABLE', value: ({ table }) => table },
  { heading: 'ROWS', value: ({ rows }) => formatNumber(rows), align: 'right' },
  {
    heading: 'SUMS',
    value: ({ sums }) =>
      Object.entries(sums)
        .map(([name, sum]) => `${name} ${formatNumber(sum)}`)
        .join(', '),
  },
]);
