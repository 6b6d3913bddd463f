import type { MessagePort } from 'node:worker_threads';
import { ResponseCache } from '../../http/response/response-cache.ts';
import { CompanyStates } from '../../service/company/company-states.ts';
import { openAnother } from '../../store/data.ts';
import type { Database } from '../../store/database.ts';
import { BackupCopies } from '../../worker/backup-copies.ts';
import { Boards } from '../../worker/boards.ts';
import { LiveContests } from '../../worker/live-contests.ts';
import { openInPlace } from '../../worker/open-in-place.ts';
import { RemoteCalls } from '../../worker/remote-calls.ts';
import { serveTasks } from '../../worker/serve-tasks.ts';
import { Moved } from '../../worker/task-messages.ts';
import { createPortal } from '../app.ts';
import { PortalExchange } from '../request/exchange.ts';
import { Passwords } from '../sign-in/passwords.ts';
import type { MainCalls } from './main-calls.ts';
import type { PortalData, PortalRequest } from './messages.ts';
import type { PortalServices } from './services.ts';

/** Bytes that cached walls may take. */
const CACHE_BYTES = 4 * 1_048_576;

/** Runs the portal in a thread of its own: responds to the requests that arrive at a port. */
export function runPortal(port: MessagePort, data: PortalData): void {
  serveTasks(port, () => openPortal(data));
}

/** The tasks of the thread. A request is named by its id. */
export type PortalTasks = ReturnType<typeof openPortal>['tasks'];

function openPortal(data: PortalData) {
  const { file, place, host, oidc } = data;
  const db = openInPlace(place, () => openAnother(file, { write: false, snapshotPerTurn: true }));
  const calls = new RemoteCalls(data.main);
  const publicUrl = data.publicUrl === undefined ? undefined : new URL(data.publicUrl);
  const services = servicesOf(db, calls);
  const backups = new BackupCopies({ file, place, log: services.log });
  const passwords = new Passwords(data.passwordCost);
  const respond = createPortal({ services, backups, publicUrl, host, oidc, passwords });
  const bodies = calls.of<MainCalls['bodies']>('bodies');
  const exchanges = new Map<string, PortalExchange>();
  const tasks = {
    respond: async (request: PortalRequest) => {
      // Its client may have seen a commit that came after the snapshot of this turn.
      db.endSnapshot();
      const exchange = new PortalExchange(request, bodies);
      exchanges.set(request.requestId, exchange);
      respond(exchange)
        .catch((error) => exchange.fail(error))
        .finally(() => {
          exchange.end();
          exchanges.delete(request.requestId);
        });
      const answer = await exchange.response;
      return new Moved(answer, answer.kind === 'body' ? [answer.body.buffer] : []);
    },
    /** The next chunk of a file; null after the last one. */
    nextChunk: async (id: string) => (await exchanges.get(id)?.nextChunk()) ?? null,
    /** Nobody asks for more of a file. */
    endFile: async (id: string) => exchanges.get(id)?.endFile(),
    /** The client has left before the response. */
    leave: (id: string) => exchanges.get(id)?.leave(),
  };
  const close = async () => {
    await backups.close();
    calls.close();
    db.close();
  };
  return { tasks, close };
}

function servicesOf(db: Database, calls: RemoteCalls): PortalServices {
  const ranker = calls.of<MainCalls['ranker']>('ranker');
  // Pages are always exact: nothing tells this thread of changes that the API makes.
  const revisions = new CompanyStates(db);
  const ranked = { db, states: revisions, ranker, cacheSeconds: 0 };
  return {
    ...{
      db,
      ranker,
      revisions,
      boards: new Boards(ranked),
      liveContests: new LiveContests(ranked),
    },
    responses: new ResponseCache(CACHE_BYTES),
    changes: calls.of<MainCalls['changes']>('changes'),
    readiness: calls.of<MainCalls['readiness']>('readiness'),
    metrics: calls.of<MainCalls['metrics']>('metrics'),
    log: calls.of<MainCalls['log']>('log'),
  };
}
