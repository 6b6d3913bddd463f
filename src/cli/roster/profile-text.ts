import { pluralize } from '../../domain/number-text.ts';
import type { ProfileReason } from '../../domain/roster/types.ts';
import type { Review } from '../../service/roster/review/review.ts';
import type { DifferenceView } from '../../service/roster/runs/show-changes.ts';
import { escapeControl } from '../output/terminal.ts';
import { describePerson } from './people-text.ts';

export const PROFILE_REASONS: Readonly<Record<ProfileReason, string>> = {
  not_requested: 'not requested',
  linked_by_email: 'linked by email in this run',
  managed_in_portal: 'an admin, or holds a role',
  email_taken: 'the email belongs to another person',
  email_circle: 'more than 1,000 people pass their emails on in a circle',
};

const DIFFERENCES_NAMED = 10;

/** Whose name or email differs from the file and was left alone, and the command that applies the changes. */
export function describeProfiles(
  { differing, listed }: Review['profiles'],
  { wasAsked, command }: { wasAsked: boolean; command: string },
): string[] {
  if (differing === 0) return [];
  const more = differing - Math.min(differing, DIFFERENCES_NAMED, listed.length);
  const people = pluralize(differing, 'person has', 'people have');
  return [
    wasAsked
      ? `${people} another name or email on record, which ${differing === 1 ? 'was' : 'were'} not changed:`
      : `${people} another name or email on record. An import does not change them:`,
    ...listed.slice(0, DIFFERENCES_NAMED).map((one) => `  ${describeDifference(one, wasAsked)}`),
    ...(more > 0 ? [`  and ${pluralize(more, 'other', 'others')}`] : []),
    ...(wasAsked
      ? []
      : ['To apply the names and emails of the file:', `  ${escapeControl(command)}`]),
  ];
}

function describeDifference(one: DifferenceView, withReason: boolean): string {
  const reason = withReason ? `; ${PROFILE_REASONS[one.reason]}` : '';
  return `line ${one.line}  ${describePerson(one)}: ${one.fields.join(' and ')}${reason}`;
}
