import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NoticeKind } from '../../src/domain/mail/mail-kind.ts';
import { toHeaderText } from '../../src/domain/mail/mailbox.ts';
import { en } from '../../src/portal/languages/en.ts';
import { blockedContent, decisionContent } from '../../src/portal/mail/account-content.ts';
import { digestContent } from '../../src/portal/mail/digest-content.ts';
import { linkMail } from '../../src/portal/mail/link-mail.ts';
import type { News } from '../../src/portal/mail/news.ts';
import { newsContent } from '../../src/portal/mail/news-content.ts';
import { type NoticeContent, renderNotice } from '../../src/portal/mail/notice.ts';
import { unsubscribeToken } from '../../src/service/mail/unwanted-mail.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { provideAccount } from '../../src/service/portal/accounts.ts';
import { createLink } from '../../src/service/portal/sessions.ts';
import { rosterRow } from '../domain/roster/builders.ts';
import { switchMailOn } from '../mail/outbox.ts';
import { sync } from '../service/roster/sync.ts';
import { NOW } from '../service/test-company.ts';
import {
  accessibilityFaults,
  fitsWidth,
  LOST_IDS,
  NO_BROWSER,
  openContext,
  openPage,
} from './browser.ts';
import { type PortalService, startPortal } from './portal-service.ts';

const ADA = 'ada@acme.example';

const mailTo = (kind: 'invitation' | 'link', name: string | null, companyName = 'AdventureWorks') =>
  linkMail(en, {
    ...{ kind, name, companyName, client: '10.20.0.14', createdAt: NOW, expiresAt: NOW + 900_000 },
    ...{ address: 'm.diallo@adventure-works.com' },
    link: 'https://engaged.adventure-works.com/portal/link/9Qv7mT2xKc4Lr8Wd1Zs6Pn',
  });

const PORTAL = 'https://engaged.adventure-works.com/portal';

const render = (kind: NoticeKind, content: NoticeContent, company: string) =>
  renderNotice(en, {
    ...{ ...content, kind, company, portal: PORTAL, address: 'm.diallo@adventure-works.com' },
    unsubscribe: `${PORTAL}/mails/${'x'.repeat(44)}`,
  });

const noticeOf = (news: News, companyName = 'AdventureWorks') => {
  const company = toHeaderText(companyName);
  return render(news.kind, newsContent(en, { news, company, portal: PORTAL }), company);
};

/** A mail of each kind, with texts that somebody wrote. */
const noticesAbout = (text: string): News[] => [
  {
    kind: 'redemption',
    lines: (['approved', 'fulfilled', 'declined', 'refunded'] as const).map((status) => ({
      ...{ item: text, price: 1_200, status, reason: text },
    })),
  },
  { kind: 'badge', lines: [{ name: text, description: text }] },
  { kind: 'prize', lines: [{ coins: 100, reason: text }] },
];

test('what people wrote is text on one line in a notice', () => {
  const text = '<img src=x onerror=alert(1)>\r\n\r\nhttps://evil.example\u202e';
  for (const news of noticesAbout(text)) {
    const mail = noticeOf(news, text);
    assert.ok(!/[\r\n]/.test(mail.subject), news.kind);
    assert.ok(!mail.text.includes('\nhttps://evil.example'), news.kind);
    assert.ok(!mail.text.includes('\u202e'), news.kind);
    assert.ok(mail.html.includes('&lt;img src=x onerror=alert(1)&gt; https://evil.example'));
    assert.doesNotMatch(mail.html, /<(?:img|link|script|iframe|object)|url\(|@import/);
  }
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

/** What owners are told while a roster is blocked, and a weekly mail with all of its parts. */
function moreNotices(
  { db, companyId }: PortalService,
  name: string,
): [NoticeKind, NoticeContent][] {
  const place = { db, companyId, company: 'AdventureWorks', portal: PORTAL, now: NOW };
  const digest = {
    ...{ week: NOW, weekXp: 120, xpBefore: 90, xp: 1_920, coins: 130 },
    ...{ reward: { name, price: 200 }, endings: [{ id: 'x', name, endsAt: NOW + 86_400_000 }] },
    place: { rank: 143, of: 290 },
  };
  const decision = decisionContent(en, place);
  const blocked = blockedContent(en, place);
  assert.ok(decision && blocked);
  return [
    ['decision', decision],
    ['blocked', blocked],
    ['digest', digestContent(en, digest, { portal: PORTAL, now: NOW })],
  ];
}

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
      const { companyId, db } = service;
      sync(service, [rosterRow('A'), rosterRow('B'), rosterRow('C')]);
      sync(service, [rosterRow('A')], { deactivateMissing: true, maxDeactivations: 1 });
      const token = unsubscribeToken(db, { companyId, number: 1, kind: 'badge' });
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
      for (const text of ['First aid', 'X'.repeat(120)]) {
        for (const news of noticesAbout(text)) {
          await page.setContent(noticeOf(news).html);
          await check(`mail-${news.kind}-${text.length}`, true);
        }
      }
      for (const name of ['Safe autumn', 'X'.repeat(120)]) {
        for (const [kind, content] of moreNotices(service, name)) {
          await page.setContent(render(kind, content, 'AdventureWorks').html);
          await check(`mail-${kind}-${name.length}`, true);
        }
      }
      await page.goto(`${service.url}/portal/mails/${token}`);
      await check('mail-end');
      assert.deepEqual(page.faults, []);
    });
  }
}
