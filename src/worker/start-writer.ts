import { standingsBuffers } from '../domain/standings/standing.ts';
import { describeError, type Logger } from '../service/operations/log.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import { type ReaderOptions, RosterReader } from './roster/roster-reader.ts';
import { RosterUploads } from './roster/roster-uploads.ts';
import { outcomeOf, type SyncEvent, SyncLog } from './sync-log.ts';
import { WorkerHandle } from './worker-handle.ts';
import { WriteQueue } from './write-queue.ts';
import type { SyncAnswer, SyncTask, Writer } from './writer.ts';

/** Longer bodies are read in a thread of their own, in bytes. A body of 5,000 usual rows has half of it. */
const LONG_BODY = 2 * 1_048_576;

/**
 * Starts the thread with the only writing connection of the process. Syncs queue up in it. A sync that crashes the
 * thread is rejected with a ThreadFault, and the next one runs in a new thread. Every sync is logged.
 *
 * @param options.place of the open data file; no other file is written
 * @param options.departmentLimit most active departments of a company
 * @param options.sandboxLimit maximum number of people in a sandbox
 * @param options.onSync called at the end of every sync
 * @param options.reader how rosters are read, if not by default
 */
export function startWriter(options: {
  file: string;
  place: DataFilePlace | null;
  departmentLimit: number;
  sandboxLimit: number;
  log: Logger;
  onSync?: (end: SyncEvent) => void;
  reader?: ReaderOptions;
}): Writer {
  const { file, place, departmentLimit, sandboxLimit, log, onSync } = options;
  const limits = { departments: departmentLimit, sandboxEmployees: sandboxLimit };
  const thread: WorkerHandle = new WorkerHandle({
    data: { engagedRole: 'writer', file, place, limits },
    // Several times what the largest request needs. Exceeding it is a bug and ends the thread.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
    onCrash: (failure) => log.error('writer_died', describeError(failure)),
  });

  const syncLog = new SyncLog(log, onSync);
  const reader = new RosterReader({ file, place, limits, log, ...options.reader });
  const uploads = new RosterUploads(reader, thread);

  const sync = (task: SyncTask): Promise<SyncAnswer> =>
    syncLog.run(
      { request_id: task.requestId, key_id: task.keyId },
      async () => {
        const { body } = task;
        if (body.byteLength <= LONG_BODY) return thread.call('sync', task, [body]);
        return thread.call('sync', {
          ...task,
          body: await reader.run('readBody', body, { transfer: [body] }),
        });
      },
      ({ dryRun, counts }) => ({ outcome: dryRun ? 'dry_run' : outcomeOf(counts), counts }),
    );

  const writes = new WriteQueue((requests) => thread.call('write', requests));

  return {
    sync,
    previewUpload: (task) =>
      syncLog.run(
        { actor: task.actor },
        () => uploads.preview(task),
        (done) => ({ outcome: 'plan' in done ? 'dry_run' : 'refused' }),
      ),
    applyUpload: (task, inSlot) =>
      syncLog.run(
        { actor: task.actor },
        () => uploads.apply(task, inSlot),
        (applied) =>
          applied
            ? { outcome: outcomeOf(applied.counts), counts: applied.counts }
            : { outcome: 'refused' },
      ),
    readGiftList: (task) => uploads.readGiftList(task),
    isWaiting: async (uploadId) => uploads.isWaiting(uploadId),
    write: (request) => (request.inSteps ? uploads.change(request) : writes.add(request)),
    due: (timing) => thread.call('due', timing),
    closeContest: (task) =>
      thread.call('closeContest', task, standingsBuffers(task.ranking.standings)),
    closeMonth: (task) => thread.call('closeMonth', task, standingsBuffers(task.ranking.standings)),
    noteKeyUses: (uses) => thread.call('noteKeyUses', uses),
    recordDeliveries: (batch) => thread.call('recordDeliveries', batch),
    recordMails: (attempts) => thread.call('recordMails', attempts),
    takeRoundStep: (now) => thread.call('takeRoundStep', now),
    noteSlack: (state) => thread.call('noteSlack', state),
    noteLook: (look) => thread.call('noteLook', look),
    noteSessionUse: (use) => thread.call('noteSessionUse', use),
    endHolds: () => thread.call('endHolds', null),
    shrinkLog: () => thread.call('shrinkLog', null),
    upkeep: (task) => thread.call('upkeep', task),
    probe: () => thread.call('probe', null),
    close: async () => {
      // What ends early is put on record by the writer thread.
      if (uploads.isApplying) await uploads.close();
      // Both refuse further work at once.
      await Promise.all([reader.close(), thread.close()]);
    },
  };
}
