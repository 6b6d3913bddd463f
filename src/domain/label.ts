import { invalidField } from './errors.ts';
import { codePoints, isStorable } from './text.ts';

/**
 * A text that names something, without the white space around it.
 *
 * @param maxLength in code points
 * @throws EngagedError `validation_failed` naming the field
 */
export function requireLabel(field: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalidField(field, 'must not be empty');
  if (codePoints(trimmed) > maxLength) {
    throw invalidField(field, `must be at most ${maxLength} characters`);
  }
  if (!isStorable(trimmed)) throw invalidField(field, 'holds a character that cannot be kept');
  return trimmed;
}
