import type { Command } from 'commander';
import { addCommand, type CommonOptions } from '../../command.ts';
import type { Context } from '../../context.ts';
import { print } from '../../output/output.ts';

/** `engaged openapi`: prints the description of the API, as a service serves it. Needs no data file. */
export function addOpenapiCommand(program: Command, context: Context): void {
  addCommand(program, 'openapi', {
    description: "Print the API's description (OpenAPI 3.1), always as JSON",
    example: 'engaged openapi > openapi.json',
  }).action(async (options: CommonOptions) => {
    // Loaded here, so that no other command waits for it.
    const { describeApi } = await import('../../../http/routes.ts');
    print(context, options, describeApi());
  });
}
