import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../../src/portal/languages/en.ts';
import { linkMail } from '../../src/portal/mail/link-mail.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { provideAccount } from '../../src/service/portal/accounts.ts';
import { createLink } from '../../src/service/portal/sessions.ts';
import { switchMailOn } from '../mail/outbox.ts';
import { NOW } from '../service/test-company.ts';
import {
  accessibilityFaults,
  fitsWidth,
  LOST_IDS,
  NO_BROWSER,
  openContext,
  openPage,
} from './browser.ts';
import { startPortal } from './portal-service.ts';

const ADA = 'ada@acme.example';

const mailTo = (kind: 'invitation' | 'link', name: string | null, companyName = 'AdventureWorks') =>
  linkMail(en, {
    ...{ kind, name, companyName, client: '10.20.0.14', createdAt: NOW, expiresAt: NOW + 900_000 },
    ...{ address: 'm.diallo@adventure-works.com' },
    link: 'https://engaged.adventure-works.com/portal/link/9Qv7mT2xKc4Lr8Wd1Zs6Pn',
  });

test('names in a mail are text, on one line', () => {
  const name = '<img src=x onerror=alert(1)>\r\n\r\nhttps://evil.example';
  const mail = mailTo('link', name, name);
  assert.ok(!/[\r\n]/.test(mail.subject));
  assert.ok(!mail.text.includes('\nhttps://evil.example'));
  assert.ok(mail.html.includes('Hello &lt;img src=x onerror=alert(1)&gt; https://evil.example, '));
  // Nothing is loaded from elsewhere.
  assert.doesNotMatch(mail.html, /<(?:img|link|script|iframe|object)|url\(|@import/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1280, 390, 320]) {
    test(`mails and the pages that lead to them fit ${width} pixels, ${colorScheme}`, {
      skip: NO_BROWSER,
    }, async (t) => {
      const service = await startPortal(t);
      switchMailOn(service);
      const link = service.write((write) => {
        addEmployee(write, { email: ADA });
        return createLink(write, provideAccount(write, { email: ADA }));
      });
      const context = await openContext(t, { viewport: { width, height: 844 }, colorScheme });
      let page = await openPage(context, service.url);
      const check = async (what: string, isMail = false) => {
        assert.ok(await fitsWidth(page), what);
        // Programs for mail have landmarks of their own.
        const faults = (await accessibilityFaults(page)).filter(
          (fault) => !isMail || !/^(?:region|landmark-one-main) /.test(fault),
        );
        assert.deepEqual(faults, [], what);
        assert.deepEqual(await page.evaluate(LOST_IDS), [], what);
      };
      for (const [what, path] of [
        ['sign-in', '/portal/sign-in'],
        ['sent', `/portal/sign-in/sent?email=${'a'.repeat(120)}@acme.example`],
        ['link', `/portal/link/${link}`],
      ] as const) {
        await page.goto(service.url + path);
        await check(what);
      }
      assert.deepEqual(page.faults, []);
      page = await openPage(context, service.url);
      for (const kind of ['invitation', 'link'] as const) {
        await page.setContent(mailTo(kind, 'Mariama').html);
        await check(`mail-${kind}`, true);
        await page.setContent(mailTo(kind, null, 'X'.repeat(120)).html);
        await check(`mail-${kind}-long`, true);
      }
      assert.deepEqual(page.faults, []);
    });
  }
}
