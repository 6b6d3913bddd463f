import { transferablesOf } from '../../domain/board/board-data.ts';
import { standingsBuffers } from '../../domain/standings/standing.ts';
import type { Services } from '../../http/endpoint.ts';
import type { ServiceMetrics } from '../../http/metrics/service-metrics.ts';
import { collectSharedBody, discardBody, takeBody } from '../../http/server/body.ts';
import type { Exchange } from '../../http/server/exchange.ts';
import { commitWrite } from '../../http/writes.ts';
import type { Logger } from '../../service/operations/log.ts';
import type { Look } from '../../service/people/history-looks.ts';
import type { Preview } from '../../service/roster/upload/preview.ts';
import type { AppliedUpload } from '../../service/roster/upload/run-upload.ts';
import type { Ranker } from '../../worker/ranker.ts';
import { move } from '../../worker/remote-calls.ts';
import type { WriteRequest } from '../../worker/write-requests.ts';
import type {
  ApplyTask,
  GiftListRead,
  InSyncSlot,
  ListTask,
  SessionUse,
  UploadTask,
} from '../../worker/writer.ts';

/** What the thread of the portal asks the main thread to do. */
export type MainCalls = {
  ranker: Ranker;
  changes: Changes;
  bodies: Bodies;
  readiness: { check(): Promise<void> };
  metrics: Pick<ServiceMetrics, 'noteFailedSignIn'>;
  log: Pick<Logger, 'warn' | 'error'>;
};

/** Changes of the data, on disk when they resolve. @throws EngagedError where nothing was changed */
type Changes = {
  /** Makes a write and returns the body of its response. */
  commit(request: WriteRequest): Promise<string | null>;
  previewUpload(task: UploadTask): Promise<Preview>;
  readGiftList(task: ListTask): Promise<GiftListRead>;
  applyUpload(task: ApplyTask): Promise<AppliedUpload>;
  /** Whether an upload waits until others are read. */
  isWaiting(uploadId: string): Promise<boolean>;
  noteLook(look: Look): Promise<void>;
  noteSessionUse(use: SessionUse): Promise<void>;
};

/** A request of the thread: its id, and the pattern of its route, for the log if the main thread refuses it. */
export type RoutedRequest = { requestId: string; route: string | null };

/** The bodies of requests. Undefined or false where the request was refused, or its client has left. */
type Bodies = {
  discard(request: RoutedRequest): Promise<boolean>;
  /** A body of at most so many bytes. */
  take(request: RoutedRequest, limit: number): Promise<Uint8Array | undefined>;
  /** A body of known length, in memory that threads share. */
  takeShared(request: RoutedRequest, length: number): Promise<Uint8Array | undefined>;
};

/** @param exchanges the requests that the thread responds to, by their ids */
export function createMainCalls(
  services: Services & { ranker: Ranker; metrics: ServiceMetrics },
  log: Logger,
  exchanges: ReadonlyMap<string, Exchange>,
): MainCalls {
  const { ranker, writer, readiness, boards, eventWaits, syncSlots, metrics } = services;
  const checked = async <T>(change: Promise<T>): Promise<T> => {
    try {
      return await change;
    } catch (error) {
      readiness.noteFault(error);
      throw error;
    }
  };
  const inSlotOf =
    (companyId: number): InSyncSlot =>
    async (work) => {
      const release = await syncSlots.take(companyId);
      if (typeof release !== 'function') throw release;
      try {
        return await work();
      } finally {
        await release();
      }
    };
  const applyUpload = async (task: ApplyTask): Promise<AppliedUpload> => {
    const applied = await writer.applyUpload(task, inSlotOf(task.companyId));
    if (!applied) return null;
    boards.invalidate(task.companyId);
    eventWaits.noteCommit();
    return applied;
  };
  const withExchange = async <T>(
    { requestId, route }: RoutedRequest,
    otherwise: T,
    read: (exchange: Exchange) => Promise<T>,
  ): Promise<T> => {
    const exchange = exchanges.get(requestId);
    if (!exchange) return otherwise;
    exchange.route = route;
    return read(exchange);
  };
  return {
    ranker: {
      ...ranker,
      rank: async (...task) => {
        const ranking = await ranker.rank(...task);
        return move(ranking, transferablesOf(ranking.data));
      },
      rankContest: async (...task) => {
        const ranking = await ranker.rankContest(...task);
        return move(ranking, standingsBuffers(ranking.standings));
      },
    },
    changes: {
      commit: (request) => commitWrite(services, request),
      previewUpload: (task) => checked(writer.previewUpload(task)),
      readGiftList: (task) => checked(writer.readGiftList(task)),
      applyUpload: (task) => checked(applyUpload(task)),
      isWaiting: (uploadId) => writer.isWaiting(uploadId),
      noteLook: (look) => checked(writer.noteLook(look)),
      noteSessionUse: (use) => writer.noteSessionUse(use),
    },
    bodies: {
      discard: (request) => withExchange(request, false, discardBody),
      take: (request, limit) =>
        withExchange(request, undefined, (exchange) => takeBody(exchange, limit)),
      takeShared: (request, length) =>
        withExchange(request, undefined, (exchange) => {
          exchange.continue();
          return collectSharedBody(exchange, length);
        }),
    },
    readiness: { check: () => readiness.check() },
    metrics: { noteFailedSignIn: (factor) => metrics.noteFailedSignIn(factor) },
    log: { warn: log.warn, error: log.error },
  };
}
