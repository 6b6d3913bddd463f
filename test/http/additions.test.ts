import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docsPage } from '../../src/http/docs/page.ts';
import { describeApi } from '../../src/http/routes.ts';

const CONTRACT = [
  'getEmployee',
  'getEmployeeStats',
  'getLeaderboard',
  'getLeaderboardByDepartment',
  'getStatus',
  'listDepartments',
  'listEmployeeBadges',
  'listEmployees',
  'listShopItems',
  'syncRoster',
];

test('the description and the reference mark everything that is not in the API contract', () => {
  const document = describeApi();
  const page = docsPage(document);
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const unmarked = operations.filter((operation) => !operation['x-addition']);
  assert.deepEqual(unmarked.map(({ operationId }) => operationId).sort(), CONTRACT);
  for (const { operationId, 'x-addition': isAddition } of operations) {
    const start = page.indexOf(`id="${operationId}"`);
    const section = page.slice(start, page.indexOf('</header>', start));
    assert.equal(section.includes('addition to the contract'), isAddition === true, operationId);
  }
});
