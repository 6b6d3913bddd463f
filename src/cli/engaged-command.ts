import { Command, type ErrorOptions } from 'commander';
import { UsageError } from '../domain/errors.ts';

/** A command of the program: what is wrong with a command line is thrown, in the words of this program. */
export class EngagedCommand extends Command {
  override createCommand(name?: string): EngagedCommand {
    return new EngagedCommand(name);
  }

  /** @throws UsageError */
  override error(text: string, { code = '' }: ErrorOptions = {}): never {
    const {
      field = null,
      problem,
      help = `See: ${pathOf(this).join(' ')} --help`,
    } = read(code, text);
    throw new UsageError(help === '' ? problem : `${problem}. ${help}`, field);
  }
}

/** The words of a command, from the program's name on. */
export const pathOf = (command: Command | null): string[] =>
  command ? [...pathOf(command.parent), command.name()] : [];

/** `field` is the option or argument that is wrong; `help` what helps on, if not the help of the command. */
type Problem = { field?: string; problem: string; help?: string };

// What commander quotes are our own names, but for what is unknown, surplus or refused: it may hold anything.
function read(code: string, text: string): Problem {
  const [first = '', second = ''] = [...text.matchAll(/'([^']*)'/g)].map(([, name = '']) =>
    longFlag(name),
  );
  switch (code) {
    case 'commander.missingArgument':
    case 'commander.missingMandatoryOptionValue':
      return { field: first, problem: `${first} is missing` };
    case 'commander.optionMissingArgument':
      return { field: first, problem: `${first} needs a value` };
    case 'commander.conflictingOption':
      return { field: first, problem: `${first} and ${second} exclude each other` };
    case 'commander.excessArguments': {
      const [, expected, given] = /Expected (\d+) arguments? but got (\d+):/.exec(text) ?? [];
      return { problem: `Too many arguments: ${expected} expected, ${given} given` };
    }
    case 'commander.invalidArgument':
      return wrongValue(text);
    default:
      return unknownWord(text);
  }
}

const longFlag = (flags: string): string => /--[\w-]+/.exec(flags)?.[0] ?? flags;

/** What is said of a wrong value, without the value, which may be personal data. */
function wrongValue(text: string): Problem {
  const ofOption = "' is invalid. ";
  const ofArgument = "' is invalid for argument '";
  const end = text.lastIndexOf(ofOption);
  if (text.startsWith("error: option '") && end !== -1) {
    const field = longFlag(text);
    return { field, problem: `${field} is wrong`, help: text.slice(end + ofOption.length) };
  }
  const at = text.lastIndexOf(ofArgument);
  const [field = '', ...reason] = text.slice(at + ofArgument.length).split("'. ");
  return { field, problem: `${field} is wrong`, help: reason.join("'. ") };
}

/** What is said of a command or an option that does not exist; the names near it follow on a line of their own. */
function unknownWord(text: string): Problem {
  const [, kind = ''] = /^error: unknown (\w+)/.exec(text) ?? [];
  const end = text.lastIndexOf("'");
  const [word = ''] = text.slice(text.indexOf("'") + 1, end).split('=');
  const near = text.slice(end + 1);
  return {
    ...(kind === 'option' && { field: word }),
    problem: `There is no ${kind} ${word}`,
    ...(near !== '' && { help: near.slice('\n('.length, -')'.length) }),
  };
}
