import { failure } from './errors.ts';
import { codePoints, isStorable } from './text.ts';

/**
 * A text that names something, without the white space around it.
 *
 * @param maxLength in code points
 * @throws EngagedError `validation_failed` naming the field
 */
export function requireLabel(field: string, text: string, maxLength: number): string {
  const trimmed = text.trim();
  if (trimmed === '') throw failure('field_empty', { field });
  if (codePoints(trimmed) > maxLength) {
    throw failure('field_too_long', { field, max: maxLength });
  }
  if (!isStorable(trimmed)) throw failure('field_unstorable', { field });
  return trimmed;
}
