import type { Command } from 'commander';
import { beginCompanyWrite, type CompanyWrite } from '../service/company/company-write.ts';
import { watchingOwner } from '../service/portal/accounts.ts';
import { endHoldsThatAreOver } from '../service/roster/steps/roster-hold.ts';
import type { Awaitable, Database } from '../store/database.ts';
import { type CommonOptions, describeCommand } from './command.ts';
import type { Context } from './context.ts';
import { EngagedCommand, pathOf } from './engaged-command.ts';
import { addCompanyOption, type CompanyOption, resolveCompany } from './options/company-option.ts';
import { confirmingAmount, type RepeatOption, repeatOption } from './options/confirm-amount.ts';
import { changingData, withData } from './options/data-file-option.ts';
import { addListOptions, type List, printList } from './output/list.ts';
import { print, printNotice } from './output/output.ts';
import { commandsOf } from './shell-line.ts';

/** The options of every command that works on one company. */
export type CompanyOptions = CommonOptions & CompanyOption;

/** The option of a command that can show what it would do. */
export type DryRunOption = { dryRun?: boolean };

/**
 * Gives a function that adds verbs to a noun.
 *
 * @returns a function whose `example` is what follows the verb in the example under its help
 */
export const dataFileVerbs =
  (noun: Command, context: Context) =>
  (verb: string, description: string, example = ''): PrintingCommand => {
    const command = new PrintingCommand(verb, context);
    command.copyInheritedSettings(noun);
    noun.addCommand(command);
    const words = [...pathOf(command), example].join(' ').trim();
    return describeCommand(command, { description, example: words });
  };

/** Adds a verb to a noun. */
export type AddVerb = ReturnType<typeof dataFileVerbs>;

/** Gives a function that adds verbs which work on one company. */
export const companyVerbs = (noun: Command, context: Context) => {
  const add = dataFileVerbs(noun, context);
  return ((...about) => addCompanyOption(add(...about))) satisfies AddVerb;
};

/** Makes the text for people of what a command prints; without it, it prints JSON. */
type Describe<T, Options> = (value: T, context: Context, options: Options) => string;

/**
 * A command whose action may be declared with `read`, `change`, `list` and their like. They take a function of the command's
 * arguments and options, which checks these before any file is opened and returns the work. What the work returns
 * is printed.
 */
class PrintingCommand extends EngagedCommand {
  readonly #context: Context;

  constructor(name: string, context: Context) {
    super(name);
    this.#context = context;
  }

  /** Reads something of the company that `--company` names. */
  read<Args extends unknown[], T extends object, Options extends object>(
    prepare: (...args: Args) => (db: Database, companyId: number) => T,
    describe?: Describe<T, Options>,
  ): this {
    return this.#print(describe, (...args: Args) =>
      readCompany(this.#context, this.opts(), prepare(...args)),
    );
  }

  /** Changes the company that `--company` names. */
  change<Args extends unknown[], T extends object, Options extends object>(
    prepare: (...args: Args) => Awaitable<(write: CompanyWrite) => T>,
    describe?: Describe<T, Options>,
  ): this {
    return this.#print(describe, async (...args: Args) =>
      changeCompany(this.#context, this.opts(), await prepare(...args)),
    );
  }

  /** Changes the company as `change` does, with an amount that may have to be repeated first. */
  changeAmount<Args extends unknown[], T extends object, Options extends object>(
    prepare: (...args: Args) => (write: CompanyWrite, repeated: number | null) => T,
    describe?: Describe<T, Options>,
  ): this {
    this.option(...repeatOption);
    return this.#print(describe, (...args: Args) => {
      const change = prepare(...args);
      return confirmingAmount(this.#context, this.opts<RepeatOption>(), (repeated) =>
        changeCompany(this.#context, this.opts(), (write) => change(write, repeated)),
      );
    });
  }

  /** Reads the data as a whole. */
  readData<Args extends unknown[], T extends object, Options extends object>(
    prepare: (...args: Args) => (db: Database) => T,
    describe?: Describe<T, Options>,
  ): this {
    return this.#print(describe, (...args: Args) =>
      withData(this.#context, this.opts(), prepare(...args)),
    );
  }

  /** Lists something of the company that `--company` names, also into a file. */
  list<Args extends unknown[], Row extends object, Options extends object>(
    prepare: (...args: Args) => (db: Database, companyId: number) => readonly Row[],
    list: List<Row> | ((options: Options) => List<Row>),
  ): this {
    return this.#list(list, (...args: Args) =>
      readCompany(this.#context, this.opts(), prepare(...args)),
    );
  }

  /** Changes the company as `change` does, and lists what came of it as `list` does. */
  changeList<Args extends unknown[], Row extends object>(
    prepare: (...args: Args) => (write: CompanyWrite) => readonly Row[],
    list: List<Row>,
  ): this {
    return this.#list(list, (...args: Args) =>
      changeCompany(this.#context, this.opts(), prepare(...args)),
    );
  }

  /** Changes the data as a whole. */
  changeData<Args extends unknown[], T extends object, Options extends object>(
    prepare: (...args: Args) => Awaitable<(db: Database) => T>,
    describe?: Describe<T, Options>,
  ): this {
    return this.#print(describe, async (...args: Args) =>
      changingData(this.#context, this.opts(), await prepare(...args)),
    );
  }

  #list<Args extends unknown[], Row extends object, Options extends object>(
    list: List<Row> | ((options: Options) => List<Row>),
    run: (...args: Args) => Promise<readonly Row[]>,
  ): this {
    return addListOptions(this, this.#context).action(async (...args: Args) => {
      const rows = await run(...args);
      const named = typeof list === 'function' ? list(this.opts()) : list;
      await printList(this.#context, this.opts(), rows, named);
    });
  }

  #print<Args extends unknown[], T extends object, Options extends object>(
    describe: Describe<T, Options> | undefined,
    run: (...args: Args) => Promise<T>,
  ): this {
    return this.action(async (...args: Args) => {
      const value = await run(...args);
      const options = this.opts<Options>();
      const text = describe && (() => describe(value, this.#context, options));
      print(this.#context, options, value, text);
    });
  }
}

/**
 * Carries out a change of the company that the options name, in one transaction, and returns its outcome. Where it leaves the
 * portal without an owner, that is said. A dry run does the same and rolls it back.
 */
export const changeCompany = <T>(
  context: Context,
  options: CompanyOptions & DryRunOption,
  change: (write: CompanyWrite) => T,
): Promise<T> =>
  withData(context, options, (db) => {
    const { companyId } = resolveCompany(db, options);
    const input = { companyId, now: context.now(), actor: context.actor };
    const carryOut = () => {
      endHoldsThatAreOver(db, context.now);
      const write = beginCompanyWrite(db, input);
      return watchingOwner(write, () => change(write));
    };
    const { result, lostOwner } = options.dryRun ? db.dryRun(carryOut) : db.write(carryOut);
    if (lostOwner) printNotice(context, ownerlessText(options));
    return result;
  });

const ownerlessText = (options: CompanyOptions): string =>
  `Nobody may sign in as owner of the portal now. To let somebody: ${commandsOf('portal', options)('link', 'EMAIL', '--role', 'owner')}`;

/** Reads something of the company that the options name. */
export const readCompany = <T>(
  context: Context,
  options: CompanyOptions,
  read: (db: Database, companyId: number) => T | Promise<T>,
): Promise<T> =>
  withData(context, options, (db) => read(db, resolveCompany(db, options).companyId));
