import { ROLES } from '../domain/portal-role.ts';
import type { Action, OpenAction, OpenPage, Page } from './page.ts';
import { accountActions, accountPage } from './pages/account.ts';
import { homePage } from './pages/home.ts';
import { linkPage, redeemLink } from './pages/link.ts';
import { mePage, redeemItem } from './pages/me.ts';
import { peoplePage, SEES_PEOPLE } from './pages/people.ts';
import { personActions, personPage } from './pages/person.ts';
import { signIn, signInPage } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';
import { syncActions, syncPage } from './pages/sync.ts';
import { READERS, syncsPage } from './pages/syncs.ts';
import type { NavEntry } from './parts/layout.ts';

// Every page and action of the portal. A test asks each of them with every role.

export const OPEN_PAGES: readonly OpenPage[] = [signInPage, linkPage];
export const OPEN_ACTIONS: readonly OpenAction[] = [signIn, redeemLink];

export const PAGES: readonly Page[] = [
  homePage,
  mePage,
  peoplePage,
  personPage,
  syncsPage,
  syncPage,
  accountPage,
];
export const ACTIONS: readonly Action[] = [
  signOut,
  redeemItem,
  ...accountActions,
  ...personActions,
  ...syncActions,
];

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
];
