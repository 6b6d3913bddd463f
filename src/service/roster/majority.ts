import { EngagedError } from '../../domain/errors.ts';
import type { PersonReference } from './person-reference.ts';

/** Deactivating the missing would deactivate more than half of the people that it can deactivate. */
export type Majority = { missing: number; of: number; people: PersonReference[] };

/** A sync that an operator has to confirm first; it changed nothing. */
export class UnconfirmedMajority extends EngagedError {
  readonly majority: Majority;

  constructor(majority: Majority) {
    super('conflict', 'More than half of the people would be deactivated');
    this.majority = majority;
  }
}
