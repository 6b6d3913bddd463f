import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, type LogFields, type Logger } from '../../service/operations/log.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import { WorkerHandle } from '../../worker/worker-handle.ts';
import type { SlackData, SlackTasks } from './open-slack.ts';
import { startSlackThread } from './start-thread.ts';
import type { Workspace } from './workspace.ts';

/** How long to wait before a connection that failed is made again, in milliseconds. */
const RETRY_MS = 10_000;

/** Slack, as far as a running service is connected to it. */
export type Slack = { stop(): Promise<void> };

/** Starts the thread that answers in Slack. What goes wrong there ends the thread at most, and it is started again. */
export function startSlack(options: {
  file: string;
  place: DataFilePlace | null;
  workspace: Workspace;
  log: Logger;
  retryMs?: number;
}): Slack {
  const { file, place, workspace, log, retryMs = RETRY_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const thread = new WorkerHandle<SlackTasks, SlackData>({
    data: { engagedRole: 'slack', file, place, workspace },
    start: startSlackThread,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    onCrash: (failure) => log.warn('slack_thread_died', describeError(failure)),
  });
  let isConnected = true;
  const note = (reason: LogFields | null): void => {
    if (reason === null) log.info('slack_connected', {});
    else if (isConnected && !signal.aborted) log.warn('slack_not_connected', reason);
    isConnected = reason === null;
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        const reason = await thread.call('connect', null);
        note(reason === null ? null : { reason });
        if (reason === null) await thread.call('watch', null);
      } catch (error) {
        note(describeError(error));
      }
      await sleep(retryMs, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await thread.terminate();
      await running;
    },
  };
}
