import type { MessagePort } from 'node:worker_threads';
import { serializeError } from './serialized-error.ts';
import { CLOSE, type TaskMap, type TaskRequest, type TaskResponse } from './task-messages.ts';

/** The result of a task, and the buffers in it that are moved to the caller. */
export type TaskResult<T extends TaskMap> = {
  answer: T[keyof T]['answer'];
  transfer?: ArrayBuffer[];
};

export type TaskHandler<T extends TaskMap> = (
  request: TaskRequest<T>,
) => TaskResult<T> | Promise<TaskResult<T>>;

/** What a thread has opened for its tasks. */
export type Opened<T extends TaskMap> = {
  handle: TaskHandler<T>;
  /** Called once the result of a task has been sent. */
  afterResult?: () => void;
  close: () => void | Promise<void>;
};

/** Runs the tasks that arrive at a thread's port, which a `WorkerHandle` sends, until it is told to close. */
export function serveTasks<T extends TaskMap>(port: MessagePort, open: () => Opened<T>): void {
  // A message that cannot be deserialized would never get a result. Ending the thread rejects it.
  port.on('messageerror', (error) => {
    throw error;
  });
  let opened: Opened<T> | undefined;
  port.on('message', async (request: TaskRequest<T> | { kind: typeof CLOSE }) => {
    if (request.kind === CLOSE) {
      await opened?.close();
      port.close();
      return;
    }
    const { id } = request as TaskRequest<T>;
    try {
      // Retried with every task: a file that cannot be opened now may be available later.
      opened ??= open();
      const { answer, transfer } = await opened.handle(request as TaskRequest<T>);
      port.postMessage({ id, ok: true, answer } satisfies TaskResponse<unknown>, transfer);
    } catch (error) {
      const response: TaskResponse<unknown> = { id, ok: false, error: serializeError(error) };
      port.postMessage(response);
      // The file may be another one, which must not be written to.
      return;
    }
    opened.afterResult?.();
  });
}
