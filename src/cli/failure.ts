import { tooManyOpenFiles } from '../store/open-files.ts';
import type { Environment } from './context.ts';

/**
 * Describes an unexpected error in one line. Its message may contain personal data, so only name and code are
 * shown; with ENGAGED_DEBUG=1 also the stack frames.
 */
export function describeFailure(error: unknown, env: Environment): string {
  const tooMany = tooManyOpenFiles(error);
  if (tooMany !== undefined) return tooMany;
  const { name, code, stack }: Partial<NodeJS.ErrnoException> = error instanceof Error ? error : {};
  const kind = [name ?? typeof error, typeof code === 'string' && code].filter(Boolean).join(' ');
  const line = `Internal error (${kind}).`;
  if (env.ENGAGED_DEBUG !== '1') return `${line} Set ENGAGED_DEBUG=1 for a stack trace.`;
  const frames = (stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  return [line, ...frames].join('\n');
}
