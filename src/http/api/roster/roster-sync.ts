import { EngagedError } from '../../../domain/errors.ts';
import type { ErrorCode } from '../../../domain/failures.ts';
import type { Credential } from '../../../service/keys/key-cache.ts';
import { SyncBudgets } from '../../admission/sync-budgets.ts';
import type { Services } from '../../endpoint.ts';
import {
  LENGTH_REQUIRED,
  type Problem,
  syncLimitExceeded,
  toProblem,
} from '../../response/problems.ts';
import { BODY_LIMIT, collectBody, findBodyProblem, SYNC_BODY_LIMIT } from '../../server/body.ts';
import type { Exchange } from '../../server/exchange.ts';

/** Errors that do not count against the hourly budget: conflicts, invalid bodies and server faults. */
const NOT_CHARGED: readonly ErrorCode[] = ['conflict', 'validation_failed', 'unavailable'];

/** Responds to roster syncs: one per company and four per service at a time, within the hourly budget of each key. */
export class RosterSyncs {
  readonly #services: Services;
  readonly #budgets: SyncBudgets;

  constructor(services: Services) {
    this.#services = services;
    this.#budgets = new SyncBudgets(services.db);
  }

  /** Responds to a request whose key may sync. */
  async respond(exchange: Exchange, credential: Credential): Promise<void> {
    const { companyId } = credential;
    const { body } = exchange;
    if (body.kind !== 'sized') return refuseSync(exchange, LENGTH_REQUIRED);
    const problem = findBodyProblem(exchange.req.headers, body.length, SYNC_BODY_LIMIT);
    if (problem) return refuseSync(exchange, problem);
    const release = await this.#services.syncSlots.take(companyId);
    if (typeof release !== 'function') return refuseSync(exchange, toProblem(release));
    let outcome: Uint8Array | Problem | undefined;
    try {
      outcome = await this.#sync(exchange, credential, body.length);
    } finally {
      // Before the response: the client may send the next sync to another service.
      await release();
    }
    if (outcome instanceof Uint8Array) exchange.reply(outcome);
    else if (outcome) refuseSync(exchange, outcome);
  }

  /** @returns the result as JSON, why there is none, or nothing for a client that has left */
  async #sync(
    exchange: Exchange,
    credential: Credential,
    length: number,
  ): Promise<Uint8Array | Problem | undefined> {
    const { writer, boards, eventWaits, readiness } = this.#services;
    const { requestId, now } = exchange;
    const { companyId, keyId } = credential;
    const charge = await this.#budgets.take(credential, now);
    if ('retryAfter' in charge) return syncLimitExceeded(charge.retryAfter);
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

/** Responds to a sync with an error. By the API contract some of them carry no rate headers. */
export function refuseSync(exchange: Exchange, problem: Problem): void {
  const { body } = exchange;
  const isLong = body.kind === 'sized' && body.length > BODY_LIMIT;
  if (problem.status === 411 || (isLong && [409, 413, 429].includes(problem.status))) {
    exchange.rateLimit = undefined;
  }
  exchange.refuse(problem);
}
