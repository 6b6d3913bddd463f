import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '../../src/domain/duration.ts';
import { monthOf, monthStart } from '../../src/domain/period.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { brokenWords, fitsWidth, NO_BROWSER, openContext, openPage } from './browser.ts';
import { type PortalService, startPortal } from './portal-service.ts';

const REASONS = Array.from({ length: 12 }, (_, at) => `Reason of some length, the number ${at}`);

/** Twenty-four departments of six people, of whom more and more take part. */
function fill({ write, clock }: PortalService): void {
  const month = monthOf(clock.now);
  write(
    (one) => {
      for (let department = 0; department < 24; department++) {
        const name =
          department === 7 ? 'Qualitätssicherung und Wareneingangsprüfung' : `Team ${department}`;
        createDepartment(one, { name });
        for (let at = 0; at < 6; at++) {
          const email = `p${department}-${at}@acme.example`;
          addEmployee(one, { email, given_name: `Person ${department} ${at}`, department: name });
        }
      }
    },
    clock.now - 300 * DAY_MS,
  );
  write((one) => {
    for (let ago = 0; ago < 9; ago++) {
      for (let department = 0; department < 24; department++) {
        for (let at = 0; at < 5 - (ago % 3); at++) {
          const person = `p${department}-${at}@acme.example`;
          const when = {
            at: monthStart(month - ago) + 60_000,
            reason: REASONS[(department + ago) % 12],
          };
          awardXp(one, person, { amount: 10 * (1 + at), ...when });
          grantCoins(one, person, { amount: 3 });
        }
      }
    }
  }, clock.now);
}

/** As Chromium's own dialog has it. */
const MARGIN = { top: '10mm', right: '10mm', bottom: '10mm', left: '10mm' };

/** How many pages a document has that Chromium wrote. */
const pagesOf = (pdf: Buffer): number =>
  pdf.toString('latin1').match(/\/Type ?\/Page\b/g)?.length ?? 0;

test('insights print on one A4 page without names, and fit the narrowest screens', {
  skip: NO_BROWSER,
}, async (t) => {
  const service = await startPortal(t);
  fill(service);
  const context = await openContext(t, { viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = service
    .signedIn('owner', { isEmployee: false })
    .cookie.split('=');
  await context.addCookies([{ name, value, url: service.url }]);
  const page = await openPage(context, service.url);
  for (const query of ['', '?given=giver', '?by=week']) {
    await page.goto(`${service.url}/portal/insights${query}`);
    assert.equal(pagesOf(await page.pdf({ format: 'A4', margin: MARGIN })), 1, query);
    await page.emulateMedia({ media: 'print' });
    assert.doesNotMatch(await page.innerText('body'), /Person \d/);
    assert.match(await page.innerText('body'), /By department/);
    await page.emulateMedia({ media: null });
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual([await fitsWidth(page), await brokenWords(page)], [true, []], `${width}`);
    }
  }
  assert.deepEqual(page.faults, []);
});
