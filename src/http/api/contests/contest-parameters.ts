import * as v from 'valibot';
import { failure } from '../../../domain/errors.ts';
import { uuid } from '../../../domain/schema.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { Call } from '../../endpoint.ts';
import { ADVENT } from '../examples.ts';

/** The `{id}` of a path below `/v1/contests`. */
export const contestId = v.pipe(uuid('The contest.'), v.examples([ADVENT.id]));

/** The contest that a path names. @throws EngagedError `not_found` */
export async function contestOf({ services, credential }: Call, id: string): Promise<ContestRow> {
  const { companyId } = credential;
  const row = await services.db.one(contests.findById, { companyId, id });
  if (!row) throw failure('contest_not_found');
  return row;
}
