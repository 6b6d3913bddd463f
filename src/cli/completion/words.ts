import type { Command, Option } from 'commander';

/** What can follow the words of a command, for the shells' scripts. */
export type Place = {
  /** The words so far, such as `key create`; empty for the program alone. */
  words: string;
  /** What the next word may be. */
  verbs: readonly Word[];
  options: readonly Flag[];
  /** Whether an argument of the command is a file. */
  takesFile: boolean;
};

export type Word = { name: string; description: string };

/** `values` are the only ones there are; null where anything may stand, and undefined where nothing does. */
export type Flag = Word & { values: readonly string[] | null | undefined };

/** Every place of the command line: the program, its nouns and their verbs. */
export function listPlaces(program: Command): Place[] {
  const visit = (command: Command, words: readonly string[]): Place[] => {
    const verbs = command.commands.map((verb) => ({
      name: verb.name(),
      description: verb.description(),
    }));
    const place: Place = {
      words: words.join(' '),
      verbs,
      options: [...command.options.map(toFlag), help],
      takesFile: command.registeredArguments.some((argument) => /file/i.test(argument.name())),
    };
    return [place, ...command.commands.flatMap((verb) => visit(verb, [...words, verb.name()]))];
  };
  return visit(program, []);
}

const help: Flag = { name: '--help', description: 'show help', values: undefined };

const toFlag = (option: Option): Flag => ({
  name: option.long ?? option.flags,
  description: option.description,
  values: option.required || option.optional ? (option.argChoices ?? null) : undefined,
});
