import { describeError, type Logger } from '../service/log.ts';
import { WorkerHandle } from './worker-handle.ts';
import type { Writer } from './writer.ts';

/**
 * Starts the thread with the serving process's only writing connection. Syncs queue up in it; one that
 * breaks the thread is rejected with a ThreadFailure, and the next one finds a new thread.
 *
 * @param options.departmentLimit most active departments of a company
 * @param options.sandboxLimit most people on record in a sandbox
 */
export function startWriter(options: {
  file: string;
  departmentLimit: number;
  sandboxLimit: number;
  log: Logger;
}): Writer {
  const { file, departmentLimit, sandboxLimit, log } = options;
  const thread = new WorkerHandle({
    data: {
      engagedRole: 'writer',
      file,
      limits: { departments: departmentLimit, sandboxEmployees: sandboxLimit },
    },
    // Several times what the largest request needs; so much is a fault, and ends the thread.
    resourceLimits: { maxOldGenerationSizeMb: 1024 },
    onDeath: (failure) => log.error('writer_died', describeError(failure)),
  });
  return {
    sync: (task) => thread.call('sync', task, [task.body]),
    probe: async () => {
      await thread.call('probe', null);
    },
    close: () => thread.close(),
  };
}
