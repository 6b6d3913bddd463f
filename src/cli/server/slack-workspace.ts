import { UsageError } from '../../domain/errors.ts';
import type { Workspace } from '../../portal/slack/workspace.ts';
import { openData } from '../../store/data.ts';
import { resolveLiveCompany } from '../options/company-option.ts';
import type { Settings } from './settings.ts';

/**
 * The workspace of Slack that the service answers in; undefined without tokens.
 *
 * @throws UsageError where a token is missing, or the company is not clear
 */
export function toWorkspace(
  {
    slackAppToken: appToken,
    slackBotToken: botToken,
    slackCompany: company,
  }: Pick<Settings, 'slackAppToken' | 'slackBotToken' | 'slackCompany'>,
  file: string,
): Workspace | undefined {
  if (appToken === undefined || botToken === undefined) {
    if ((appToken ?? botToken ?? company) === undefined) return undefined;
    throw new UsageError('Slack needs slack-app-token and slack-bot-token');
  }
  const db = openData(file, { write: false });
  try {
    return { appToken, botToken, companyId: resolveLiveCompany(db, company).companyId };
  } finally {
    db.close();
  }
}
