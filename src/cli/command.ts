import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseIsoTime } from '../domain/iso-time.ts';
import type { DataOption } from './data-file-option.ts';
import type { JsonOption } from './output.ts';

// How a noun is added, with commands/key.ts as the pattern:
//
// 1. `src/cli/commands/NOUN.ts` exports one function `addNounCommands(program, context)`; program.ts
//    lists it. It makes the noun with `program.command('noun')` and each verb with `addCommand`.
// 2. An action does five things and no more: open the file (`withDataFile`), resolve what the words mean
//    (`resolveCompany` …), call the service with `now: context.now()` and `actor: context.actor`,
//    turn the answer into the API's names, `print` it.
// 3. What is wrong is thrown: an EngagedError ends with code 1, a UsageError or commander's own with 2,
//    `ExitError` with its code after everything is printed. Actions never print errors themselves.
// 4. Values that people wrote go to the terminal through `table` or `safe` only.

/** What every command accepts. */
export type CommonOptions = DataOption & JsonOption;

/**
 * Adds a command that works on a data file: with `--data`, `--json`, for a `list` also `--csv`, and an example
 * under its help.
 *
 * @param usage the verb and its arguments, such as `revoke <id>`
 */
export function addCommand(
  parent: Command,
  usage: string,
  about: { description: string; example: string },
): Command {
  const command = parent.command(usage);
  if (command.name() === 'list') command.addOption(csvOption());
  return command
    .description(about.description)
    .option('--data <file>', 'data file (default: ./engaged.db, or ENGAGED_DATA)')
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExample:\n  ${about.example}`);
}

// Every list is printed by `print`, which knows how.
const csvOption = () =>
  new Option('--csv', 'print a CSV file, safe to open in a spreadsheet').conflicts('json');

/** Option parser: a whole number within bounds, in plain decimal digits. */
export const wholeNumber =
  (least: number, most: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d{1,16}$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };

/** The argument that names a person. */
export const employeeArgument = ['<employee>', 'id, external_id or email'] as const;

/** The argument that names a department. */
export const departmentArgument = ['<department>', 'id, external_id or name'] as const;

/** Option parser: a date, or a time with its offset; milliseconds UTC. */
export function parseTimestampOption(text: string): number {
  const time = parseIsoTime(text);
  if (time === undefined) {
    throw new InvalidArgumentError(
      'It must be a date such as 2026-09-30, or a time such as 2026-09-30T14:00Z or 2026-09-30T14:00+02:00.',
    );
  }
  return time;
}

/** Option parser for an option that may be given several times. */
export const collect = (text: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  text,
];
