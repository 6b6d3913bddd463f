import type { Reads } from '../../store/database.ts';
import * as lastJobs from '../../store/operations/last-jobs.ts';
import { gauge, type Labels } from './text-format.ts';

/** Bounds the number of time series. */
const MOST_COMPANIES = 100;

type Job = {
  companyId: string;
  outcome?: string;
  /** Milliseconds UTC. */
  at: number;
  /** Of the jobs of one company the highest is the last. */
  entry: number;
  rowsRead: number;
  rowsFailed: number;
};

/**
 * When jobs last ran, in this process or on the command line, so that one that stopped is noticed. Companies go by
 * their ids.
 */
export async function renderLastJobs(db: Reads): Promise<string> {
  const limit = { companies: MOST_COMPANIES };
  const rows = await db.all(lastJobs.listSyncs, limit);
  const syncs = rows.map((row) => ({ ...row, at: row.finishedAt }));
  const imports = await db.all(lastJobs.listXpImports, limit);
  const xpImports = imports.map((row) => ({ ...row, entry: 0 }));
  const from = (source: string) => syncs.filter((row) => row.source === source);
  const backup = await db.one(lastJobs.findBackup, {});
  return [
    renderJob('import', 'import of a roster by the command line', from('command_line')),
    renderJob('sync', 'roster sync over HTTP', from('http')),
    renderJob('xp_import', 'import of XP', xpImports),
    gauge('engaged_last_backup_timestamp_seconds', 'When the last backup was completed.', [
      ...single(backup?.lastBackupAt, 1 / 1_000),
    ]),
    gauge('engaged_last_backup_bytes', 'Size of the last backup.', [
      ...single(backup?.lastBackupBytes),
    ]),
  ].join('');
}

const single = (value: number | null | undefined, factor = 1): [Labels, number][] =>
  value == null ? [] : [[{}, value * factor]];

function renderJob(name: string, what: string, jobs: readonly Job[]): string {
  const last = new Map<string, Job>();
  for (const job of jobs) {
    if (job.entry >= (last.get(job.companyId)?.entry ?? 0)) last.set(job.companyId, job);
  }
  return [
    gauge(
      `engaged_last_${name}_timestamp_seconds`,
      `When the last ${what} ended.`,
      jobs.map(({ companyId, outcome, at }) => [
        { company: companyId, ...(outcome !== undefined && { outcome }) },
        at / 1_000,
      ]),
    ),
    gauge(
      `engaged_last_${name}_rows`,
      `Rows of the last ${what}.`,
      [...last.values()].flatMap(({ companyId, rowsRead, rowsFailed }) => [
        [{ company: companyId, result: 'read' }, rowsRead] as const,
        [{ company: companyId, result: 'failed' }, rowsFailed] as const,
      ]),
    ),
  ].join('');
}
