import { ROSTER_FIELDS } from './fields.ts';
import type { SyncRequest } from './sync-request.ts';

const FIELDS = Object.values(ROSTER_FIELDS);

/** Stands for any value that no field takes. */
const NEITHER = false;

/**
 * A request without what a sync does not read of its rows: only the known fields, and of each no more than its check
 * needs. Every row gives the same result, and its bounded form takes little memory whatever was sent.
 */
export const boundRequest = (request: SyncRequest): SyncRequest => ({
  ...request,
  employees: request.employees.map(boundRow),
});

function boundRow(row: unknown): unknown {
  if (typeof row !== 'object' || row === null || Array.isArray(row)) return NEITHER;
  const bounded: Record<string, unknown> = {};
  for (const { name, maxLength } of FIELDS) {
    if (!Object.hasOwn(row, name)) continue;
    bounded[name] = boundValue((row as Record<string, unknown>)[name], maxLength);
  }
  return bounded;
}

function boundValue(value: unknown, maxLength: number): unknown {
  if (typeof value === 'string') return boundText(value, unitsBeyond(maxLength));
  return value === null || typeof value === 'number' ? value : NEITHER;
}

/** So many UTF-16 code units are more than `maxLength` characters, however many of them take two. */
export const unitsBeyond = (maxLength: number): number => 2 * maxLength + 2;

/** A text of at most so many code units. What is cut loses the white space around it first, so that too long stays too long. */
export const boundText = (text: string, units: number): string =>
  text.length <= units ? text : text.trim().slice(0, units);
