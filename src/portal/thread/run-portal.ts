import type { MessagePort } from 'node:worker_threads';
import { ResponseCache } from '../../http/response-cache.ts';
import { CompanyStates } from '../../service/company-states.ts';
import { openAnotherForRequests } from '../../store/data.ts';
import type { Database } from '../../store/database.ts';
import { BackupCopies } from '../../worker/backup-copies.ts';
import { Boards } from '../../worker/boards.ts';
import { LiveContests } from '../../worker/live-contests.ts';
import { openInPlace } from '../../worker/open-in-place.ts';
import { RemoteCalls } from '../../worker/remote-calls.ts';
import { type Opened, serveTasks, type TaskHandler } from '../../worker/serve-tasks.ts';
import type { PortalServices } from '../page.ts';
import { createPortal } from '../portal.ts';
import { PortalExchange } from '../request/exchange.ts';
import type { MainCalls } from './main-calls.ts';
import type { PortalData, PortalTasks } from './messages.ts';

/** Bytes that cached walls may take. */
const CACHE_BYTES = 4 * 1_048_576;

/** Runs the portal in a thread of its own: responds to the requests that arrive at a port. */
export function runPortal(port: MessagePort, data: PortalData): void {
  serveTasks<PortalTasks>(port, () => openPortal(data));
}

function openPortal(data: PortalData): Opened<PortalTasks> {
  const { file, place, host, oidc } = data;
  const db = openInPlace(place, () => openAnotherForRequests(file));
  const calls = new RemoteCalls(data.main);
  const publicUrl = data.publicUrl === undefined ? undefined : new URL(data.publicUrl);
  const services = servicesOf(db, calls);
  const backups = new BackupCopies({ file, place, log: services.log });
  const respond = createPortal({ services, backups, publicUrl, host, oidc });
  const bodies = calls.of<MainCalls['bodies']>('bodies');
  const exchanges = new Map<string, PortalExchange>();
  const handle: TaskHandler<PortalTasks> = async ({ kind, task }) => {
    switch (kind) {
      case 'respond': {
        // Its client may have seen a commit that came after the snapshot of this turn.
        db.endSnapshot();
        const exchange = new PortalExchange(task, bodies);
        exchanges.set(task.requestId, exchange);
        respond(exchange)
          .catch((error) => exchange.fail(error))
          .finally(() => {
            exchange.end();
            exchanges.delete(task.requestId);
          });
        const answer = await exchange.response;
        return { answer, transfer: answer.kind === 'body' ? [answer.body.buffer] : [] };
      }
      case 'nextChunk':
        return { answer: (await exchanges.get(task)?.nextChunk()) ?? null };
      case 'endFile':
        await exchanges.get(task)?.endFile();
        return { answer: null };
      case 'leave':
        exchanges.get(task)?.leave();
        return { answer: null };
    }
  };
  const close = async () => {
    await backups.close();
    calls.close();
    db.close();
  };
  return { handle, close };
}

function servicesOf(db: Database, calls: RemoteCalls): PortalServices {
  const ranker = calls.of<MainCalls['ranker']>('ranker');
  // Pages are always exact: nothing tells this thread of changes that the API makes.
  const ranked = { db, ranker, cacheSeconds: 0 };
  return {
    ...{ db, ranker, boards: new Boards(ranked), liveContests: new LiveContests(ranked) },
    revisions: new CompanyStates(db),
    responses: new ResponseCache(db, CACHE_BYTES),
    changes: calls.of<MainCalls['changes']>('changes'),
    readiness: calls.of<MainCalls['readiness']>('readiness'),
    log: calls.of<MainCalls['log']>('log'),
  };
}
