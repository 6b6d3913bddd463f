import type * as v from 'valibot';
import { ACCOUNT_CHANGES } from './account-changes.ts';
import { BADGE_CHANGES } from './badge-changes.ts';
import { COMPANY_CHANGES } from './company-changes.ts';
import { CONTEST_CHANGES } from './contest-changes.ts';
import { DEPARTMENT_CHANGES } from './department-changes.ts';
import { DIRECTORY_CHANGES } from './directory-changes.ts';
import { GIFT_CHANGES } from './gift-changes.ts';
import { KUDOS_CHANGES } from './kudos-changes.ts';
import { MONTH_CHANGES } from './month-changes.ts';
import { OWNER_CHANGES } from './owner-changes.ts';
import { PEOPLE_CHANGES } from './people-changes.ts';
import { ROSTER_CHANGES } from './roster-changes.ts';
import { SHOP_CHANGES } from './shop-changes.ts';
import { THANKS_CHANGES } from './thanks-changes.ts';
import { WEBHOOK_CHANGES } from './webhook-changes.ts';

/** Every change that the portal makes, by name. */
export const PORTAL_CHANGES = {
  ...ACCOUNT_CHANGES,
  ...BADGE_CHANGES,
  ...COMPANY_CHANGES,
  ...CONTEST_CHANGES,
  ...MONTH_CHANGES,
  ...DEPARTMENT_CHANGES,
  ...DIRECTORY_CHANGES,
  ...GIFT_CHANGES,
  ...KUDOS_CHANGES,
  ...OWNER_CHANGES,
  ...PEOPLE_CHANGES,
  ...ROSTER_CHANGES,
  ...SHOP_CHANGES,
  ...THANKS_CHANGES,
  ...WEBHOOK_CHANGES,
};

type Changes = typeof PORTAL_CHANGES;
export type PortalChange = keyof Changes;

/** What a change takes and what it gives back. */
export type ChangeInput<N extends PortalChange> = v.InferInput<Changes[N]['input']>;
export type ChangeResult<N extends PortalChange> = ReturnType<Changes[N]['make']>;
