import { type Attempt, isDelivered } from '../../domain/webhook/attempt.ts';
import type { MailResult } from '../../service/mail/record-mails.ts';
import type { SyncEvent } from '../../worker/sync-log.ts';
import { Histogram } from './histogram.ts';
import { counter, histogram, type Labels } from './text-format.ts';

/** Which limit refused a request. */
export type RateLimit = 'address' | 'key' | 'sync_budget';

/** With what somebody tried to sign in to the portal. */
export type SignInFactor = 'password' | 'code' | 'card' | 'provider';

/** Bounds the number of time series; further keys are counted together. */
const MOST_KEYS = 200;

type Route = { durations: Histogram; statuses: Map<number, number> };

/**
 * Counts what the service does. All labels are constants of the program (route patterns, statuses, outcomes) or ids of
 * keys, so the number of time series is limited and they contain no names.
 */
export class ServiceMetrics {
  readonly #routes = new Map<string, Route>();
  readonly #refusals: Record<RateLimit, number> = { address: 0, key: 0, sync_budget: 0 };
  readonly #syncs = new Map<SyncEvent['outcome'], Histogram>();
  readonly #rows = { created: 0, updated: 0, unchanged: 0, rejected: 0 };
  #deactivated = 0;
  readonly #failedSignIns: Record<SignInFactor, number> = {
    ...{ password: 0, code: 0, card: 0, provider: 0 },
  };
  readonly #keys = new Map<string, number>();
  readonly #attempts = { delivered: 0, failed: 0 };
  readonly #mails = { sent: 0, retried: 0, failed: 0, dropped: 0 };

  /** @param route the pattern that the request reached; null for none */
  noteResponse(route: string | null, status: number, seconds: number): void {
    const name = route ?? 'none';
    const { durations, statuses } = getOrAdd(this.#routes, name, () => ({
      durations: new Histogram(),
      statuses: new Map(),
    }));
    durations.observe(seconds);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }

  /** Counts a request that had a valid key. */
  noteKey(keyId: string): void {
    const count = this.#keys.get(keyId);
    const key = count !== undefined || this.#keys.size < MOST_KEYS ? keyId : 'other';
    this.#keys.set(key, (count ?? this.#keys.get(key) ?? 0) + 1);
  }

  noteFailedSignIn(factor: SignInFactor): void {
    this.#failedSignIns[factor]++;
  }

  noteRefusal(limit: RateLimit): void {
    this.#refusals[limit]++;
  }

  noteSync({ outcome, seconds, counts }: SyncEvent): void {
    getOrAdd(this.#syncs, outcome, () => new Histogram()).observe(seconds);
    if (!counts || outcome === 'dry_run') return;
    this.#rows.created += counts.created;
    this.#rows.updated += counts.updated;
    this.#rows.unchanged += counts.unchanged;
    this.#rows.rejected += counts.errors;
    this.#deactivated += counts.deactivated;
  }

  /** Counts attempts to deliver events to webhooks. */
  noteAttempts(attempts: readonly Attempt[]): void {
    for (const attempt of attempts) this.#attempts[isDelivered(attempt) ? 'delivered' : 'failed']++;
  }

  /** Counts what became of mails. */
  noteMails(results: readonly MailResult[]): void {
    for (const result of results) this.#mails[result]++;
  }

  /** All metrics in the Prometheus text format. */
  render(): string {
    const routes = [...this.#routes];
    return [
      counter(
        'engaged_http_requests_total',
        'Requests answered, by the pattern of their route.',
        routes.flatMap(([route, { statuses }]) =>
          [...statuses].map(
            ([status, count]) => [{ route, status: String(status) }, count] as const,
          ),
        ),
      ),
      histogram(
        'engaged_http_request_duration_seconds',
        'From a request to its answer.',
        routes.map(([route, { durations }]) => [{ route }, durations]),
      ),
      counter(
        'engaged_rate_limit_refusals_total',
        'Requests refused over a limit.',
        by('limit', this.#refusals),
      ),
      counter(
        'engaged_key_requests_total',
        'Requests with a valid key, by its id; of the first 200 keys.',
        [...this.#keys].map(([key, count]) => [{ key }, count]),
      ),
      counter(
        'engaged_sign_in_failures_total',
        'Sign-ins to the portal that failed, by what was wrong.',
        by('factor', this.#failedSignIns),
      ),
      histogram(
        'engaged_sync_duration_seconds',
        'Roster syncs, the wait in the queue included, by outcome.',
        [...this.#syncs].map(([outcome, durations]) => [{ outcome }, durations]),
      ),
      counter(
        'engaged_sync_rows_total',
        'Rows of roster syncs, by what became of them.',
        by('result', this.#rows),
      ),
      counter('engaged_sync_deactivations_total', 'People deactivated by roster syncs.', [
        [{}, this.#deactivated],
      ]),
      counter(
        'engaged_webhook_attempts_total',
        'Attempts to deliver an event to a webhook, by result.',
        by('result', this.#attempts),
      ),
      counter(
        'engaged_mails_total',
        'Attempts to send a mail, by result.',
        by('result', this.#mails),
      ),
    ].join('');
  }
}

function getOrAdd<K, V>(map: Map<K, V>, key: K, create: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = create();
  map.set(key, value);
  return value;
}

const by = (label: string, counts: Readonly<Record<string, number>>): [Labels, number][] =>
  Object.entries(counts).map(([value, count]) => [{ [label]: value }, count]);
