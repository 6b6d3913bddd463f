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
import { FairPlaces } from './fair-places.ts';
import type { MainCalls } from './main-calls.ts';
import type { PortalData, PortalRequest } from './messages.ts';
import { Requesters } from './requesters.ts';
import type { PortalServices } from './services.ts';
import { Turns } from './turns.ts';

/** Bytes that cached walls may take. */
const CACHE_BYTES = 4 * 1_048_576;

/** What pages may ask of the ranker thread at once: the next one is there when it is done with one. */
const MAX_RANKINGS = 2;

/** Runs the portal in a thread of its own: responds to the requests that arrive at a port. */
export function runPortal(port: MessagePort, data: PortalData): void {
  serveTasks(port, () => openPortal(data));
}

/** The tasks of the thread. A request is named by its id. */
export type PortalTasks = ReturnType<typeof openPortal>['tasks'];

function openPortal(data: PortalData) {
  const { file, place, host, oidc } = data;
  const db = openInPlace(place, () => openAnother(file, { write: false, snapshotPerTurn: true }));
  const turns = new Turns(() => performance.now());
  const calls = new RemoteCalls(data.main);
  const publicUrl = data.publicUrl === undefined ? undefined : new URL(data.publicUrl);
  const services = servicesOf(db, calls, turns);
  const backups = new BackupCopies({ file, place, log: services.log });
  const passwords = new Passwords(data.passwordCost);
  const respond = createPortal({ services, backups, publicUrl, host, oidc, passwords });
  const bodies = turns.of(calls.of<MainCalls['bodies']>('bodies'));
  const requesters = new Requesters(db);
  const exchanges = new Map<string, PortalExchange>();
  const begin = async (exchange: PortalExchange): Promise<void> =>
    turns.begin(requesters.of(exchange.request), () => {
      // Its client may have seen a commit that came after the snapshot of this turn.
      db.endSnapshot();
      return respond(exchange);
    });
  const tasks = {
    respond: async (request: PortalRequest) => {
      const exchange = new PortalExchange(request, bodies);
      exchanges.set(request.requestId, exchange);
      begin(exchange)
        .catch((error) => exchange.fail(error))
        .finally(() => {
          exchange.end();
          exchanges.delete(request.requestId);
        });
      const answer = await exchange.response;
      return new Moved(answer, answer.kind === 'body' ? [answer.body.buffer] : []);
    },
    /** The next chunk of a file; null after the last one. */
    nextChunk: async (id: string) => {
      const exchange = exchanges.get(id);
      if (!exchange) return null;
      return turns.goOn(requesters.of(exchange.request), () => exchange.nextChunk());
    },
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

function servicesOf(db: Database, calls: RemoteCalls, turns: Turns): PortalServices {
  const places = new FairPlaces(MAX_RANKINGS);
  const ranker = turns.of(calls.of<MainCalls['ranker']>('ranker'), (whose, call) =>
    places.run(whose, call),
  );
  // Pages are always exact: nothing tells this thread of changes that the API makes.
  const revisions = new CompanyStates(db);
  const ranked = { db, states: revisions, ranker, cacheSeconds: 0 };
  const boards = new Boards(ranked);
  const liveContests = new LiveContests(ranked);
  return {
    ...{
      db,
      ranker,
      revisions,
      boards: {
        standing: (...asked) => turns.asking(() => boards.standing(...asked)),
        ranking: (...asked) => turns.asking(() => boards.ranking(...asked)),
      },
      liveContests: {
        ranking: async (...asked) => turns.asking(() => liveContests.ranking(...asked)),
      },
    },
    responses: new ResponseCache(CACHE_BYTES),
    changes: turns.of(calls.of<MainCalls['changes']>('changes')),
    readiness: turns.of(calls.of<MainCalls['readiness']>('readiness')),
    metrics: calls.of<MainCalls['metrics']>('metrics'),
    log: calls.of<MainCalls['log']>('log'),
  };
}
