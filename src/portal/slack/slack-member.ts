import type { WebClient } from '@slack/web-api';

/** Who asks in Slack: the email that the workspace confirms, or why there is none. */
export type Member = { email: string } | { refused: 'notOurs' | 'noEmail' | 'slow' };

/** Finds a member of the workspace. Guests, bots, people of other workspaces and those who were deactivated are none. */
export async function findMember(
  web: WebClient,
  { team, user: id }: { team: string; user: string },
): Promise<Member> {
  const found = await web.users.info({ user: id }).catch(() => undefined);
  if (!found?.user) return { refused: 'slow' };
  const { user } = found;
  const isGuest = user.is_restricted || user.is_ultra_restricted || user.is_stranger;
  const isOurs = user.id === id && user.team_id === team;
  if (!isOurs || isGuest || user.is_bot || user.deleted) return { refused: 'notOurs' };
  const email = user.profile?.email?.trim();
  if (!email || user.is_email_confirmed === false) return { refused: 'noEmail' };
  return { email };
}
