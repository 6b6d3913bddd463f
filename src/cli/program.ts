import { Command, CommanderError } from 'commander';
import { EngagedError, UsageError } from '../domain/errors.ts';
import { upTo } from '../domain/text.ts';
import { version } from '../store/version.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { type Context, EXIT, type ExitCode, ExitError } from './context.ts';
import { errorLine } from './error-line.ts';
import { describeFailure } from './failure.ts';
import { escapeControl, withGuardedOutputs } from './terminal.ts';

type AddCommands = (program: Command, context: Context) => void;

// In the order of the help. Loading all of them takes as long as the rest of a start, so only the one named is loaded.
const commandGroups: ReadonlyMap<string, () => Promise<AddCommands>> = new Map([
  ['import', async () => (await import('./commands/import.ts')).addImportCommand],
  ['sync', async () => (await import('./commands/sync.ts')).addSyncCommands],
  ['serve', async () => (await import('./commands/serve.ts')).addServeCommand],
  ['company', async () => (await import('./commands/company.ts')).addCompanyCommands],
  ['key', async () => (await import('./commands/key.ts')).addKeyCommands],
  ['portal', async () => (await import('./commands/portal.ts')).addPortalCommands],
  ['employee', async () => (await import('./commands/employee.ts')).addEmployeeCommands],
  ['department', async () => (await import('./commands/department.ts')).addDepartmentCommands],
  ['xp', async () => (await import('./commands/xp.ts')).addXpCommands],
  ['coins', async () => (await import('./commands/coins.ts')).addCoinsCommands],
  ['badge', async () => (await import('./commands/badge.ts')).addBadgeCommands],
  ['shop', async () => (await import('./commands/shop.ts')).addShopCommands],
  ['webhook', async () => (await import('./commands/webhook.ts')).addWebhookCommands],
  ['leaderboard', async () => (await import('./commands/leaderboard.ts')).addLeaderboardCommand],
  ['month', async () => (await import('./commands/month.ts')).addMonthCommands],
  ['contest', async () => (await import('./commands/contest.ts')).addContestCommands],
  ['sandbox', async () => (await import('./commands/sandbox.ts')).addSandboxCommands],
  ['events', async () => (await import('./commands/events.ts')).addEventsCommands],
  ['audit', async () => (await import('./commands/audit.ts')).addAuditCommands],
  ['backup', async () => (await import('./commands/backup.ts')).addBackupCommand],
  ['restore', async () => (await import('./commands/backup.ts')).addRestoreCommand],
  ['copy', async () => (await import('./commands/copy.ts')).addCopyCommand],
  ['upgrade', async () => (await import('./commands/upgrade.ts')).addUpgradeCommand],
  ['retention', async () => (await import('./commands/retention.ts')).addRetentionCommand],
  ['doctor', async () => (await import('./commands/doctor.ts')).addDoctorCommand],
  ['vacuum', async () => (await import('./commands/vacuum.ts')).addVacuumCommand],
  ['deploy', async () => (await import('./commands/deploy.ts')).addDeployCommands],
  ['example', async () => (await import('./commands/example.ts')).addExampleCommand],
  ['openapi', async () => (await import('./commands/openapi.ts')).addOpenapiCommand],
]);

/**
 * Runs one command line and returns its exit code. Never throws.
 *
 * @param argv the words after the program's name
 */
export async function runCli(argv: readonly string[], given: Context): Promise<ExitCode> {
  const context = withGuardedOutputs(given);
  try {
    const words = withDefault(argv);
    const program = await createProgram(context, words);
    await program.parseAsync(words, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has already written its own errors, with suggestions.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof ExitError) return error.exitCode;
    const isExpected = error instanceof EngagedError || error instanceof UsageError;
    const text = isExpected ? escapeControl(errorLine(error)) : describeFailure(error, context.env);
    context.stderr.write(`engaged: ${text}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

// `engaged` alone serves. Commander's default command would take a mistyped command as its argument.
const PROGRAM_FLAGS = new Set(['-h', '--help', '-V', '--version']);
const withDefault = ([first, ...rest]: readonly string[]): [string, ...string[]] =>
  first === undefined
    ? ['serve']
    : first.startsWith('-') && !PROGRAM_FLAGS.has(first)
      ? ['serve', first, ...rest]
      : [first, ...rest];

/** The program with the commands of the group that the first word names, or with all of them if it names none. */
export async function createProgram(
  context: Context,
  words: readonly [string, ...string[]],
): Promise<Command> {
  const program = new Command('engaged')
    .description('Employee engagement on your own machine: one process, one data file.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(rewriteCommanderError(text, words)),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  // Help, suggestions and completion take every command.
  const named = commandGroups.get(words[0]);
  const groups = named ? [named] : [...commandGroups.values()];
  for (const add of await Promise.all(groups.map((load) => load()))) add(program, context);
  addCompletionCommand(program, context);
  return program;
}

// A wrong value is not repeated: it may be personal data. The message contains commands and options as typed, so
// these are escaped, and then each line.
const rewriteCommanderError = (text: string, words: readonly string[]): string =>
  withoutValue(
    words
      .flatMap((word) => [word, ...word.split('=')])
      .filter((typed) => typed.includes('\n'))
      .reduce((escaped, typed) => escaped.replaceAll(typed, escapeControl(typed)), text),
  )
    .replace(/ but got (\d+): .*/s, ' but got $1\n')
    .replace(/^error: (.*)\n$/, 'engaged: $1. See --help\n')
    .replace(/^error: /, 'engaged: ')
    .split('\n')
    .map(escapeControl)
    .join('\n');

/** A message without the value that it is about, which may hold anything. What stands around the value is ours. */
function withoutValue(text: string): string {
  const ofOption = "' is invalid. ";
  const ofArgument = "' is invalid for argument '";
  const end = text.lastIndexOf(ofOption);
  if (text.startsWith("error: option '") && end !== -1) {
    const [name = ''] = /--[\w-]+/.exec(upTo(text, "' argument '")) ?? [];
    return `engaged: ${name} is wrong. ${text.slice(end + ofOption.length)}`;
  }
  const at = text.lastIndexOf(ofArgument);
  if (!text.startsWith('error: ') || at === -1) return text;
  const [name = '', ...reason] = text.slice(at + ofArgument.length).split("'. ");
  return `engaged: ${name} is wrong. ${reason.join("'. ")}`;
}
