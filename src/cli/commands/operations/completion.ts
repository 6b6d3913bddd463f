import { Argument, type Command } from 'commander';
import { addCommand, type CommonOptions } from '../../command.ts';
import { listCommands } from '../../completion/command-tree.ts';
import { completionScript, SHELLS, type Shell } from '../../completion/scripts.ts';
import type { Context } from '../../context.ts';
import { print } from '../../output/output.ts';

/** `engaged completion`: makes a shell complete nouns, verbs, options and their values. */
export function addCompletionCommand(program: Command, context: Context): void {
  addCommand(program, 'completion', {
    description: 'Print a shell completion script',
    example: `engaged completion bash > ~/.local/share/bash-completion/completions/engaged
  engaged completion zsh > "\${fpath[1]}/_engaged"
  engaged completion fish > ~/.config/fish/completions/engaged.fish
  engaged completion powershell >> $PROFILE`,
  })
    .addArgument(new Argument('<shell>', 'which shell').choices(SHELLS))
    .action((shell: Shell, options: CommonOptions) => {
      const script = completionScript(shell, listCommands(program));
      print(context, options, { shell, script }, () => script);
    });
}
