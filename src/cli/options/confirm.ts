import { UsageError } from '../../domain/errors.ts';
import { fold } from '../../domain/text.ts';
import { type Context, EXIT, ExitError } from '../context.ts';
import { printNotice } from '../output/output.ts';

/** An option that answers the question of a command beforehand. */
export type ConfirmOption = { yes?: true };

/**
 * Asks on the terminal whether to go on with something that cannot be undone, or is rarely intended.
 *
 * @param question one or more lines, safe for a terminal
 * @param alternative what to type instead of "yes" and what that is called, what to throw where nobody can be asked, and whether standard
 * input is free for the answer
 * @throws ExitError for another answer
 * @throws UsageError without `--yes` where nobody can be asked
 */
export async function confirm(
  context: Context,
  options: ConfirmOption,
  question: string,
  {
    answer,
    typed = answer === undefined ? '"yes"' : 'its name',
    otherwise = new UsageError('This cannot be undone. Confirm it with --yes', '--yes'),
    canAsk = true,
  }: { answer?: string; typed?: string; otherwise?: Error; canAsk?: boolean } = {},
): Promise<void> {
  if (options.yes) return;
  if (!context.stdin.isTTY || !canAsk) throw otherwise;
  context.stderr.write(`${question} Type ${typed} to go on: `);
  if (fold((await readLine(context)).trim()) === fold(answer ?? 'yes')) return;
  printNotice(context, 'Nothing was changed.');
  throw new ExitError(EXIT.failed);
}

async function readLine({ stdin }: Context): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stdin) {
    chunks.push(chunk);
    if (chunk.includes(0x0a)) break;
  }
  return Buffer.concat(chunks).toString('utf8').split('\n')[0] ?? '';
}
