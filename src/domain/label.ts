import { invalid } from './errors.ts';
import { codePoints, isStorable } from './text.ts';

/**
 * A text that names something, without the white space around it.
 *
 * @param longest in code points
 * @throws EngagedError `validation_failed` naming the field
 */
export function requireLabel(field: string, text: string, longest: number): string {
  const trimmed = text.trim();
  if (trimmed === '') throw invalid(`${field} must not be empty`);
  if (codePoints(trimmed) > longest) {
    throw invalid(`${field} must be at most ${longest} characters`);
  }
  if (!isStorable(trimmed)) throw invalid(`${field} holds a character that cannot be kept`);
  return trimmed;
}
