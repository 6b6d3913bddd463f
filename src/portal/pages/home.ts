import { ROLES } from '../../domain/portal-role.ts';
import type { Page } from '../page.ts';

/** Where a sign-in leads. */
export const homePage: Page = {
  path: '',
  roles: ROLES,
  isOfCompany: true,
  show: () => ({ to: '/portal/account' }),
};
