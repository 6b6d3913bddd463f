import { EngagedError } from '../../../domain/errors.ts';
import type { ErrorCode } from '../../../domain/failure-entry.ts';
import type { Credential } from '../../../service/keys/key-cache.ts';
import { SyncBudgets } from '../../admission/sync-budgets.ts';
import type { Services } from '../../endpoint.ts';
import type { ServiceMetrics } from '../../metrics/service-metrics.ts';
import {
  LENGTH_REQUIRED,
  type Problem,
  syncLimitExceeded,
  toProblem,
} from '../../response/problems.ts';
import { collectBody, findBodyProblem } from '../../server/body.ts';
import { BODY_LIMIT, SYNC_BODY_LIMIT } from '../../server/body-framing.ts';
import type { Exchange } from '../../server/exchange.ts';

/** Errors that do not count against the hourly budget: conflicts, invalid bodies and server faults. */
const NOT_CHARGED: readonly ErrorCode[] = ['conflict', 'validation_failed', 'unavailable'];

/** Responds to roster syncs: one per company and four per service at a time, within the hourly budget of each key. */
export class RosterSyncs {
  readonly #services: Services;
  readonly #metrics: ServiceMetrics;
  readonly #budgets: SyncBudgets;

  constructor(services: Services, metrics: ServiceMetrics) {
    this.#services = services;
    this.#metrics = metrics;
    this.#budgets = new SyncBudgets(services.db);
  }

  /**
   * Makes the sync of a request whose key may sync.
   *
   * @returns the result as JSON, why there is none, or nothing for a client that has left
   */
  async respond(exchange: Exchange): Promise<Uint8Array | Problem | undefined> {
    const { body, credential } = exchange;
    if (body.kind !== 'sized') return LENGTH_REQUIRED;
    const problem = findBodyProblem(exchange.req.headers, body.length, SYNC_BODY_LIMIT);
    if (problem) return problem;
    const release = await this.#services.syncSlots.take(credential.companyId);
    if (typeof release !== 'function') return toProblem(release);
    try {
      return await this.#sync(exchange, credential, body.length);
    } finally {
      // Before the response: the client may send the next sync to another service.
      await release();
    }
  }

  async #sync(
    exchange: Exchange,
    credential: Credential,
    length: number,
  ): Promise<Uint8Array | Problem | undefined> {
    const { writer, boards, eventWaits, readiness } = this.#services;
    const { requestId, now } = exchange;
    const { companyId, keyId } = credential;
    const charge = await this.#budgets.take(credential, now);
    if ('retryAfter' in charge) {
      this.#metrics.noteRefusal('sync_budget');
      return syncLimitExceeded(charge.retryAfter);
    }
    exchange.continue();
    const body = await collectBody(exchange, length);
    if (!body) {
      charge.refund();
      return undefined;
    }
    const { windowStartedAt, used } = charge;
    const budget = { windowStartedAt, used };
    try {
      const task = { companyId, keyId, requestId, now, body, budget };
      const { json, dryRun } = await writer.sync(task);
      if (!dryRun) {
        boards.invalidate(companyId);
        eventWaits.noteCommit();
      }
      return json;
    } catch (error) {
      if (!(error instanceof EngagedError) || error.code === 'internal_error') throw error;
      if (NOT_CHARGED.includes(error.code)) charge.refund();
      readiness.noteFault(error);
      return toProblem(error);
    }
  }
}

/** By the API contract some errors carry no rate headers. */
export function prepareSync(exchange: Exchange): void {
  const { body } = exchange;
  // However long it takes to refuse such a body, nothing that follows it is read as a request.
  if (body.kind === 'open') exchange.closesConnection = true;
  const isLong = body.kind === 'sized' && body.length > BODY_LIMIT;
  exchange.hidesRateLimit = ({ status }) =>
    status === 411 || (isLong && [409, 413, 429].includes(status));
}
