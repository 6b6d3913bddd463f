import * as v from 'valibot';
import { approveHeld } from '../../service/scim/approve.ts';
import { change } from './change.ts';

/** How many portions of an approval one transaction makes, so that other writes do not wait long. */
const PORTIONS = 5;

/** What is decided about a directory. */
export const DIRECTORY_CHANGES = {
  approveHeld: change(v.object({}), (write) => {
    let deactivated = 0;
    for (let portion = 0; portion < PORTIONS; portion++) {
      const approval = approveHeld(write);
      deactivated += approval.deactivated;
      if (!approval.is_more) break;
    }
    return { deactivated };
  }),
};
