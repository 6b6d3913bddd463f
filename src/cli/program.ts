import { type Command, CommanderError } from 'commander';
import { UsageError } from '../domain/errors.ts';
import { version } from '../store/version.ts';
import { addCompletionCommand } from './commands/operations/completion.ts';
import { type Context, EXIT, type ExitCode, ExitError } from './context.ts';
import { EngagedCommand } from './engaged-command.ts';
import { errorText } from './output/error-report.ts';
import { withGuardedOutputs } from './output/terminal.ts';

type AddCommands = (program: Command, context: Context) => void;
type Load = () => Promise<AddCommands>;

// In the order of the help. Loading all of them takes as long as the rest of a start, so only the one named is loaded.
const COMMANDS: Readonly<Record<string, Readonly<Record<string, Load>>>> = {
  'People:': {
    employee: async () => (await import('./commands/people/employee.ts')).addEmployeeCommands,
    department: async () =>
      (await import('./commands/departments/department.ts')).addDepartmentCommands,
    import: async () => (await import('./commands/roster/import.ts')).addImportCommand,
    profile: async () => (await import('./commands/roster/profile.ts')).addProfileCommands,
    sync: async () => (await import('./commands/roster/sync.ts')).addSyncCommands,
  },
  'Programme:': {
    xp: async () => (await import('./commands/xp/xp.ts')).addXpCommands,
    coins: async () => (await import('./commands/xp/coins.ts')).addCoinsCommands,
    badge: async () => (await import('./commands/badges/badge.ts')).addBadgeCommands,
    give: async () => (await import('./commands/gifts/give.ts')).addGiveCommand,
    given: async () => (await import('./commands/gifts/given.ts')).addGivenCommands,
    kudos: async () => (await import('./commands/kudos/kudos.ts')).addKudosCommands,
    shop: async () => (await import('./commands/shop/shop.ts')).addShopCommands,
    leaderboard: async () =>
      (await import('./commands/boards/leaderboard.ts')).addLeaderboardCommand,
    month: async () => (await import('./commands/months/month.ts')).addMonthCommands,
    contest: async () => (await import('./commands/contests/contest.ts')).addContestCommands,
    report: async () => (await import('./commands/reports/report.ts')).addReportCommands,
  },
  'Operation:': {
    serve: async () => (await import('./commands/operations/serve.ts')).addServeCommand,
    company: async () => (await import('./commands/company/company.ts')).addCompanyCommands,
    key: async () => (await import('./commands/keys/key.ts')).addKeyCommands,
    scim: async () => (await import('./commands/scim/scim.ts')).addScimCommands,
    portal: async () => (await import('./commands/portal/portal.ts')).addPortalCommands,
    webhook: async () => (await import('./commands/webhooks/webhook.ts')).addWebhookCommands,
    mail: async () => (await import('./commands/mail/mail.ts')).addMailCommands,
    sandbox: async () => (await import('./commands/company/sandbox.ts')).addSandboxCommands,
    events: async () => (await import('./commands/events/events.ts')).addEventsCommands,
    audit: async () => (await import('./commands/audit/audit.ts')).addAuditCommands,
    retention: async () => (await import('./commands/operations/retention.ts')).addRetentionCommand,
    backup: async () => (await import('./commands/operations/backup.ts')).addBackupCommand,
    restore: async () => (await import('./commands/operations/backup.ts')).addRestoreCommand,
    copy: async () => (await import('./commands/operations/copy.ts')).addCopyCommand,
    upgrade: async () => (await import('./commands/operations/upgrade.ts')).addUpgradeCommand,
    vacuum: async () => (await import('./commands/operations/vacuum.ts')).addVacuumCommand,
    doctor: async () => (await import('./commands/operations/doctor.ts')).addDoctorCommand,
    deploy: async () => (await import('./commands/operations/deploy.ts')).addDeployCommands,
  },
  'Help:': {
    example: async () => (await import('./commands/operations/example.ts')).addExampleCommand,
    openapi: async () => (await import('./commands/operations/openapi.ts')).addOpenapiCommand,
  },
};

const EXIT_CODES = `
Exit codes:
  0  done
  1  failed; nothing was changed, unless the command says so
  2  wrong usage; nothing was changed
  3  done in part: rows were rejected, or something is left to do, which the command says

With --json, an error is the last line of standard error: {"error":{"code":…,"message":…,"field":…}}
`;

/**
 * Runs one command line and returns its exit code. Never throws.
 *
 * @param argv the words after the program's name
 */
export async function runCli(argv: readonly string[], given: Context): Promise<ExitCode> {
  const context = withGuardedOutputs(given);
  const isJson = argv.includes('--json');
  try {
    const words = withDefault(argv);
    const program = await createProgram(context, words);
    await program.parseAsync(words, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof ExitError) return error.exitCode;
    // Help was asked for, or is the answer to a command that lacks its verb.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    context.stderr.write(errorText(error, context.env, isJson));
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

const HELP = ['help [command]', 'show help for a command'] as const;

/** The program with the commands of the group that the first word names, or with all of them if it names none. */
export async function createProgram(
  context: Context,
  [named]: readonly [string, ...string[]],
): Promise<Command> {
  const program = new EngagedCommand('engaged')
    .description('Employee engagement on your own machine: one process, one data file.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'show help')
    .helpCommand(...HELP)
    .addHelpText('after', EXIT_CODES)
    .configureHelp({ showGlobalOptions: false })
    .configureOutput({
      writeOut: (text) => context.stdout.write(text),
      writeErr: (text) => context.stderr.write(text),
      getOutHelpWidth: () => context.stdout.columns ?? 100,
      getErrHelpWidth: () => context.stderr.columns ?? 100,
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    .exitOverride();
  // Help, suggestions and completion take every command.
  const isNamed = Object.values(COMMANDS).some((group) => Object.hasOwn(group, named));
  for (const [heading, group] of Object.entries(COMMANDS)) {
    program.commandsGroup(heading);
    const loads = Object.entries(group).filter(([name]) => !isNamed || name === named);
    for (const add of await Promise.all(loads.map(([, load]) => load()))) add(program, context);
  }
  addCompletionCommand(program, context);
  // Nouns have taken over the first; the program's own stands in a group.
  return program.helpCommand(...HELP);
}
