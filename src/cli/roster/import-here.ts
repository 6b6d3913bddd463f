import type { WithoutEmail } from '../../roster-file/missing-email.ts';
import { TextList } from '../../roster-file/packed-texts.ts';
import { type RosterFile, toRosterRows } from '../../roster-file/read-rows.ts';
import { lineOf } from '../../roster-file/records.ts';
import {
  checkLiveDomains,
  type LiveDomains,
  nameAllowedDomains,
} from '../../service/roster/review/sso-domains.ts';
import { importRoster } from '../../service/roster/steps/import-roster.ts';
import type { DeactivationOptions } from '../../service/roster/sync/deactivation.ts';
import type { SyncInput, SyncStage } from '../../service/roster/sync/sync-input.ts';
import type { SyncOutcome } from '../../service/roster/sync/sync-roster.ts';
import type { Context } from '../context.ts';
import { resolveCompany } from '../options/company-option.ts';
import { withData } from '../options/data-file-option.ts';
import type { Progress } from '../output/progress.ts';
import { readSettings } from '../server/settings.ts';
import { takingSteps, withReader } from '../steps-here.ts';
import type { ImportOptions } from './import-options.ts';

/** An import into a data file, and the company it went into. */
export type DoneHere = Pick<SyncOutcome, 'result' | 'runId' | 'review'> & {
  target: string;
  liveDomains: LiveDomains | null;
};

/** A roster file and how it is to be imported. */
export type LocalImport = {
  options: ImportOptions;
  file: RosterFile;
  withoutEmail: WithoutEmail;
  deactivation: DeactivationOptions;
};

/** Page cache in MiB. More makes the import of a million rows no faster. */
const IMPORT_CACHE = 64;

// Where each step begins and ends, in percent of the time that a large file takes.
const STAGES: Record<SyncStage, readonly [from: number, to: number, label: string]> = {
  reading: [10, 20, 'checking the rows'],
  comparing: [20, 30, 'comparing them with the record'],
  applying: [30, 60, 'trying the changes'],
  deactivating: [60, 62, 'looking for who is missing'],
  recording: [62, 65, 'trying the changes'],
  writing: [65, 100, 'applying the changes'],
};

/** Imports a roster into a data file. */
export const importHere = (
  context: Context,
  { options, file, withoutEmail, deactivation }: LocalImport,
  progress: Progress,
): Promise<DoneHere> =>
  withData(
    context,
    options,
    async (db, data) => {
      const company = resolveCompany(db, options);
      const settings = readSettings({}, context.env);
      const request: SyncInput = {
        companyId: company.companyId,
        now: context.now(),
        clock: () => context.now(),
        actor: context.actor,
        employees: toRosterRows(file),
        ...deactivation,
        source: 'command_line',
        requestId: null,
        limits: { departments: settings.departmentLimit, sandboxEmployees: settings.sandboxLimit },
        dryRun: options.dryRun ?? false,
        operator: {
          updateProfiles: options.updateProfiles ?? false,
          noEmailDomain: withoutEmail.domain,
          alsoNamed: new TextList(withoutEmail.externalIds),
          lineOf: (index) => lineOf(file, index),
        },
        onProgress: (stage, done) => {
          const [from, to, label] = STAGES[stage];
          progress.show(from + done * (to - from), 100, label);
        },
      };
      const { result, runId, review } = await withReader(data, (reader) =>
        importRoster(reader, request, takingSteps(db, context.now)),
      );
      return {
        target: company.name,
        result: nameAllowedDomains(db, company.companyId, result),
        runId,
        review,
        liveDomains: checkLiveDomains(db, company.companyId, toRosterRows(file), result),
      };
    },
    IMPORT_CACHE,
  );
