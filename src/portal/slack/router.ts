import type { HomeView } from '@slack/web-api';
import { slack as toPayload } from '../../domain/chat/chat-formats.ts';
import type { ChatMessage } from '../../domain/chat/chat-message.ts';
import type { Database } from '../../store/database.ts';
import { KeptBoards } from '../../worker/kept-boards.ts';
import { linkToPortal } from '../chat/chat-body.ts';
import { messagesOfCompany } from '../languages/catalogues.ts';
import { findPerson } from './find-person.ts';
import type { SlackCommand } from './slack-command.ts';
import type { Member } from './slack-member.ts';
import { xpCommand } from './xp-command.ts';

/** Every command by its name. */
const COMMANDS: Readonly<Record<string, SlackCommand>> = { '/xp': xpCommand };

/** A ranking may lack the changes of this time; in milliseconds. */
const CACHE_MS = 30_000;

export type Router = ReturnType<typeof createRouter>;

/** Answers what people ask in Slack about themselves in one company. @param options.clock in milliseconds UTC */
export function createRouter(options: { db: Database; companyId: number; clock: () => number }) {
  const { db, companyId, clock } = options;
  const boards = new KeptBoards(db, CACHE_MS);

  const run = (command: SlackCommand, member: Member): ChatMessage => {
    // Another process may have changed the data since the last request.
    db.endSnapshot();
    const t = messagesOfCompany(db, companyId);
    if ('refused' in member) return { lines: [t.slack.refused[member.refused]], link: null };
    const person = findPerson(db, companyId, member.email);
    if (!person) return { lines: [t.slack.refused.unknown], link: null };
    const now = clock();
    const lines = command({
      t,
      db,
      companyId,
      person,
      now,
      board: () => boards.ofMonth(companyId, now),
    });
    return { lines, link: linkToPortal(db, t) };
  };

  return {
    /** The answer to a command, which nobody else sees. */
    answer: (name: string, member: Member): Record<string, unknown> => {
      const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
      const message = command
        ? run(command, member)
        : { lines: [messagesOfCompany(db, companyId).slack.noSuchCommand], link: null };
      return { response_type: 'ephemeral', ...toPayload(message) };
    },
    /** The home of the app, which shows what the first command says. */
    home: (member: Member): HomeView => ({
      type: 'home',
      blocks: toPayload(run(xpCommand, member)).blocks,
    }),
  };
}
