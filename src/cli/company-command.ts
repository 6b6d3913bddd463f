import { Command } from 'commander';
import { beginCompanyWrite, type CompanyWrite } from '../service/company-write.ts';
import type { Database } from '../store/database.ts';
import { type CommonOptions, describeCommand } from './command.ts';
import { addCompanyOption, type CompanyOption, resolveCompany } from './company-option.ts';
import type { Context } from './context.ts';
import { withDataFile } from './data-file-option.ts';
import { print } from './output.ts';

/** The options of every command that works on one company. */
export type CompanyOptions = CommonOptions & CompanyOption;

/** The option of a command that can show what it would do. */
export type DryRunOption = { dryRun?: boolean };

export const dryRunOption = [
  '--dry-run',
  'show what would change without changing anything',
] as const;

/**
 * Gives a function that adds verbs to a noun, each a command on one company.
 *
 * @returns a function whose `example` is what follows the verb in the example under its help
 */
export const companyVerbs =
  (noun: Command, context: Context) =>
  (verb: string, description: string, example = ''): CompanyCommand => {
    const command = new CompanyCommand(verb, context);
    command.copyInheritedSettings(noun);
    noun.addCommand(command);
    const words = [...pathOf(command), example].join(' ').trim();
    return addCompanyOption(describeCommand(command, { description, example: words }));
  };

const pathOf = (command: Command | null): string[] =>
  command ? [...pathOf(command.parent), command.name()] : [];

/** A command on one company. Its action is declared with `read` or `change`, where they fit. */
export class CompanyCommand extends Command {
  readonly #context: Context;

  constructor(name: string, context: Context) {
    super(name);
    this.#context = context;
  }

  /**
   * Reads something of the company, and prints it.
   *
   * @param prepare takes the command's arguments and options, before any file is opened, and returns what to read
   * @param describe the text for people
   */
  read<Args extends unknown[], T extends object>(
    prepare: (...args: Args) => (db: Database, companyId: number) => T,
    describe: (value: T, context: Context) => string,
  ): this {
    return this.#print(describe, (options, args: Args) =>
      readCompany(this.#context, options, prepare(...args)),
    );
  }

  /** Changes the company, and prints the outcome. The parameters are those of `read`. */
  change<Args extends unknown[], T extends object>(
    prepare: (...args: Args) => (write: CompanyWrite) => T,
    describe: (outcome: T, context: Context) => string,
  ): this {
    return this.#print(describe, (options, args: Args) =>
      changeCompany(this.#context, options, prepare(...args)),
    );
  }

  #print<Args extends unknown[], T extends object>(
    describe: (value: T, context: Context) => string,
    run: (options: CompanyOptions, args: Args) => Promise<T>,
  ): this {
    return this.action(async (...args: Args) => {
      const options = this.opts<CompanyOptions>();
      const value = await run(options, args);
      print(this.#context, options, value, () => describe(value, this.#context));
    });
  }
}

/**
 * Carries out a change of the company that the options name, in one transaction, and returns its outcome.
 * A dry run does the same and rolls it back.
 */
export const changeCompany = <T>(
  context: Context,
  options: CompanyOptions & DryRunOption,
  change: (write: CompanyWrite) => T,
): Promise<T> =>
  withDataFile(context, options, (db) => {
    const { companyId } = resolveCompany(db, options);
    const input = { companyId, now: context.now(), actor: context.actor };
    const carryOut = () => change(beginCompanyWrite(db, input));
    return options.dryRun ? db.dryRun(carryOut) : db.write(carryOut);
  });

/** Reads something of the company that the options name. */
export const readCompany = <T>(
  context: Context,
  options: CompanyOptions,
  read: (db: Database, companyId: number) => T,
): Promise<T> =>
  withDataFile(context, options, (db) => read(db, resolveCompany(db, options).companyId));
