import type { Command } from 'commander';
import type { Context } from '../context.ts';

/** `engaged openapi`: prints the description of the API, as a running service serves it. */
export function addOpenapiCommand(program: Command, context: Context): void {
  program
    .command('openapi')
    .description("Print the API's description (OpenAPI 3.1)")
    .addHelpText('after', '\nExample:\n  engaged openapi > openapi.json')
    .action(async () => {
      const { describeApi } = await import('../../http/routes.ts');
      context.stdout.write(`${JSON.stringify(describeApi(), null, 2)}\n`);
    });
}
