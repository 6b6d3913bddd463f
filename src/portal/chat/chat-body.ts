import { type ChatFormat, chatBody } from '../../domain/chat/chat-formats.ts';
import type { ChatMessage } from '../../domain/chat/chat-message.ts';
import { requireCompany } from '../../service/company/company-write.ts';
import type { Database } from '../../store/database.ts';
import * as deployment from '../../store/operations/deployment.ts';
import type { WebhookRow } from '../../store/webhooks/webhooks.ts';
import { loadLanguages, messagesOfCompany } from '../languages/catalogues.ts';
import type { Messages } from '../languages/en.ts';

/** A webhook of a chat. */
export type Channel = Pick<WebhookRow, 'companyId' | 'format'>;

/** The message that tells a chat that messages arrive. */
export async function renderTest(db: Database, channel: Channel): Promise<string> {
  await loadLanguages();
  const company = requireCompany(db, channel.companyId).name;
  const t = messagesOfCompany(db, channel.companyId);
  return bodyOf(db, t, channel, [t.chat.test({ company })]);
}

/** What a chat is sent: sentences, in its format, with where to see more. */
export function bodyOf(
  db: Database,
  t: Messages,
  { companyId, format }: Channel,
  lines: readonly string[],
): string {
  const { mode, name: company } = requireCompany(db, companyId);
  const where = mode === 'test' ? [t.chat.inSandbox({ company })] : [];
  const message: ChatMessage = { lines: [...where, ...lines], link: linkToPortal(db, t) };
  return chatBody(format as ChatFormat, message);
}

/** The names of this machine for itself, which lead nobody else to it. */
const ITSELF = /^(?:localhost|127\.[\d.]+|\[::1?\]|0\.0\.0\.0)$/;

/** Where browsers reach the portal; nothing where that is known on this machine alone. */
export function linkToPortal(db: Database, { chat }: Messages): ChatMessage['link'] {
  const { address } = db.one(deployment.findAddress, {}) ?? { address: null };
  const url = address === null ? null : URL.parse(`${address}/portal`);
  return url && !ITSELF.test(url.hostname) ? { href: url.href, label: chat.openPortal } : null;
}
