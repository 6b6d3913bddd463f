import { tooManyOpenFiles } from '../store/open-files.ts';
import type { Environment } from './context.ts';

/**
 * Describes an unexpected error in one line. Its message may contain personal data, so only name and code are
 * shown; with ENGAGED_DEBUG=1 also the stack frames.
 */
export function describeFailure(error: unknown, env: Environment): string {
  const tooMany = tooManyOpenFiles(error);
  if (tooMany !== undefined) return tooMany;
  const { name, code, stack } = error instanceof Error ? asCoded(error) : {};
  const kind = [name ?? typeof error, code].filter(Boolean).join(' ');
  const line = `Internal error (${kind}).`;
  if (env.ENGAGED_DEBUG !== '1') return `${line} Set ENGAGED_DEBUG=1 for a stack trace.`;
  const frames = (stack ?? '').split('\n').filter((text) => /^\s+at /.test(text));
  return [line, ...frames].join('\n');
}

const asCoded = (error: Error): { name: string; code?: string; stack?: string | undefined } => ({
  name: error.name,
  stack: error.stack,
  ...('code' in error && typeof error.code === 'string' ? { code: error.code } : {}),
});
