import * as v from 'valibot';
import { failure } from '../../domain/errors.ts';
import {
  cancelContest,
  changeContest,
  createContest,
} from '../../service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../service/contests/close-contest.ts';
import { requireContest, rulesOf } from '../../service/contests/contests.ts';
import { change, rankedChange, text } from './change.ts';

const rules = {
  name: text,
  first_day: text,
  last_day: text,
  departments: v.array(text),
  prizes: v.array(
    v.object({
      first_rank: v.number(),
      last_rank: v.number(),
      badge: v.nullable(text),
      coins: v.nullable(v.number()),
    }),
  ),
  ties: text,
  counts: text,
  reasons: v.array(text),
  badges: v.array(text),
  repeated: v.nullable(v.number()),
};

/** What is decided about contests. A change says what its form has shown, so that nobody undoes what they did not see. */
export const CONTEST_CHANGES = {
  createContest: change(v.object(rules), (write, { repeated, ...input }) =>
    createContest(write, input, repeated),
  ),
  changeContest: change(
    v.object({ ...rules, contest: text, was: text }),
    (write, { contest, was, repeated, ...input }) => {
      const { db, companyId } = write;
      if (JSON.stringify(rulesOf(db, companyId, requireContest(db, companyId, contest))) !== was) {
        throw failure('contest_changed');
      }
      return changeContest(write, contest, input, repeated);
    },
  ),
  cancelContest: change(v.object({ contest: text }), (write, { contest }) =>
    cancelContest(write, contest),
  ),
  closeContest: rankedChange(
    v.object({ contest: text }),
    (db, companyId, { contest }) =>
      rankContest(db, companyId, requireContest(db, companyId, contest).entry),
    closeContest,
  ),
};
