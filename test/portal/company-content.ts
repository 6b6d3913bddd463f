import type { Role } from '../../src/domain/portal-role.ts';
import { PAGES } from '../../src/portal/routes.ts';
import type { PortalService } from './portal-service.ts';

/** Pages for everybody, and what errors look like. */
export const OPEN_PATHS = ['/portal/sign-in', '/portal/link/unknown', '/portal/nothing'];

/** The ids that the paths of pages stand for. */
export type Content = Record<string, never>;

/** Fills a company with what pages show: long names, other scripts, everything that can wait for a decision. */
export const fillCompany = (_service: PortalService): Content => ({});

/** The paths of all pages for a role, live and in the sandbox. */
export const pathsOf = (role: Role, _content: Content): string[] => [
  ...PAGES.filter((page) => page.roles.includes(role) && !page.path.includes(':')).flatMap(
    (page) =>
      page.isOfCompany
        ? [`/portal${page.path}`, `/portal/sandbox${page.path}`]
        : `/portal${page.path}`,
  ),
  '/portal/nothing',
];
