import { newId } from '../../domain/id.ts';
import type { MailAnswer } from '../../domain/mail/mail-answer.ts';
import { MailSender } from '../../service/mail/mail-sender.ts';
import type { MailTransport } from '../../service/mail/transport.ts';
import { openAnother } from '../../store/data.ts';
import type { DataFilePlace } from '../../store/files/data-file-place.ts';
import { openInPlace } from '../../worker/open-in-place.ts';
import { en } from '../languages/en.ts';
import { renderMail } from './layout.ts';
import { Mailer } from './mailer.ts';
import { paragraph } from './parts.ts';

/** The outbox of a service, and how much of it is sent. */
export type Outbox = {
  file: string;
  place: DataFilePlace | null;
  /** Where browsers reach the service. */
  address: string;
  /** Mails a second, at most. */
  rate: number;
};

/** The start data of the thread that sends mail; without an outbox it only tests the server. */
export type MailThreadData = {
  engagedRole: 'mail';
  transport: MailTransport;
  outbox: Outbox | null;
};

export type MailTasks = ReturnType<typeof createMailTasks>['tasks'];

/**
 * What the thread does.
 *
 * @param clock in milliseconds UTC
 */
export function createMailTasks({ transport, outbox }: MailThreadData, clock: () => number) {
  const sender = new MailSender(transport);
  const opened = outbox && openOutbox(outbox, sender, clock);
  const tasks = {
    /** Sends a mail that says that mail arrives. */
    test: async ({ to, now }: { to: string; now: number }): Promise<MailAnswer> => {
      const { test } = en.mail;
      const content = renderMail(en, {
        ...{ subject: test.subject, title: test.title, parts: [paragraph(test.text)] },
        ...{ company: undefined, reason: test.reason({ email: to }) },
      });
      const addressed = { from: transport.from, to: { name: '', address: to } };
      const answer = await sender.send({ id: newId(now), date: now, ...addressed, ...content });
      sender.rest();
      return answer;
    },
    /** As `Mailer.sendDue`. */
    sendDue: async () => (await opened?.mailer.sendDue()) ?? [],
    /** As `Mailer.stop`. */
    stop: async () => opened?.mailer.stop(),
  };
  const close = () => {
    sender.rest();
    opened?.db.close();
  };
  return { tasks, close };
}

function openOutbox(
  { file, place, address, rate }: Outbox,
  sender: MailSender,
  clock: () => number,
) {
  const db = openInPlace(place, () => openAnother(file, { write: false }));
  return { db, mailer: new Mailer({ db, sender, address, rate, clock }) };
}
