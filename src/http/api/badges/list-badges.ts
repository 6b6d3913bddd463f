import { catalogueBadge } from '../../../service/badges/badge-schemas.ts';
import * as badges from '../../../store/badges/badges.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { MENTOR, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listBadges = readEndpoint({
  path: '/v1/badges',
  operationId: 'listBadges',
  tag: 'Badges',
  isAddition: true,
  scope: 'employees:read',
  parameters: paging,
  isCacheable: true,
  summary: 'List badges',
  description: 'The badges of the company by code, with how many active employees hold each.',
  response: {
    description: 'A page of badges.',
    schema: pageSchema('CatalogueBadgePage', catalogueBadge, 'badges that people can earn'),
    example: pageExample([{ ...MENTOR, xp_threshold: null, holders_count: 7 }]),
  },
  typescript: `for await (const badge of client.badgeCatalogue()) {
  console.log(badge.name, badge.holders_count);
}`,
  handle: async (call, paging) => {
    const page = openListPage<readonly [code: string]>(call, 'badge-catalogue', [], paging);
    const { companyId, count } = page;
    const [after = ''] = page.after;
    const { db, site } = call.services;
    const rows = await db.all(badges.listJson, { companyId, site, after, count });
    return page.body(rows, (row) => [row.code]);
  },
});
