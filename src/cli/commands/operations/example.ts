import { Argument, type Command } from 'commander';
import { EXAMPLES } from '../../../roster-file/examples.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { print } from '../../output/output.ts';

type Name = keyof typeof EXAMPLES;

/** `engaged example`: prints a file to try an import with. Needs no data file. */
export function addExampleCommand(program: Command, context: Context): void {
  addCommand(program, 'example', {
    description:
      'Print a small CSV file to try: people for engaged import, xp for engaged xp import',
    example: 'engaged example people > people.csv',
  })
    .addArgument(new Argument('<file>', 'which file').choices(Object.keys(EXAMPLES)))
    .action((name: Name, options: CommonOptions) => {
      const csv = EXAMPLES[name];
      print(context, options, { file: name, csv }, () => csv);
    });
}
