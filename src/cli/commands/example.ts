import { Argument, type Command } from 'commander';
import { addCommand, type CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { print } from '../output.ts';

/** Small files to try an import with; the people of one are those of the other. */
const EXAMPLES = {
  people: `Employee ID,First name,Last name,Work email,Department,Job title
0001,Ada,Brandt,ada.brandt@example.com,Engineering,Developer
0002,Bruno,Okafor,bruno.okafor@example.com,Engineering,Developer
0003,Chiara,Nowak,chiara.nowak@example.com,Sales,Account manager
0004,Deniz,,deniz@example.com,Sales,
`,
  xp: `Employee ID,Points,Reason
0001,80,Ran a workshop
0002,40,Welcomed a new colleague
0004,60,Wrote a guide
`,
} as const;

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
