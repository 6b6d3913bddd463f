import type { MessagePort } from 'node:worker_threads';
import { serializeError } from './serialized-error.ts';
import {
  CLOSE,
  Moved,
  type TaskMap,
  type TaskRequest,
  type TaskResponse,
} from './task-messages.ts';

/** What a thread has opened for its tasks. */
export type Opened<T extends TaskMap = TaskMap> = {
  tasks: T;
  /** Called once the result of a task has been sent. */
  afterResult?: () => void;
  close: () => void | Promise<void>;
};

/** Runs the tasks that arrive at a thread's port, which a `WorkerHandle` sends, until it is told to close. */
export function serveTasks(port: MessagePort, open: () => Opened): void {
  // A message that cannot be deserialized would never get a result. Ending the thread rejects it.
  port.on('messageerror', (error) => {
    throw error;
  });
  let opened: Opened | undefined;
  port.on('message', async (request: TaskRequest<TaskMap> | { kind: typeof CLOSE }) => {
    if (request.kind === CLOSE) {
      await opened?.close();
      port.close();
      return;
    }
    const { id, kind, task } = request as TaskRequest<TaskMap>;
    try {
      // Retried with every task: a file that cannot be opened now may be available later.
      opened ??= open();
      const run = opened.tasks[kind];
      if (!run) throw new Error('this thread has no task of that name');
      const result = await run(task as never);
      const { answer, buffers } = result instanceof Moved ? result : new Moved(result, []);
      port.postMessage({ id, ok: true, answer } satisfies TaskResponse<unknown>, buffers);
    } catch (error) {
      const response: TaskResponse<unknown> = { id, ok: false, error: serializeError(error) };
      port.postMessage(response);
      // The file may be another one, which must not be written to.
      return;
    }
    opened.afterResult?.();
  });
}
