import type { Problem } from './response/problems.ts';
import type { Exchange } from './server/exchange.ts';

/**
 * What a handler responds with: JSON, a text with its headers, or what is wrong. Nothing where it has responded by itself, or
 * the client has left.
 */
export type Answer =
  | string
  | Uint8Array
  | { text: string; headers: readonly string[] }
  | Problem
  | undefined;

/** Sends what a handler responds with. */
export function sendAnswer(exchange: Exchange, answer: Answer): void {
  if (answer === undefined) return;
  if (typeof answer === 'string' || answer instanceof Uint8Array) exchange.reply(answer);
  else if ('text' in answer) exchange.reply(answer.text, answer.headers);
  else exchange.refuse(answer);
}
