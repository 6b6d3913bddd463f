import { dirname } from 'node:path';
import { MessageChannel, type Worker, type WorkerOptions } from 'node:worker_threads';
import { failure } from '../../domain/errors.ts';
import type { TrustedProxies } from '../../http/admission/client-address.ts';
import { pageUnderBase } from '../../http/base-path.ts';
import type { Services } from '../../http/endpoint.ts';
import type { ServiceMetrics } from '../../http/metrics/service-metrics.ts';
import type { Portal } from '../../http/portal.ts';
import type { Exchange } from '../../http/server/exchange.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { removeLeftovers } from '../../store/files/temporary-file.ts';
import type { Ranker } from '../../worker/ranker.ts';
import { serveCalls } from '../../worker/remote-calls.ts';
import { deserializeError } from '../../worker/serialized-error.ts';
import { WorkerHandle } from '../../worker/worker-handle.ts';
import { en } from '../languages/en.ts';
import { problemPage } from '../request/exchange.ts';
import { siteOf } from '../request/site.ts';
import { createMainCalls } from './main-calls.ts';
import type { PortalRequest, PortalResponse, PortalSettings } from './messages.ts';
import type { PortalTasks } from './run-portal.ts';

/** In MiB. Pages leave little behind, and a thread keeps most of the space for young objects for good. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** Requests that the thread may have at once. Those whose bodies are still to come are no more than connections. */
const MAX_REQUESTS = 4_000;

type Options = {
  services: Services;
  ranker: Ranker;
  metrics: ServiceMetrics;
  settings: Omit<PortalSettings, 'engagedRole' | 'publicUrl'>;
  publicUrl: URL | undefined;
  externalPictures: boolean;
  trustedProxies: TrustedProxies;
  log: Logger;
  /** Starts the thread; again after a crash. */
  start: (options: WorkerOptions) => Worker;
};

/**
 * The portal, whose pages are made in a thread of its own so that no request of the API waits for one. The thread starts
 * with the first request.
 */
export function startPortal(options: Options): Portal {
  const { services, ranker, metrics, publicUrl, log, start } = options;
  const { file, place } = options.settings;
  const exchanges = new Map<string, Exchange>();
  const objects = createMainCalls({ ...services, ranker, metrics }, log, exchanges);
  const thread = new WorkerHandle<PortalTasks, PortalSettings>({
    data: { engagedRole: 'portal', ...options.settings, publicUrl: publicUrl?.href },
    start: ({ workerData, ...rest }) => {
      const { port1, port2 } = new MessageChannel();
      serveCalls(port1, objects);
      const data = { ...workerData, main: port2 };
      try {
        return start({ ...rest, workerData: data, transferList: [port2] });
      } catch (error) {
        port1.close();
        throw error;
      }
    },
    resourceLimits: RESOURCE_LIMITS,
    onCrash: (failure) => {
      log.error('portal_died', describeError(failure));
      if (place) removeLeftovers(dirname(file));
    },
  });

  return {
    close: () => thread.close(),
    prepare: (exchange) => {
      const { req, requestId } = exchange;
      exchange.describeProblem = (problem) => {
        const site = siteOf(req, options);
        const { body, headers } = problemPage(en, problem, { requestId, site });
        return { body: pageUnderBase(site.basePath, body), headers };
      };
    },
    respond: async (exchange) => {
      const { requestId } = exchange;
      if (isFull()) throw failure('pages_waiting');
      exchanges.set(requestId, exchange);
      try {
        const response = thread.call('respond', toRequest(exchange));
        exchange.onLeave(() => thread.call('leave', requestId).catch(() => {}));
        await send(exchange, await response);
        return undefined;
      } finally {
        exchanges.delete(requestId);
      }
    },
  };

  function isFull(): boolean {
    if (exchanges.size < MAX_REQUESTS) return false;
    const whole = [...exchanges.values()].filter(({ req }) => req.complete);
    return whole.length >= MAX_REQUESTS;
  }

  function toRequest(exchange: Exchange): PortalRequest {
    const { requestId, req, url, path = '', body, client, now } = exchange;
    const { method = '', headers } = req;
    const { isFileReplaced } = services.readiness;
    const site = siteOf(req, options);
    return { requestId, method, url, path, headers, body, site, client, now, isFileReplaced };
  }

  async function send(exchange: Exchange, response: PortalResponse): Promise<void> {
    exchange.route = response.route;
    switch (response.kind) {
      case 'body':
        return exchange.respond(response.status, response.body, response.headers);
      case 'problem':
        exchange.describeProblem = () => response.page;
        return exchange.refuse(response.problem);
      case 'error':
        exchange.describeProblem = () => response.page;
        throw deserializeError(response.error);
      case 'file':
        return sendFile(exchange, response.headers);
      case 'none':
    }
  }

  async function sendFile(exchange: Exchange, headers: readonly string[]): Promise<void> {
    const { requestId } = exchange;
    try {
      await exchange.stream(chunksOf(requestId), headers);
    } finally {
      await thread.call('endFile', requestId);
    }
  }

  async function* chunksOf(requestId: string): AsyncGenerator<string | Uint8Array> {
    for (;;) {
      const chunk = await thread.call('nextChunk', requestId);
      if (chunk === null) return;
      yield chunk;
    }
  }
}
