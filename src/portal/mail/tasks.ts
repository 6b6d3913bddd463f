import { newId } from '../../domain/id.ts';
import type { MailAnswer } from '../../domain/mail/mail-answer.ts';
import { MailSender } from '../../service/mail/mail-sender.ts';
import type { MailTransport } from '../../service/mail/transport.ts';
import { en } from '../languages/en.ts';
import { renderMail } from './layout.ts';

/** The start data of the thread that sends mail. */
export type MailThreadData = {
  engagedRole: 'mail';
  transport: MailTransport;
};

export type MailTasks = ReturnType<typeof createMailTasks>['tasks'];

/** What the thread does. */
export function createMailTasks({ transport }: MailThreadData) {
  const sender = new MailSender(transport);
  const tasks = {
    /** Sends a mail that says that mail arrives. */
    test: async ({ to, now }: { to: string; now: number }): Promise<MailAnswer> => {
      const { test } = en.mail;
      const content = renderMail(en, {
        ...{ subject: test.subject, title: test.title, texts: [test.text] },
        ...{ company: undefined, notes: [], reason: test.reason({ email: to }) },
      });
      const addressed = { from: transport.from, to: { name: '', address: to } };
      const answer = await sender.send({ id: newId(now), date: now, ...addressed, ...content });
      sender.rest();
      return answer;
    },
  };
  return { tasks, close: () => sender.rest() };
}
