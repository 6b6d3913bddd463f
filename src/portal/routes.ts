import { ASSETS, type Asset } from './assets/assets.ts';
import { accountPage } from './pages/accounts/account.ts';
import { accountsPage } from './pages/accounts/accounts.ts';
import { cardsPage } from './pages/accounts/cards.ts';
import { invitationsPage } from './pages/accounts/invitations.ts';
import { oneAccountPage } from './pages/accounts/one-account.ts';
import { auditFiles, auditPage } from './pages/audit/audit.ts';
import { badgePage } from './pages/badges/badge.ts';
import { holdersFiles } from './pages/badges/badge-files.ts';
import { badgeRulesPage } from './pages/badges/badge-rules.ts';
import { badgesPage } from './pages/badges/badges.ts';
import { defineBadgePage } from './pages/badges/define-badge.ts';
import { leaderboardFiles, leaderboardsPage } from './pages/boards/leaderboards.ts';
import { wallsPage } from './pages/boards/walls.ts';
import { contestPage } from './pages/contests/contest.ts';
import { contestFiles, contestTeamFiles } from './pages/contests/contest-files.ts';
import { contestsPage } from './pages/contests/contests.ts';
import { newContestPage } from './pages/contests/new-contest.ts';
import { departmentPage } from './pages/departments/department.ts';
import { departmentsPage } from './pages/departments/departments.ts';
import { directoryPage } from './pages/directory/directory.ts';
import { giftPage } from './pages/gifts/gift.ts';
import { giftLinesFiles, giftsFiles } from './pages/gifts/gift-files.ts';
import { giftsPage } from './pages/gifts/gifts.ts';
import { givePage } from './pages/gifts/give.ts';
import { homePage } from './pages/home/home.ts';
import { insightsPage } from './pages/insights/insights.ts';
import {
  departmentFiles,
  givenByFiles,
  periodFiles,
  withoutFiles,
} from './pages/insights/insights-files.ts';
import { keyPage } from './pages/keys/key.ts';
import { keysPage } from './pages/keys/keys.ts';
import { newKeyPage } from './pages/keys/new-key.ts';
import { endMailPage } from './pages/mail/end-mail.ts';
import { howShownPage } from './pages/me/how-shown.ts';
import { mePage } from './pages/me/me.ts';
import { myCoinsPage, myXpPage } from './pages/me/my-ledgers.ts';
import { myRedemptionsPage } from './pages/me/my-redemptions.ts';
import { monthFiles, monthPage } from './pages/months/month.ts';
import { comparePage } from './pages/months/month-comparison.ts';
import { monthsPage } from './pages/months/months.ts';
import { backupFile } from './pages/operations/backup.ts';
import { healthPage } from './pages/operations/health.ts';
import { settingsPage } from './pages/operations/settings.ts';
import type { Action, FileAction, NavPage, OpenAction, OpenPage, Page } from './pages/page.ts';
import { addPersonPage } from './pages/people/add-person.ts';
import { editPersonPage } from './pages/people/edit-person.ts';
import { peoplePage } from './pages/people/people.ts';
import { peopleFiles } from './pages/people/people-files.ts';
import { personPage } from './pages/people/person.ts';
import { exportPage } from './pages/people/person-data.ts';
import { personCoinsFiles, personXpFiles } from './pages/people/person-files.ts';
import { fairPlayPage } from './pages/recognition/fair-play.ts';
import { oneReportPage } from './pages/recognition/one-report.ts';
import { oneValuePage } from './pages/recognition/one-value.ts';
import { reportsPage } from './pages/recognition/reports.ts';
import { recognitionSettingsPage } from './pages/recognition/settings.ts';
import { valuesPage } from './pages/recognition/values.ts';
import { keptPage } from './pages/roster/kept.ts';
import { rosterPage } from './pages/roster/roster.ts';
import { syncPage } from './pages/roster/sync.ts';
import { syncsPage } from './pages/roster/syncs.ts';
import { rosterPreviewPage } from './pages/roster/upload/roster-preview.ts';
import { addItemPage } from './pages/shop/add-item.ts';
import { redeemPage } from './pages/shop/redeem.ts';
import { redemptionsFiles } from './pages/shop/redemption-files.ts';
import { redemptionsPage } from './pages/shop/redemptions.ts';
import { shopPage } from './pages/shop/shop.ts';
import { shopItemPage } from './pages/shop/shop-item.ts';
import { codePage } from './pages/sign-in/code.ts';
import { confirmPage } from './pages/sign-in/confirm.ts';
import { linkPage } from './pages/sign-in/link.ts';
import { linkSentPage } from './pages/sign-in/link-by-mail.ts';
import { beginOidc, finishOidc } from './pages/sign-in/oidc.ts';
import { signInPage } from './pages/sign-in/sign-in.ts';
import { twoStepPage } from './pages/sign-in/two-step.ts';
import { giveThanksPage } from './pages/thanks/give.ts';
import { oneThanksPage } from './pages/thanks/one.ts';
import { thanksPage } from './pages/thanks/thanks.ts';
import { newChatPage } from './pages/webhooks/new-chat.ts';
import { newWebhookPage } from './pages/webhooks/new-webhook.ts';
import { webhookPage } from './pages/webhooks/webhook.ts';
import { webhooksPage } from './pages/webhooks/webhooks.ts';
import { ROOT, SANDBOX, WALL } from './request/paths.ts';

// Every page and action of the portal. A test asks each of them with every role.

export const OPEN_PAGES: readonly OpenPage[] = [
  signInPage,
  codePage,
  linkPage,
  linkSentPage,
  endMailPage,
  beginOidc,
  finishOidc,
];
export const OPEN_ACTIONS: readonly OpenAction[] = OPEN_PAGES.flatMap((page) =>
  (page.actions ?? []).map((action) => ({ ...action, page })),
);

/** In the order of the navigation. */
export const PAGES: readonly Page[] = [
  homePage,
  mePage,
  thanksPage,
  giveThanksPage,
  oneThanksPage,
  insightsPage,
  ...periodFiles,
  ...givenByFiles,
  ...departmentFiles,
  ...withoutFiles,
  redeemPage,
  myXpPage,
  myCoinsPage,
  myRedemptionsPage,
  peoplePage,
  ...peopleFiles,
  addPersonPage,
  personPage,
  ...personXpFiles,
  ...personCoinsFiles,
  editPersonPage,
  exportPage,
  invitationsPage,
  cardsPage,
  rosterPage,
  rosterPreviewPage,
  syncsPage,
  syncPage,
  keptPage,
  directoryPage,
  departmentsPage,
  departmentPage,
  giftsPage,
  ...giftsFiles,
  givePage,
  giftPage,
  ...giftLinesFiles,
  leaderboardsPage,
  ...leaderboardFiles,
  monthsPage,
  monthPage,
  ...monthFiles,
  comparePage,
  contestsPage,
  newContestPage,
  contestPage,
  ...contestFiles,
  ...contestTeamFiles,
  wallsPage,
  badgesPage,
  defineBadgePage,
  badgeRulesPage,
  badgePage,
  ...holdersFiles,
  shopPage,
  addItemPage,
  shopItemPage,
  redemptionsPage,
  ...redemptionsFiles,
  reportsPage,
  fairPlayPage,
  valuesPage,
  oneValuePage,
  recognitionSettingsPage,
  oneReportPage,
  accountsPage,
  oneAccountPage,
  keysPage,
  newKeyPage,
  keyPage,
  webhooksPage,
  newWebhookPage,
  newChatPage,
  webhookPage,
  auditPage,
  ...auditFiles,
  settingsPage,
  healthPage,
  backupFile,
  howShownPage,
  accountPage,
  twoStepPage,
  confirmPage,
];
export const ACTIONS: readonly (Action | FileAction)[] = PAGES.flatMap((page) =>
  (page.actions ?? []).map((action) => ({ ...action, page })),
);

/** The pages that the navigation leads to, in its order within each group. */
export const NAVIGATION: readonly NavPage[] = PAGES.flatMap((page) =>
  page.nav ? [{ ...page, nav: page.nav }] : [],
);

export type Route =
  | { kind: 'asset'; asset: Asset }
  | { kind: 'wall' }
  | { kind: 'open page'; page: OpenPage }
  | { kind: 'open action'; page: OpenPage; action: OpenAction }
  | { kind: 'page'; page: Page; isSandbox: boolean }
  | { kind: 'action'; page: Page; action: Action | FileAction; isSandbox: boolean };

const get = (path: string, route: Route) => ({ method: 'GET', path, route }) as const;
const post = (path: string, route: Route) => ({ method: 'POST', path, route }) as const;

/** Every route of the thread. */
export const ROUTES = [
  ...ASSETS.map((asset) => get(asset.path, { kind: 'asset', asset })),
  get(`${WALL}/:secret`, { kind: 'wall' }),
  ...OPEN_PAGES.map((page) => get(ROOT + page.path, { kind: 'open page', page })),
  ...OPEN_ACTIONS.map((action) =>
    post(ROOT + action.path, { kind: 'open action', page: action.page, action }),
  ),
  ...[false, true].flatMap((isSandbox) => {
    const root = isSandbox ? SANDBOX : ROOT;
    const exists = (page: Page) => page.isOfCompany || !isSandbox;
    return [
      ...PAGES.filter(exists).map((page) =>
        get(root + page.path, { kind: 'page', page, isSandbox }),
      ),
      ...ACTIONS.filter(({ page }) => exists(page)).map((action) =>
        post(root + action.path, { kind: 'action', page: action.page, action, isSandbox }),
      ),
    ];
  }),
];
