import { EngagedError, type ErrorCode, ServiceFault } from '../domain/errors.ts';
import type { Credential } from '../service/key-ring.ts';
import { BODY_LIMIT, collectBody, SYNC_BODY_LIMIT } from './body.ts';
import type { Services } from './endpoint.ts';
import type { Exchange } from './exchange.ts';
import {
  COMPANY_BUSY,
  ENCODED_BODY,
  LENGTH_REQUIRED,
  limitExceeded,
  type Problem,
  payloadTooLarge,
  SERVICE_BUSY,
  toProblem,
} from './problems.ts';
import type { SyncBudgets } from './sync-budgets.ts';
import type { SyncSlots } from './sync-slots.ts';

/** What decides whether a sync may run. */
export type SyncLimits = { slots: SyncSlots; budgets: SyncBudgets };

/** Whether a sync's body is too long for its refusals to carry rate headers, by the API contract. */
export const hasLongBody = ({ body }: Exchange): boolean =>
  body.kind === 'sized' && body.length > BODY_LIMIT;

/**
 * `PUT /v1/employees/sync`, from the length check on. The slot is held until the response and always released.
 */
export async function answerSync(
  services: Services,
  gate: SyncLimits,
  exchange: Exchange,
  credential: Credential,
): Promise<void> {
  const { body } = exchange;
  if (body.kind !== 'sized') return sendWithoutRateHeaders(exchange, LENGTH_REQUIRED);
  if (body.length > SYNC_BODY_LIMIT)
    return sendWithoutRateHeaders(exchange, payloadTooLarge(SYNC_BODY_LIMIT));
  const encoding = exchange.req.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') return exchange.refuse(ENCODED_BODY);

  const slot = gate.slots.take(credential.companyId);
  if (slot === 'company_busy') return sendSyncError(exchange, COMPANY_BUSY);
  if (slot === 'service_busy') return sendSyncError(exchange, SERVICE_BUSY);
  try {
    const budget = gate.budgets.take(credential, exchange.now);
    if ('retryAfter' in budget) {
      const problem = limitExceeded('Too many roster syncs this hour', budget.retryAfter);
      return sendSyncError(exchange, problem);
    }
    exchange.continue();
    const bytes = await collectBody(exchange, body.length);
    if (!bytes) {
      budget.refund();
      return;
    }
    const { companyId, keyId } = credential;
    const { windowStartedAt, used } = budget;
    try {
      const { json, dryRun } = await services.writer.sync({
        companyId,
        keyId,
        requestId: exchange.requestId,
        now: exchange.now,
        body: bytes,
        budget: { windowStartedAt, used },
      });
      if (!dryRun) services.boards.invalidate(companyId);
      exchange.reply(json);
    } catch (error) {
      if (!(error instanceof EngagedError)) throw error;
      if (NOT_CHARGED.includes(error.code)) budget.refund();
      // Its outcome goes into the log.
      if (error instanceof ServiceFault) services.readiness.check().catch(() => {});
      sendSyncError(exchange, toProblem(error));
    }
  } finally {
    slot.free();
  }
}

/** Errors that do not count against the hourly budget: conflicts, invalid bodies and server faults. */
const NOT_CHARGED: readonly ErrorCode[] = ['conflict', 'validation_failed', 'unavailable'];

function sendSyncError(exchange: Exchange, problem: Problem): void {
  const withoutRateHeaders =
    hasLongBody(exchange) && (problem.status === 409 || problem.status === 429);
  if (withoutRateHeaders) sendWithoutRateHeaders(exchange, problem);
  else exchange.refuse(problem);
}

function sendWithoutRateHeaders(exchange: Exchange, problem: Problem): void {
  exchange.rateLimit = undefined;
  exchange.refuse(problem);
}
