/** What the examples take as given. */
export const SETUP = {
  shell: `export ENGAGED_URL='http://127.0.0.1:8080'
export ENGAGED_KEY='svc_test_…'
export EMPLOYEE_ID='…'
export ITEM_ID='…'
export CONTEST_ID='…'`,
  typescript: `import { EngagedClient } from 'engaged/client';

const client = new EngagedClient({
  baseUrl: process.env.ENGAGED_URL ?? 'http://127.0.0.1:8080',
  key: process.env.ENGAGED_KEY ?? '',
});
const employeeId = process.env.EMPLOYEE_ID ?? '';`,
} as const;
