import type { Command } from 'commander';
import { EngagedError } from '../../../domain/errors.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { checkAccounts } from '../../../service/operations/doctor/accounts.ts';
import { checkBackup } from '../../../service/operations/doctor/backup.ts';
import {
  checkContents,
  checkFileContents,
  checkSchema,
  hasOwnSchema,
} from '../../../service/operations/doctor/contents.ts';
import { checkContests } from '../../../service/operations/doctor/contests.ts';
import { checkDirectories } from '../../../service/operations/doctor/directories.ts';
import { checkEnvironment } from '../../../service/operations/doctor/environment.ts';
import { type Finding, ok, problem, warning } from '../../../service/operations/doctor/finding.ts';
import { inEnglish } from '../../../service/operations/doctor/health-findings.ts';
import { checkHolds } from '../../../service/operations/doctor/holds.ts';
import { checkKeys } from '../../../service/operations/doctor/keys.ts';
import { checkMails } from '../../../service/operations/doctor/mails.ts';
import { checkMonths } from '../../../service/operations/doctor/months.ts';
import { checkRights } from '../../../service/operations/doctor/rights.ts';
import {
  checkNode,
  checkPostgres,
  checkSqlite,
} from '../../../service/operations/doctor/versions.ts';
import { checkWebhooks } from '../../../service/operations/doctor/webhooks.ts';
import { checkReports, repairReports } from '../../../service/reports/recount.ts';
import { endHoldsThatAreOver, listHeld } from '../../../service/roster/steps/roster-hold.ts';
import { openData } from '../../../store/data.ts';
import type { Database } from '../../../store/database.ts';
import { isPostgresAddress, withoutPassword } from '../../../store/postgres/address.ts';
import { SqliteDatabase } from '../../../store/sqlite/sqlite-database.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { dataAsGiven, dataFileSource, dataOf, withData } from '../../options/data-file-option.ts';
import { print, printNotice, style } from '../../output/output.ts';
import { withProgress } from '../../output/progress.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';
import { checkSignIn } from '../../server/check-sign-in.ts';
import {
  addSettingOptions,
  describeSettings,
  type EffectiveSetting,
  type RawSettings,
} from '../../server/settings.ts';
import { findUnknownVariables, type UnknownVariable } from '../../server/unknown-variables.ts';

/** A setting in force, the data among them, which is none of the service. */
type Setting = Omit<EffectiveSetting, 'name'>;

type DoctorOptions = CommonOptions & RawSettings & { repair?: true };

/** `engaged doctor`: checks the data file, its environment and the settings. */
export function addDoctorCommand(program: Command, context: Context): void {
  addSettingOptions(
    addCommand(program, 'doctor', {
      description:
        'Check the data file, its environment, the keys and the settings; ends with 1 on a problem',
      example: 'engaged doctor --data /var/lib/engaged/engaged.db',
    }).option(
      '--repair',
      'first end the holds of imports that have died, and count wrong totals of reports again',
    ),
  ).action(async (options: DoctorOptions) => {
    if (options.repair) await repair(context, options);
    const settings: Setting[] = [
      dataSetting(context, options),
      ...describeSettings(options, context.env),
    ];
    const checks = await withProgress(context, options, (progress) => {
      progress.show(0, 1, 'reading the whole data file');
      return checkAll(context, options);
    });
    checks.push(...(await checkSignIn(options, context.env, () => context.now())));
    checks.push(...settings.flatMap(toFinding));
    checks.push(...findUnknownVariables(context.env).map(unknownFinding));
    const isOk = checks.every(({ level }) => level !== 'problem');
    const shown = settings.map(({ setting, value, source }) => ({ setting, value, source }));
    print(context, options, { ok: isOk, checks, settings: shown }, () =>
      [...checks.map((one) => toLine(context, one)), '', toTable(settings, context)].join('\n'),
    );
    if (!isOk) throw new ExitError(EXIT.failed);
  });
}

/** Changes nothing where nothing is to be repaired. What keeps it from being repaired is for the checks to find. */
async function repair(context: Context, options: CommonOptions): Promise<void> {
  const now = context.now();
  if (lookInto(context, options, (db) => listHeld(db, now).some(({ isDead }) => isDead))) {
    const ended = await withData(context, options, (db) => endHoldsThatAreOver(db, context.now));
    printNotice(
      context,
      `Ended ${pluralize(ended, 'hold of an import', 'holds of imports')} that had died. See: engaged sync list`,
    );
  }
  if (lookInto(context, options, (db) => checkReports(db).length > 0)) {
    const counted = await withData(context, options, repairReports);
    printNotice(
      context,
      `Counted the totals of reports of ${pluralize(counted, 'company', 'companies')} again`,
    );
  }
}

/** Whether something is true of data of this program's schema that can be read. */
function lookInto(
  context: Context,
  options: CommonOptions,
  isTrue: (db: Database) => boolean,
): boolean {
  let db: Database | undefined;
  try {
    db = openData(dataOf(context, options), { write: false });
    return hasOwnSchema(db) && isTrue(db);
  } catch (error) {
    if (error instanceof EngagedError) return false;
    throw error;
  } finally {
    db?.close();
  }
}

const dataSetting = (context: Context, options: CommonOptions): Setting => ({
  setting: 'data',
  value: withoutPassword(dataAsGiven(context, options)),
  source: dataFileSource(context, options),
  problem: null,
});

function checkAll(context: Context, options: CommonOptions): Finding[] {
  const node = inEnglish(checkNode());
  let db: Database | undefined;
  try {
    const data = dataOf(context, options);
    db = openData(data, { write: false });
    return db instanceof SqliteDatabase
      ? [...checkFile(db, data, context.now()), node, inEnglish(checkSqlite(db))]
      : [...checkDatabase(db, data, context.now()), node, inEnglish(checkPostgres(db.version()))];
  } catch (error) {
    if (!(error instanceof EngagedError)) throw error;
    const what = isPostgresAddress(dataAsGiven(context, options)) ? 'database' : 'data file';
    return [problem(what, error.message, 'Nothing else was checked'), node];
  } finally {
    db?.close();
  }
}

const checkFile = (db: SqliteDatabase, file: string, now: number): Finding[] => [
  ok('data file', file),
  ...checkFileContents(db, now),
  ...(hasOwnSchema(db) ? [...checkUse(db, now), ...checkBackup(db, now).map(inEnglish)] : []),
  ...checkEnvironment(file).map(inEnglish),
];

/** The server itself sees to its pages, references and backups. */
const checkDatabase = (db: Database, address: string, now: number): Finding[] => [
  ok('database', withoutPassword(address)),
  ...[checkSchema(db), checkRights(db)].map(inEnglish),
  ...(hasOwnSchema(db) ? [...checkContents(db, now), ...checkUse(db, now)] : []),
];

const checkUse = (db: Database, now: number): Finding[] => [
  ...checkKeys(db, now),
  ...checkAccounts(db),
  ...checkHolds(db, now),
  ...checkWebhooks(db),
  ...checkDirectories(db, now),
  ...checkMonths(db, now).map(inEnglish),
  ...checkMails(db, now).map(inEnglish),
  ...checkContests(db, now),
];

const toFinding = ({ problem: message }: Setting): Finding[] =>
  message === null ? [] : [problem('settings', message, 'The service does not start like this')];

const unknownFinding = ({ variable, suggestion }: UnknownVariable): Finding =>
  warning(
    'settings',
    `There is no setting ${variable}`,
    suggestion === null ? 'See: engaged serve --help' : `Is ${suggestion} meant?`,
  );

const COLOURS = { ok: 'green', warning: 'yellow', problem: 'red' } as const;

function toLine(context: Context, { check, level, message, advice }: Finding): string {
  const word = style(context, context.stdout, COLOURS[level], level.padEnd(7));
  const line = `${word}  ${check.padEnd(11)}  ${escapeControl(message)}`;
  return advice === null ? line : `${line}\n${' '.repeat(22)}→ ${escapeControl(advice)}`;
}

const toTable = tableOf<Setting>('', [
  { heading: 'SETTING', value: ({ setting }) => setting, noTruncate: true },
  { heading: 'VALUE', value: ({ value }) => value || '(none)' },
  { heading: 'FROM', value: ({ source }) => source },
]);
