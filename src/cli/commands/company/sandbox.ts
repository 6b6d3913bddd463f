import type { Command } from 'commander';
import { resetSandbox } from '../../../service/company/sandbox.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import { changeCompany } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { companyOption } from '../../options/company-option.ts';
import { print } from '../../output/output.ts';

/** `engaged sandbox …`: the company that test keys act on. */
export function addSandboxCommands(program: Command, context: Context): void {
  const sandbox = program.command('sandbox').description('Sandbox: reset');

  addCommand(sandbox, 'reset', {
    description: 'Empty a sandbox and fill it with the sample data again; its keys stay',
    example: 'engaged sandbox reset --company Acme',
  })
    .option(...companyOption)
    .action(async (options: CommonOptions & { company?: string }) => {
      const content = await changeCompany(context, { ...options, test: true }, resetSandbox);
      print(
        context,
        options,
        content,
        () =>
          `Reset the sandbox: ${content.employees} people, ${content.departments} departments, ${content.badges} badges, ${content.shop_items} shop items.`,
      );
    });
}
