import type { TestContext } from 'node:test';
import { Mailer } from '../../src/portal/mail/mailer.ts';
import { MailSender } from '../../src/service/mail/mail-sender.ts';
import {
  type MailAttempt,
  type MailResult,
  recordMails,
} from '../../src/service/mail/record-mails.ts';
import { openAnother } from '../../src/store/data.ts';
import * as deployment from '../../src/store/operations/deployment.ts';
import type { TestCompany } from '../service/test-company.ts';
import { NOW } from '../service/test-company.ts';

export const FROM = { name: 'Rewards', address: 'rewards@acme.example' };
export const ADDRESS = 'https://engaged.acme.example';

/** Lets the company's data say that the service sends mail, or that it does not. */
export function switchMailOn({ db }: Pick<TestCompany, 'db'>, isOn = true): void {
  const service = { address: ADDRESS, version: '0.0.0', sendsMail: isOn ? 1 : 0 } as const;
  db.write(() => db.run(deployment.recordService, service));
}

/** An outbox in the thread of the test, by a clock that only the test moves. */
export type TestOutbox = {
  clock: { now: number };
  /** Sends what is due once; nothing is recorded. */
  send(): Promise<MailAttempt[]>;
  record(attempts: readonly MailAttempt[]): MailResult[];
  /** Sends and records until nothing is due. */
  empty(): Promise<MailResult[]>;
  close(): void;
};

export function openOutbox(t: TestContext, { db, file }: TestCompany, port: number): TestOutbox {
  const clock = { now: NOW };
  const reader = openAnother(file, { write: false });
  const server = { host: '127.0.0.1', port, security: 'none' } as const;
  const sender = new MailSender({
    ...{ server: { ...server, user: undefined, password: undefined }, passwordFile: undefined },
    from: FROM,
  });
  const address = ADDRESS;
  const mailer = new Mailer({ db: reader, sender, address, rate: 1_000, clock: () => clock.now });
  let isOpen = true;
  const close = () => {
    if (isOpen) reader.close();
    isOpen = false;
    mailer.stop();
  };
  t.after(close);
  const record = (attempts: readonly MailAttempt[]) => recordMails(db, attempts, () => 0);
  return {
    ...{ clock, record, close },
    send: () => mailer.sendDue(),
    empty: async () => {
      const results: MailResult[] = [];
      for (;;) {
        const attempts = await mailer.sendDue();
        if (attempts.length === 0) return results;
        results.push(...record(attempts));
      }
    },
  };
}
