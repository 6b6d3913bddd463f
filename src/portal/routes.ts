import type { Action, FileAction, OpenAction, OpenPage, Page } from './page.ts';
import { accountActions, accountPage } from './pages/account.ts';
import { accountsPage, inviteAction } from './pages/accounts.ts';
import { auditFile, auditPage } from './pages/audit.ts';
import { backupFile } from './pages/backup.ts';
import { badgeActions, badgePage } from './pages/badge.ts';
import { applyRules, badgesPage, defineBadge, defineBadgePage, rulesPage } from './pages/badges.ts';
import { codePage, giveCode } from './pages/code.ts';
import { confirm, confirmPage } from './pages/confirm.ts';
import { contestActions, contestFile, contestPage } from './pages/contest.ts';
import { contestsPage } from './pages/contests.ts';
import { departmentActions, departmentPage } from './pages/department.ts';
import { createDepartmentAction, departmentsPage } from './pages/departments.ts';
import { healthPage } from './pages/health.ts';
import { homePage } from './pages/home.ts';
import { keptActions, keptPage } from './pages/kept.ts';
import { keyActions, keyPage } from './pages/key.ts';
import { keysPage } from './pages/keys.ts';
import { leaderboardFile, leaderboardsPage } from './pages/leaderboards.ts';
import { linkPage, redeemLink } from './pages/link.ts';
import { mePage } from './pages/me.ts';
import { monthActions, monthFile, monthPage } from './pages/month.ts';
import { comparePage } from './pages/month-comparison.ts';
import { monthsPage } from './pages/months.ts';
import { myRedemptionsPage } from './pages/my-redemptions.ts';
import { createContestAction, newContestPage } from './pages/new-contest.ts';
import { createKeyAction, newKeyPage } from './pages/new-key.ts';
import { beginOidc, finishOidc } from './pages/oidc.ts';
import { oneAccountActions, oneAccountPage } from './pages/one-account.ts';
import { peoplePage } from './pages/people.ts';
import { personActions, personPage } from './pages/person.ts';
import { eraseAction, exportPage } from './pages/person-data.ts';
import { redeemItem, redeemPage } from './pages/redeem.ts';
import { redemptionActions, redemptionsPage } from './pages/redemptions.ts';
import { rosterPage, uploadRoster } from './pages/roster.ts';
import { rosterPreviewActions, rosterPreviewPage } from './pages/roster-preview.ts';
import { settingsPage } from './pages/settings.ts';
import { addItem, addItemPage, shopPage } from './pages/shop.ts';
import { shopItemActions, shopItemPage } from './pages/shop-item.ts';
import { signIn, signInPage } from './pages/sign-in.ts';
import { signOut } from './pages/sign-out.ts';
import { syncActions, syncPage } from './pages/sync.ts';
import { syncsPage } from './pages/syncs.ts';
import { twoStepActions, twoStepPage } from './pages/two-step.ts';
import { wallActions, wallsPage } from './pages/walls.ts';
import { webhookActions, webhookPage } from './pages/webhook.ts';
import { createWebhookAction, newWebhookPage, webhooksPage } from './pages/webhooks.ts';

// Every page and action of the portal. A test asks each of them with every role.

export const OPEN_PAGES: readonly OpenPage[] = [
  signInPage,
  codePage,
  linkPage,
  beginOidc,
  finishOidc,
];
export const OPEN_ACTIONS: readonly OpenAction[] = [signIn, giveCode, redeemLink];

export const PAGES: readonly Page[] = [
  homePage,
  mePage,
  redeemPage,
  myRedemptionsPage,
  peoplePage,
  personPage,
  keptPage,
  rosterPage,
  rosterPreviewPage,
  syncsPage,
  syncPage,
  badgesPage,
  defineBadgePage,
  rulesPage,
  badgePage,
  shopPage,
  addItemPage,
  shopItemPage,
  leaderboardsPage,
  leaderboardFile,
  contestsPage,
  newContestPage,
  contestPage,
  contestFile,
  monthsPage,
  monthPage,
  monthFile,
  comparePage,
  wallsPage,
  redemptionsPage,
  accountPage,
  twoStepPage,
  confirmPage,
  departmentsPage,
  departmentPage,
  keysPage,
  newKeyPage,
  keyPage,
  webhooksPage,
  newWebhookPage,
  webhookPage,
  auditPage,
  auditFile,
  accountsPage,
  oneAccountPage,
  exportPage,
  settingsPage,
  healthPage,
  backupFile,
];
export const ACTIONS: readonly (Action | FileAction)[] = [
  signOut,
  confirm,
  redeemItem,
  ...accountActions,
  ...twoStepActions,
  ...monthActions,
  ...wallActions,
  ...personActions,
  ...keptActions,
  uploadRoster,
  ...rosterPreviewActions,
  ...syncActions,
  defineBadge,
  applyRules,
  ...badgeActions,
  createDepartmentAction,
  ...departmentActions,
  createContestAction,
  ...contestActions,
  createKeyAction,
  ...keyActions,
  createWebhookAction,
  ...webhookActions,
  inviteAction,
  ...oneAccountActions,
  eraseAction,
  ...redemptionActions,
  addItem,
  ...shopItemActions,
];
