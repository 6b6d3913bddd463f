import { Command, CommanderError } from 'commander';
import { EngagedError, UsageError } from '../domain/errors.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addBackupCommands } from './commands/backup.ts';
import { addBadgeCommands } from './commands/badge.ts';
import { addCoinsCommands } from './commands/coins.ts';
import { addCompanyCommands } from './commands/company.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addContestCommands } from './commands/contest.ts';
import { addDepartmentCommands } from './commands/department.ts';
import { addDeployCommands } from './commands/deploy.ts';
import { addDoctorCommand } from './commands/doctor.ts';
import { addEmployeeCommands } from './commands/employee.ts';
import { addEventsCommands } from './commands/events.ts';
import { addExampleCommand } from './commands/example.ts';
import { addImportCommand } from './commands/import.ts';
import { addKeyCommands } from './commands/key.ts';
import { addLeaderboardCommand } from './commands/leaderboard.ts';
import { addMonthCommands } from './commands/month.ts';
import { addOpenapiCommand } from './commands/openapi.ts';
import { addPortalCommands } from './commands/portal.ts';
import { addSandboxCommands } from './commands/sandbox.ts';
import { addServeCommand } from './commands/serve.ts';
import { addShopCommands } from './commands/shop.ts';
import { addSyncCommands } from './commands/sync.ts';
import { addVacuumCommand } from './commands/vacuum.ts';
import { addWebhookCommands } from './commands/webhook.ts';
import { addXpCommands } from './commands/xp.ts';
import { type Context, EXIT, type ExitCode, ExitError } from './context.ts';
import { describeFailure } from './failure.ts';
import { escapeControl } from './output.ts';
import { version } from './version.ts';

const commandGroups: readonly ((program: Command, context: Context) => void)[] = [
  addImportCommand,
  addSyncCommands,
  addServeCommand,
  addCompanyCommands,
  addKeyCommands,
  addPortalCommands,
  addEmployeeCommands,
  addDepartmentCommands,
  addXpCommands,
  addCoinsCommands,
  addBadgeCommands,
  addShopCommands,
  addWebhookCommands,
  addLeaderboardCommand,
  addMonthCommands,
  addContestCommands,
  addSandboxCommands,
  addEventsCommands,
  addAuditCommands,
  addBackupCommands,
  addDoctorCommand,
  addVacuumCommand,
  addDeployCommands,
  addExampleCommand,
  addOpenapiCommand,
  addCompletionCommand,
];

/**
 * Runs one command line and returns its exit code. Never throws.
 *
 * @param argv the words after the program's name
 */
export async function runCli(argv: readonly string[], context: Context): Promise<ExitCode> {
  try {
    await createProgram(context).parseAsync(withDefault(argv), { from: 'user' });
    return EXIT.done;
  } catch (error) {
    // Commander has already written its own errors, with suggestions.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    if (error instanceof ExitError) return error.exitCode;
    const isExpected = error instanceof EngagedError || error instanceof UsageError;
    const text = isExpected ? escapeControl(error.message) : describeFailure(error, context.env);
    context.stderr.write(`engaged: ${text}\n`);
    return error instanceof UsageError ? EXIT.usage : EXIT.failed;
  }
}

// `engaged` alone serves. Commander's default command would take a mistyped command as its argument.
const PROGRAM_FLAGS = new Set(['-h', '--help', '-V', '--version']);
const withDefault = ([first, ...rest]: readonly string[]): string[] =>
  first === undefined
    ? ['serve']
    : first.startsWith('-') && !PROGRAM_FLAGS.has(first)
      ? ['serve', first, ...rest]
      : [first, ...rest];

function createProgram(context: Context): Command {
  const program = new Command('engaged')
    .description('Employee engagement on your own machine: one process, one data file.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand('help [command]', 'show help for a command')
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      outputError: (text, write) => write(rewriteCommanderError(text)),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  for (const add of commandGroups) add(program, context);
  return program;
}

// A wrong value is not repeated: it may be personal data. The message contains commands and options as typed, so
// each line is escaped.
const rewriteCommanderError = (text: string): string =>
  text
    .replace(
      /^error: option '.*?(--[\w-]+).*' argument '.*' is invalid\. /s,
      'engaged: $1 is wrong. ',
    )
    .replace(/^error: .* value '.*' is invalid for argument '(\w+)'\. /s, 'engaged: $1 is wrong. ')
    .replace(/ but got (\d+): .*/s, ' but got $1\n')
    .replace(/^error: (.*)\n$/, 'engaged: $1. See --help\n')
    .replace(/^error: /, 'engaged: ')
    .split('\n')
    .map(escapeControl)
    .join('\n');
