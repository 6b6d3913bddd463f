import { type CommandNode, listCommands } from '../../src/cli/completion/command-tree.ts';
import type { Context } from '../../src/cli/context.ts';
import { createProgram } from '../../src/cli/program.ts';

const NO_CONTEXT = { stdout: {}, stderr: {}, env: {} } as Context;

/** Every command that does something, as it is declared. */
export const everyCommand = async (): Promise<CommandNode[]> =>
  listCommands(await createProgram(NO_CONTEXT, [''])).filter(({ verbs }) => verbs.length === 0);
