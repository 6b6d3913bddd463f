import { RouteTable } from '../../http/router.ts';
import { ASSETS, type Asset } from '../assets/assets.ts';
import type { Action, FileAction, OpenAction, OpenPage, Page, Params } from '../page.ts';
import { ACTIONS, OPEN_ACTIONS, OPEN_PAGES, PAGES } from '../routes.ts';
import { NO_PARAMS, ROOT, SANDBOX, WALL } from './paths.ts';

export type Route =
  | { kind: 'asset'; asset: Asset }
  | { kind: 'wall' }
  | { kind: 'open page'; page: OpenPage }
  | { kind: 'open action'; page: OpenPage; action: OpenAction }
  | { kind: 'page'; page: Page; isSandbox: boolean }
  | { kind: 'action'; page: Page; action: Action | FileAction; isSandbox: boolean };

const get = (path: string, data: Route) => ({ method: 'GET', path, data });
const post = (path: string, data: Route) => ({ method: 'POST', path, data });

const routes = new RouteTable<Route>([
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
]);

/** Where a request leads, the pattern of its route for log and metrics, and the named parts of its path. */
export function findPortalRoute(
  method: string | undefined,
  path: string,
): { route: Route; label: string; params: Params } | undefined {
  // No secret and no id has it, and PostgreSQL does not take it.
  if (path.includes('\0')) return undefined;
  // People type the slash.
  const found = routes.find(method, path === `${ROOT}/` ? ROOT : path);
  if (!found) return undefined;
  const { data: route, params } = found;
  return { route, label: labelOf(route), params: { ...NO_PARAMS, ...params } };
}

function labelOf(route: Route): string {
  if (route.kind === 'asset') return `${ROOT}/assets`;
  if (route.kind === 'wall') return `${WALL}/:secret`;
  const root = 'isSandbox' in route && route.isSandbox ? SANDBOX : ROOT;
  return root + ('action' in route ? route.action.path : route.page.path);
}
