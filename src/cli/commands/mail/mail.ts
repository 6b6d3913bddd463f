import type { Command } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import type { MailAnswer, MailError, MailStep } from '../../../domain/mail/mail-answer.ts';
import { MAIL_STEPS } from '../../../domain/mail/mail-answer.ts';
import type { SmtpServer } from '../../../domain/mail/smtp-server.ts';
import { startMailThread } from '../../../portal/mail/start-thread.ts';
import type { MailTasks, MailThreadData } from '../../../portal/mail/tasks.ts';
import { requireEmail } from '../../../service/input.ts';
import type { MailTransport } from '../../../service/mail/transport.ts';
import { WorkerHandle } from '../../../worker/worker-handle.ts';
import { addCommand, type CommonOptions } from '../../command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { print } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';
import {
  addSettingOptions,
  MAIL_SETTINGS,
  type RawSettings,
  readSettings,
  toMailTransport,
} from '../../server/settings.ts';

/** `engaged mail …`: the server that takes mail. */
export function addMailCommands(program: Command, context: Context): void {
  const mail = program.command('mail').description('Mail: test the server that takes it');
  addSettingOptions(
    addCommand(mail, 'test', {
      description: 'Send a mail now, from this process, and show what the server answered',
      example: 'engaged mail test ada@acme.example',
      takesData: false,
    }),
    MAIL_SETTINGS,
  )
    .argument('<address>', 'who gets it')
    .action(async (address: string, options: CommonOptions & RawSettings) => {
      const to = requireEmail(address);
      const settings = readSettings(options, context.env, MAIL_SETTINGS);
      const transport = toMailTransport(settings, context.cwd);
      if (!transport) throw new UsageError('No mail is sent without smtp-url and mail-from');
      const answer = await sendTest(transport, to, context.now());
      print(context, options, toJson(transport, answer), () => describe(transport, answer));
      if (answer.error !== null) throw new ExitError(EXIT.failed);
    });
}

async function sendTest(transport: MailTransport, to: string, now: number): Promise<MailAnswer> {
  const thread = new WorkerHandle<MailTasks, MailThreadData>({
    data: { engagedRole: 'mail', transport, outbox: null },
    start: startMailThread,
    resourceLimits: { maxOldGenerationSizeMb: 128 },
    onCrash: () => {},
  });
  try {
    return await thread.call('test', { to, now });
  } finally {
    await thread.close();
  }
}

const toJson = ({ server, from }: MailTransport, answer: MailAnswer) => ({
  sent: answer.error === null,
  ...{ server: `${server.host}:${server.port}`, from: from.address },
  ...{ step: answer.step, error: answer.error, status: answer.status, answer: answer.text },
});

/** A line for each step that was taken. */
function describe({ server }: MailTransport, answer: MailAnswer): string {
  const steps = MAIL_STEPS.filter((step) => step !== 'sign_in' || server.user !== undefined);
  const last = steps.indexOf(answer.step);
  const done = steps.slice(0, answer.error === null ? steps.length : Math.max(last, 0));
  const lines = done.map((step) => `${DONE[step](server)}.`);
  const said = escapeControl(answer.text);
  if (answer.error === null) return [...lines, `The server answered: ${said}`].join('\n');
  return [...lines, `${FAILED[answer.error](server)}${said === '' ? '.' : `: ${said}`}`].join('\n');
}

const HOW: Readonly<Record<SmtpServer['security'], string>> = {
  tls: 'with TLS from the start',
  starttls: 'and changed to TLS',
  none: 'without TLS',
};

const DONE: Readonly<Record<MailStep, (server: SmtpServer) => string>> = {
  connect: ({ host, port, security }) => `Connected to ${host}:${port} ${HOW[security]}`,
  sign_in: ({ user = '' }) => `Signed in as ${escapeControl(user)}`,
  send: () => 'The mail was taken',
};

const FAILED: Readonly<Record<MailError, (server: SmtpServer) => string>> = {
  unknown_host: ({ host }) => `No name server knows ${host}`,
  unreachable: ({ host, port }) => `${host}:${port} cannot be reached, or broke the connection off`,
  timeout: ({ host, port }) => `${host}:${port} did not answer in time`,
  tls: () => 'No encrypted connection came about',
  sign_in: ({ user = '' }) => `The server does not let ${escapeControl(user)} in`,
  refused: () => 'The server refused the mail',
  protocol: () => 'The server does not speak SMTP as expected',
  password_file: () => 'smtp-password-file cannot be read',
};
