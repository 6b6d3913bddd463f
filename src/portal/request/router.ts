import { ASSETS, type Asset } from '../assets/assets.ts';
import type { Action, FileAction, OpenAction, OpenPage, Page } from '../pages/page.ts';
import { ACTIONS, OPEN_ACTIONS, OPEN_PAGES, PAGES } from '../routes.ts';
import { ROOT, SANDBOX, WALL } from './paths.ts';

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
