import type { Command, Option } from 'commander';

/** What can follow the words of a command. */
export type CommandNode = {
  /** The words so far, such as `key create`; empty for the program alone. */
  path: string;
  /** What the next word may be. */
  verbs: readonly CompletionWord[];
  options: readonly Flag[];
  /** Whether an argument of the command is a file. */
  takesFile: boolean;
};

export type CompletionWord = { name: string; description: string };

/** `values` are the allowed ones, null if any value is allowed, and undefined for a flag without a value. */
export type Flag = CompletionWord & { values: readonly string[] | null | undefined };

/** Every command: the program, its nouns and their verbs. */
export function listCommands(program: Command): CommandNode[] {
  const visit = (command: Command, path: readonly string[]): CommandNode[] => {
    const verbs = command.commands.map((verb) => ({
      name: verb.name(),
      description: verb.description(),
    }));
    const node: CommandNode = {
      path: path.join(' '),
      verbs,
      options: [...command.options.map(toFlag), help],
      takesFile: command.registeredArguments.some((argument) =>
        /file/i.test(`${argument.name()} ${argument.description}`),
      ),
    };
    return [node, ...command.commands.flatMap((verb) => visit(verb, [...path, verb.name()]))];
  };
  return visit(program, []);
}

const help: Flag = { name: '--help', description: 'show help', values: undefined };

const toFlag = (option: Option): Flag => ({
  name: option.long ?? option.flags,
  description: option.description,
  values: option.required || option.optional ? (option.argChoices ?? null) : undefined,
});
