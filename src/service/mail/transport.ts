import { readFileSync } from 'node:fs';
import type { Mailbox } from '../../domain/mail/mailbox.ts';
import type { SmtpServer } from '../../domain/mail/smtp-server.ts';

/** How mail is sent. */
export type MailTransport = {
  server: SmtpServer;
  /** The file with the password, in place of one in `server`. */
  passwordFile: string | undefined;
  from: Mailbox;
};

/** The password for the server. A file is read for each connection, so that it can change. @throws as `readFileSync` */
export const readPassword = ({ server, passwordFile }: MailTransport): string | undefined =>
  passwordFile === undefined
    ? server.password
    : readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '');
