import { codePoints, isStorable } from '../text.ts';
import type { JsonValue } from './attributes.ts';
import { invalidValue } from './scim-error.ts';

/** A text that is sent, trimmed. @throws ScimError where there is none, or it cannot be kept */
export function requireText(name: string, value: JsonValue | undefined, maxLength: number): string {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') throw invalidValue(`${name} is required and must be a text`);
  if (codePoints(text) > maxLength)
    throw invalidValue(`${name} must have at most ${maxLength} characters`);
  if (!isStorable(text)) throw invalidValue(`${name} holds a character that cannot be kept`);
  return text;
}
