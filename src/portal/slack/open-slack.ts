import { openAnother } from '../../store/data.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import { openInPlace } from '../../worker/open-in-place.ts';
import { connectToSlack } from './connection.ts';
import { createRouter } from './router.ts';
import type { Workspace } from './workspace.ts';

/** The start data of the thread of Slack. */
export type SlackData = {
  engagedRole: 'slack';
  file: string;
  place: DataFilePlace | null;
  workspace: Workspace;
};

/** The tasks of the thread of Slack. */
export type SlackTasks = ReturnType<typeof openSlack>['tasks'];

/** The reason that Slack gives, such as `invalid_auth`. @throws what was thrown without one */
function reasonOf(error: { data?: { error?: unknown } }): string {
  const reason = error.data?.error;
  if (typeof reason === 'string' && /^\w{1,60}$/.test(reason)) return reason;
  throw error;
}

/**
 * Opens the data for Slack.
 *
 * @param clock in milliseconds UTC
 */
export function openSlack({ file, place, workspace }: SlackData, clock: () => number) {
  const open = () => openAnother(file, { write: false, snapshotPerTurn: true });
  const db = openInPlace(place, open);
  const router = createRouter({ db, companyId: workspace.companyId, clock });
  let isConnected = false;
  let wake = () => {};
  const note = (now: boolean): void => {
    isConnected = now;
    wake();
  };
  const tasks = {
    /** Connects, and again where the connection ends. Returns why Slack refuses, or null. */
    connect: (): Promise<string | null> =>
      connectToSlack(workspace, router, note).then(() => null, reasonOf),
    /** Waits until it is connected, or not any more. Ends with the thread. */
    watch: async (wasConnected: boolean): Promise<boolean> => {
      while (isConnected === wasConnected) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return isConnected;
    },
  };
  return { tasks, close: () => db.close() };
}
