import { ROLES } from '../domain/portal-role.ts';
import type { NavEntry } from './parts/layout.ts';
import { READERS, SEES_PEOPLE } from './roles.ts';

export const NAVIGATION: readonly NavEntry[] = [
  { path: '', label: 'Home', icon: 'home', key: 'h', roles: READERS, isOfCompany: true },
  {
    path: '/me',
    label: 'My page',
    icon: 'person',
    key: 'm',
    roles: ROLES,
    isOfCompany: false,
    needsEmployee: true,
  },
  {
    path: '/people',
    label: 'People',
    icon: 'people',
    key: 'p',
    roles: SEES_PEOPLE,
    group: 'People',
    isOfCompany: true,
  },
  {
    path: '/syncs',
    label: 'Syncs',
    icon: 'sync',
    key: 's',
    roles: READERS,
    group: 'People',
    isOfCompany: true,
  },
  {
    path: '/badges',
    label: 'Badges',
    icon: 'badge',
    key: 'b',
    roles: READERS,
    group: 'Programme',
    isOfCompany: true,
  },
  {
    path: '/shop',
    label: 'Shop',
    icon: 'bag',
    key: 'o',
    roles: READERS,
    group: 'Programme',
    isOfCompany: true,
  },
  {
    path: '/redemptions',
    label: 'Redemptions',
    icon: 'gift',
    key: 'e',
    roles: READERS,
    group: 'Programme',
    isOfCompany: true,
  },
];
