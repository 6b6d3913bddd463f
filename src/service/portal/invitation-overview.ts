import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Database } from '../../store/database.ts';
import type { InvitedRow } from '../../store/portal/invitations.ts';
import * as invitations from '../../store/portal/invitations.ts';
import { readState } from '../company/company-states.ts';
import { listNoEmailDomains } from '../people/no-email.ts';
import type { InvitationState } from './invitations.ts';

/** How many people of a department, or of none, are in a state, and how many of them have no email. */
export type StateCount = {
  departmentNumber: number | null;
  state: InvitationState;
  people: number;
  withoutEmail: number;
};

/** The part of an overview of invitations. */
export type InvitationsQuery = {
  companyId: number;
  now: number;
  /** The numbers of departments whose people are listed; null for all. */
  departments: readonly number[] | null;
  state: InvitationState | null;
  after: number;
  count: number;
};

/** People of a part, and how many there are of each state in each department. */
export type Invitations = { counts: readonly StateCount[]; rows: InvitedRow[] };

/** Active people with the state of their invitation, one page at a time, and how many there are. */
export class InvitationOverview {
  readonly #db: Database;
  /** By company and its state in the data. Counting reads everybody: a tenth of a second for 100,000 people. */
  readonly #counts = new LRUCache<string, readonly StateCount[]>({ max: 20 });

  constructor(db: Database) {
    this.#db = db;
  }

  list({ departments, ...query }: InvitationsQuery): Invitations {
    const inDepartments = departments === null ? 0 : 1;
    const where = { ...query, inDepartments, departments: departments ?? [] } as const;
    return this.#db.read(() => ({
      counts: this.#countsOf(query),
      rows: this.#db.all(invitations.listPage, where),
    }));
  }

  #countsOf({
    companyId,
    now,
  }: Pick<InvitationsQuery, 'companyId' | 'now'>): readonly StateCount[] {
    const { revision, epoch } = this.#db.do(readState(this.#db, companyId));
    // Links run out without a change.
    const key = [epoch, revision, Math.floor(now / MINUTE_MS)].join(' ');
    const known = this.#counts.get(key);
    if (known) return known;
    const counts = this.#count(companyId, now);
    this.#counts.set(key, counts);
    return counts;
  }

  #count(companyId: number, now: number): StateCount[] {
    const where = { companyId, now };
    const needsCards = listNoEmailDomains(this.#db, companyId).length > 0;
    const rows = needsCards ? this.#db.all(invitations.listStatesWithoutEmail, where) : [];
    const keyOf = (row: (typeof rows)[number]) => `${row.departmentNumber} ${row.state}`;
    const withoutEmail = new Map(rows.map((row) => [keyOf(row), row.people]));
    return this.#db.all(invitations.listStates, where).map((row) => ({
      ...row,
      state: row.state as InvitationState,
      withoutEmail: withoutEmail.get(keyOf(row)) ?? 0,
    }));
  }
}
