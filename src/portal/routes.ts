import type { Action, OpenAction, OpenPage, Page } from './page.ts';
import { accountActions, accountPage } from './pages/account.ts';
import { badgeActions, badgePage } from './pages/badge.ts';
import { applyRules, badgesPage, defineBadge, defineBadgePage, rulesPage } from './pages/badges.ts';
import { homePage } from './pages/home.ts';
import { linkPage, redeemLink } from './pages/link.ts';
import { mePage } from './pages/me.ts';
import { myRedemptionsPage } from './pages/my-redemptions.ts';
import { peoplePage } from './pages/people.ts';
import { personActions, personPage } from './pages/person.ts';
import { redeemItem, redeemPage } from './pages/redeem.ts';
import { redemptionActions, redemptionsPage } from './pages/redemptions.ts';
import { addItem, addItemPage, shopPage } from './pages/shop.ts';
import { shopItemActions, shopItemPage } from './pages/shop-item.ts';
import { signIn, signInPage } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';
import { syncActions, syncPage } from './pages/sync.ts';
import { syncsPage } from './pages/syncs.ts';

// Every page and action of the portal. A test asks each of them with every role.

export const OPEN_PAGES: readonly OpenPage[] = [signInPage, linkPage];
export const OPEN_ACTIONS: readonly OpenAction[] = [signIn, redeemLink];

export const PAGES: readonly Page[] = [
  homePage,
  mePage,
  redeemPage,
  myRedemptionsPage,
  peoplePage,
  personPage,
  syncsPage,
  syncPage,
  badgesPage,
  defineBadgePage,
  rulesPage,
  badgePage,
  redemptionsPage,
  shopPage,
  addItemPage,
  shopItemPage,
  accountPage,
];
export const ACTIONS: readonly Action[] = [
  signOut,
  redeemItem,
  ...accountActions,
  ...personActions,
  ...syncActions,
  defineBadge,
  applyRules,
  ...badgeActions,
  ...redemptionActions,
  addItem,
  ...shopItemActions,
];
