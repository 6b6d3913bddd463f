import type { Command } from 'commander';
import type { CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import type { RawSettings } from '../server/settings.ts';
import type { Deployment } from './deployment.ts';
import { domainName } from './option-values.ts';

/** The options of every recipe. */
export type DeployOptions = CommonOptions & RawSettings & { domain: string; program: string };

/** A recipe: a file that is printed. */
export type Recipe<Input> = {
  description: string;
  fileName: string;
  /** Whether the data file stands in it. */
  needsFile?: boolean;
  write: (deployment: Deployment, input: Input) => string;
};

/** Recipes with the same options. */
export type Kind<Options extends DeployOptions, Input> = {
  /** In the example of each. */
  flags: string;
  addOptions: (command: Command) => Command;
  /** What the options say beside the deployment. */
  toInput: (options: Options, deployment: Deployment, context: Context) => Input;
  recipes: Readonly<Record<string, Recipe<Input>>>;
};

/** The option of recipes in which the name of the service stands. */
export const domainOption = [
  '--domain <name>',
  'name of the service',
  domainName,
  'engaged.example.com',
] as const;
