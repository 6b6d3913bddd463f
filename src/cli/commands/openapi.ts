import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../command.ts';
import type { Context } from '../context.ts';
import { print } from '../output.ts';

/** `engaged openapi`: prints the description of the API, as a service serves it. No data file is looked at. */
export function addOpenapiCommand(program: Command, context: Context): void {
  addCommand(program, 'openapi', {
    description: "Print the API's description (OpenAPI 3.1), as JSON in any case",
    example: 'engaged openapi > openapi.json',
  }).action(async (options: CommonOptions) => {
    // Loaded here: no other command should have to wait for it.
    const { describeApi } = await import('../../http/routes.ts');
    print(context, { ...options, json: true }, describeApi(), () => '');
  });
}
