import { EngagedError, ServiceFault } from '../domain/errors.ts';
import { standingsBuffers } from '../domain/standings/standing.ts';
import { describeError, type Logger } from '../service/log.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import { WorkerHandle } from './worker-handle.ts';
import { WriteQueue } from './write-queue.ts';
import type { SyncAnswer, SyncTask, Writer } from './writer.ts';

/** How a sync that reached the writer ended. `seconds` include the wait for its turn. */
export type SyncEvent = {
  outcome: 'applied' | 'deactivation_blocked' | 'dry_run' | 'refused' | 'failed';
  seconds: number;
  counts?: SyncAnswer['counts'];
};

/**
 * Starts the thread with the only writing connection of the process. Syncs queue up in it. A sync that crashes the
 * thread is rejected with a ThreadFault, and the next one runs in a new thread. Every sync is logged.
 *
 * @param options.place of the open data file; no other file is written
 * @param options.departmentLimit most active departments of a company
 * @param options.sandboxLimit maximum number of people in a sandbox
 * @param options.onSync called at the end of every sync
 */
export function startWriter(options: {
  file: string;
  place: DataFilePlace;
  departmentLimit: number;
  sandboxLimit: number;
  log: Logger;
  onSync?: (end: SyncEvent) => void;
}): Writer {
  const { file, place, departmentLimit, sandboxLimit, log, onSync } = options;
  const thread = new WorkerHandle({
    data: {
      engagedRole: 'writer',
      file,
      place,
      limits: { departments: departmentLimit, sandboxEmployees: sandboxLimit },
    },
    // Several times what the largest request needs. Exceeding it is a bug and ends the thread.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
    onCrash: (failure) => log.error('writer_died', describeError(failure)),
  });

  const sync = async (task: SyncTask): Promise<SyncAnswer> => {
    const startedAt = performance.now();
    const report = (
      outcome: SyncEvent['outcome'],
      { counts, code }: { counts?: SyncAnswer['counts']; code?: string } = {},
    ) => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const isNotable = outcome === 'deactivation_blocked' || outcome === 'failed';
      const write = isNotable ? log.warn : log.info;
      write('roster_sync', {
        request_id: task.requestId,
        key_id: task.keyId,
        outcome,
        milliseconds: Math.round(seconds * 1_000),
        code,
        ...counts,
      });
      onSync?.({ outcome, seconds, ...(counts && { counts }) });
    };
    try {
      const answer = await thread.call('sync', task, [task.body]);
      report(outcomeOf(answer), { counts: answer.counts });
      return answer;
    } catch (error) {
      if (error instanceof ServiceFault) report('failed', { code: error.reason });
      else report(error instanceof EngagedError ? 'refused' : 'failed');
      throw error;
    }
  };

  const writes = new WriteQueue((requests) => thread.call('write', requests));

  return {
    sync,
    write: (request) => writes.add(request),
    due: (timing) => thread.call('due', timing),
    closeContest: (task) =>
      thread.call('closeContest', task, standingsBuffers(task.ranking.standings)),
    closeMonth: (task) => thread.call('closeMonth', task, standingsBuffers(task.ranking.standings)),
    noteKeyUses: async (uses) => {
      await thread.call('noteKeyUses', uses);
    },
    recordDeliveries: (batch) => thread.call('recordDeliveries', batch),
    noteSessionUse: async (use) => {
      await thread.call('noteSessionUse', use);
    },
    eventUpkeep: (task) => thread.call('eventUpkeep', task),
    probe: async () => {
      await thread.call('probe', null);
    },
    close: () => thread.close(),
  };
}

function outcomeOf({ dryRun, counts }: SyncAnswer): SyncEvent['outcome'] {
  if (dryRun) return 'dry_run';
  return counts.deactivation_skipped_reason === null ? 'applied' : 'deactivation_blocked';
}
