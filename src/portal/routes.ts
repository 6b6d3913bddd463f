import type { Action, OpenAction, OpenPage, Page } from './page.ts';
import { accountActions, accountPage } from './pages/account.ts';
import { homePage } from './pages/home.ts';
import { linkPage, redeemLink } from './pages/link.ts';
import { signIn, signInPage } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';
import type { NavEntry } from './parts/layout.ts';

// Every page and action of the portal. A test asks each of them with every role.

export const OPEN_PAGES: readonly OpenPage[] = [signInPage, linkPage];
export const OPEN_ACTIONS: readonly OpenAction[] = [signIn, redeemLink];

export const PAGES: readonly Page[] = [homePage, accountPage];
export const ACTIONS: readonly Action[] = [signOut, ...accountActions];

export const NAVIGATION: readonly NavEntry[] = [];
