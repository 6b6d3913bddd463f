import { setTimeout as sleep } from 'node:timers/promises';
import type { SlackState } from '../../domain/slack-state.ts';
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
  /** The time in milliseconds UTC. */
  now: () => number;
  /** Called whenever the connection has another state, and with null once there is none. */
  noteState: (state: SlackState | null) => Promise<void>;
  retryMs?: number;
}): Slack {
  const { file, place, workspace, log, now, noteState, retryMs = RETRY_MS } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const thread = new WorkerHandle<SlackTasks, SlackData>({
    data: { engagedRole: 'slack', file, place, workspace },
    start: startSlackThread,
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 16 },
    onCrash: (failure) => log.warn('slack_thread_died', describeError(failure)),
  });
  let last = '';
  const note = async (
    state: SlackState['state'],
    why: LogFields = {},
    reason: string | null = null,
  ): Promise<void> => {
    if (last === `${state} ${reason}` || signal.aborted) return;
    last = `${state} ${reason}`;
    if (state === 'connected') log.info('slack_connected', {});
    else log.warn('slack_not_connected', why);
    await noteState({ state, since: now(), reason });
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        const reason = await thread.call('connect', null);
        if (reason !== null) await note('refused', { reason }, reason);
        for (let isConnected = reason === null; reason === null; ) {
          await note(isConnected ? 'connected' : 'reconnecting', { reason: 'connection_lost' });
          isConnected = await thread.call('watch', isConnected);
        }
      } catch (error) {
        await note('reconnecting', describeError(error));
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
      await noteState(null);
    },
  };
}
