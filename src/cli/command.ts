import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../domain/duration.ts';
import { UsageError } from '../domain/errors.ts';
import { parseIsoTime } from '../domain/iso-time.ts';
import type { DataOption } from './options/data-file-option.ts';
import type { JsonOption } from './output/output.ts';

// How a noun is added, with commands/department.ts as the pattern:
//
// 1. `src/cli/commands/NOUN.ts` exports one function `addNounCommands(program, context)`; program.ts lists it. It
//    adds each verb with `companyVerbs`, or with `dataFileVerbs` if the verb does not work on one company. A command
//    without a noun is added with `addCommand`.
// 2. `read`, `change` and `withFile` take one service call and a text for people. They open the file, find the
//    company, and print the outcome, whose fields are named as in the API. `list` takes a `List`: its table and its CSV.
// 3. Errors are thrown, never printed: an EngagedError ends with code 1, a UsageError or commander's own with 2,
//    `ExitError` with its code after everything is printed.
// 4. Values that people wrote are printed only through `table`, `card` or `escapeControl`, so that a line break in one
//    begins no line. What drives a terminal is escaped in any case, see `toTerminal`.

/** The options of every command. */
export type CommonOptions = DataOption & JsonOption;

/**
 * Adds a command that works on a data file: with `--data`, `--json` and an example under its help.
 *
 * @param usage the verb and its arguments, such as `revoke <id>`
 */
export const addCommand = (parent: Command, usage: string, about: About): Command =>
  describeCommand(parent.command(usage), about);

/** `takesData` is false for a command that names its data otherwise. */
type About = { description: string; example: string; takesData?: false };

/** Gives a new command what `addCommand` gives. */
export function describeCommand<C extends Command>(command: C, about: About): C {
  if (about.takesData ?? true)
    command.option(
      '--data <file>',
      'data file, or postgres://USER@HOST/NAME (default: ./engaged.db, or ENGAGED_DATA)',
    );
  return command
    .description(about.description)
    .option('--json', 'print one JSON document')
    .addHelpText('after', `\nExample:\n  ${about.example}`);
}

/** For a command that runs every night and whose output is mailed. Handled by `print`. */
export const quietOption = () =>
  new Option('--quiet', 'print nothing unless something needs attention').conflicts('json');

export const dryRunOption = [
  '--dry-run',
  'show what would change without changing anything',
] as const;

/** Option parser: a whole number within bounds, in plain decimal digits. */
export const wholeNumber =
  (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d{1,16}$/.test(text) || value < min || value > max) {
      throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
    }
    return value;
  };

/** `--version` is the program's. */
export const monthVersionOption = [
  '--month-version <n>',
  'an earlier version of the closed month (default: the one in force)',
  wholeNumber(1),
] as const;

export const employeeArgument = ['<employee>', 'id, external_id or email'] as const;
export const departmentArgument = ['<department>', 'id, external_id or name'] as const;

/** Option parser: a date, or a time with its offset, to milliseconds UTC. */
export function parseTimestampOption(text: string): number {
  const time = parseIsoTime(text);
  if (time === undefined) {
    throw new InvalidArgumentError(
      'It must be a date such as 2026-09-30, or a time such as 2026-09-30T14:00Z or 2026-09-30T14:00+02:00.',
    );
  }
  return time;
}

/** Option parser: a length of time, to milliseconds. */
export function parseDurationOption(text: string): number {
  const milliseconds = parseDuration(text);
  if (milliseconds === undefined) {
    throw new InvalidArgumentError('It must be a number of minutes, hours or days: 30m, 24h, 90d.');
  }
  return milliseconds;
}

/** The option that takes a length of time. */
export const durationOption = (flag: string, description: string, preset: string) =>
  new Option(`${flag} <duration>`, description)
    .argParser(parseDurationOption)
    .default(parseDurationOption(preset), preset);

/** The option that parses one value of several choices, and must be given. */
export const requiredChoice = (flags: string, description: string, choices: readonly string[]) =>
  new Option(flags, description).choices(choices).makeOptionMandatory();

/**
 * Makes sure that an update changes something.
 *
 * @throws UsageError
 */
export function requireChange(changes: object, command: string): void {
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new UsageError(`Say what to change. See: ${command} --help`);
  }
}

/** Option parser for an option that may be given several times. */
export const collect = (text: string, before: readonly string[] | undefined): string[] => [
  ...(before ?? []),
  text,
];
