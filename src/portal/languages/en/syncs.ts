import { type Html, html } from '../../../http/response/html.ts';
import { type Link, number, people, plural, type Strong } from './words.ts';

/** The rosters that came in, and what was done about each. */
export const syncs = {
  title: 'Syncs',
  lead: 'Every roster that came in, what it changed, and what was done about it.',
  none: 'No roster has come in yet',
  noneOlder: 'No older syncs',
  noneText:
    'A roster comes from a file that you upload, or from your HR system directly. Each one then stands here and can be reverted.',
  time: 'Time',
  outcome: 'Outcome',
  by: 'By',
  created: 'Created',
  updated: 'Updated',
  unchanged: 'Unchanged',
  failed: 'Failed',
  deactivated: 'Deactivated',
  kinds: { revert: 'revert', approval: 'approval' },
  titles: {
    sync: ({ when }: { when: string }) => `Roster of ${when}`,
    revert: ({ when }: { when: string }) => `Revert of ${when}`,
    approval: ({ when }: { when: string }) => `Approval of ${when}`,
  },
  outcomes: {
    interrupted: 'interrupted',
    failed: 'failed',
    applied: 'applied',
    approved: 'approved',
    waits: 'waits for a decision',
    nobodyDeactivated: 'nobody deactivated',
  },
  /** What a run did to whom; empty for nothing. */
  did: (it: { created: number; updated: number; deactivated: number; failed: number }) =>
    [
      ...(it.created > 0 ? [`created ${people(it.created)}`] : []),
      ...(it.updated > 0 ? [`updated ${number(it.updated)}`] : []),
      ...(it.deactivated > 0 ? [`deactivated ${number(it.deactivated)}`] : []),
      ...(it.failed > 0
        ? [
            plural(it.failed, {
              one: `left out ${number(it.failed)} row`,
              other: `left out ${number(it.failed)} rows`,
            }),
          ]
        : []),
    ].join(', '),
  changedNobody: 'changed nobody',
  changedNothing: 'failed and changed nothing',
  wasInterrupted: 'was interrupted',
  wasInterruptedAfter: ({ did }: { did: string }) =>
    did === '' ? 'was interrupted' : `was interrupted, ${did}`,
  rows: 'Rows',
  /** What a run of its kind is about, and what became of it. */
  about: {
    revert: ({ run }: { run: Link }) => html`This reverted ${run('another run')}.`,
    approval: ({ run }: { run: Link }) => html`This approved ${run('another run')}.`,
  },
  followed: {
    revert: ({ run, when }: { run: Link; when: string }) => html`${run('Reverted')} ${when}.`,
    approval: ({ run, when }: { run: Link; when: string }) => html`${run('Approved')} ${when}.`,
  },
  followedInPart: {
    revert: ({ run, when }: { run: Link; when: string }) =>
      html`${run('Reverted')} in part ${when}.`,
    approval: ({ run, when }: { run: Link; when: string }) =>
      html`${run('Approved')} in part ${when}.`,
  },
  interruptions: {
    sync: ({ strong }: { strong: Strong }) =>
      html`${strong('The import was interrupted.')} What it had applied until then is listed here. Apply the same file again to finish it, or revert this run.`,
    revert: ({ strong }: { strong: Strong }) =>
      html`${strong('The revert was interrupted.')} What it had taken back until then is listed here. Revert the other run again to finish it, or revert this one.`,
    approval: ({ strong }: { strong: Strong }) =>
      html`${strong('The approval was interrupted.')} Whom it had deactivated until then is listed here. Approve the other run again to finish it, or revert this one.`,
  },
  syncFailed: ({ strong, reason }: { strong: Strong; reason: Html }) =>
    html`${strong('The sync failed and changed nothing.')} The reason: ${reason}`,
  rowsFailed: ({ strong }: { strong: Strong }) =>
    html`${strong('Nobody was deactivated.')} Rows of the roster failed, and they may be the very people who seem to be missing. Correct them and send the roster again.`,
  overLimit: ({ strong, count }: { strong: Strong; count: number }) =>
    html`${strong('Nobody was deactivated.')} ${plural(count, {
      one: `${people(count)} with an external ID is not in the roster, more than the limit allows.`,
      other: `${people(count)} with an external ID are not in the roster, more than the limit allows.`,
    })} An incomplete roster looks like this. Everything else was applied.`,
  heldBack: 'Candidates for deactivation',
  heldBackText: 'Admins and people with a portal role are never among them',
  changedAndCreated: ({ count }: { count: number }) =>
    `${number(count)} · created people as they are now`,
  incomplete: 'The roster was incomplete',
  incompleteText:
    'This is the usual reason. Send the whole roster; this run then needs no decision any more.',
  uploadWhole: 'Upload the whole roster',
  haveLeft: 'They have really left',
  haveLeftText: ({ count }: { count: number }) =>
    `${people(count)} can no longer sign in or redeem. XP, coins and badges are kept, and the approval can be reverted.`,
  deactivate: 'Deactivate',
  deactivatePeople: ({ count }: { count: number }) => `Deactivate ${people(count)}`,
  areDeactivated: ({ strong, count }: { strong: Strong; count: number }) =>
    html`${strong(
      plural(count, {
        one: `${people(count)} is deactivated.`,
        other: `${people(count)} are deactivated.`,
      }),
    )} The approval is a run of its own, which can be reverted.`,
  /** Why an approval is refused: what has changed about whom. */
  objections: {
    deactivated_since: ({ person }: { person: string }) => `${person} was deactivated since.`,
    external_id_changed: ({ person }: { person: string }) =>
      `${person} has another external ID now.`,
    is_admin: ({ person }: { person: string }) => `${person} is an admin now.`,
    has_portal_role: ({ person }: { person: string }) => `${person} has a portal role now.`,
    named_since: ({ person }: { person: string }) => `${person} is in a later roster.`,
    missing_since: ({ person }: { person: string }) =>
      `${person} is missing from a later roster only.`,
    rows_rejected_since: (_: object) => 'Rows of a later roster failed.',
    interrupted_since: (_: object) => 'A later import was interrupted.',
  },
  somebody: 'Somebody',
  changedSince: ({ objection, more }: { objection: string; more: number }) =>
    more === 0
      ? `Something has changed since: ${objection}`
      : plural(more, {
          one: `Something has changed since: ${objection} There is ${number(more)} other reason.`,
          other: `Something has changed since: ${objection} There are ${number(more)} other reasons.`,
        }),
  revert: 'Revert this run',
  revertText: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} gets back what they had before; people whom the run created are deactivated. What has changed since is kept. The revert can be reverted.`,
      other: `${people(count)} get back what they had before; people whom the run created are deactivated. What has changed since is kept. The revert can be reverted.`,
    }),
  revertPeople: ({ count }: { count: number }) => `Revert ${people(count)}`,
  nothingToRevert: 'Nothing of the run was left to revert.',
  isReverted: ({ strong, left }: { strong: Strong; left: number }) =>
    html`${strong('The run is reverted.')} ${
      left === 0
        ? 'Nothing was left out.'
        : plural(left, {
            one: `${number(left)} field changed since and was left.`,
            other: `${number(left)} fields changed since and were left.`,
          })
    }`,
};

/** People whom a roster lacks and who are kept. */
export const kept = {
  title: 'Not in the roster, and kept',
  lead: ({ count }: { count: number }) =>
    plural(count, {
      one: `${people(count)} waits for a decision`,
      other: `${people(count)} wait for a decision`,
    }),
  nobody: 'Nobody waits for a decision',
  nobodyText:
    'Somebody whom a roster lacks, and who is kept because their address has another number in it or because of a role, stands here.',
  waiting: 'Waiting for a decision',
  person: 'Person',
  externalId: 'External ID',
  department: 'Department',
  why: 'Why',
  decision: 'Decision',
  reasons: {
    renumbered: 'The address stands in the roster with another number.',
    role: 'An admin, or somebody with a role.',
  },
  how: ({ strong, command }: { strong: Strong; command: Html }) =>
    html`${strong('Keep')} leaves somebody active, and nobody is asked again while number and role stay. Who has left is deactivated on their page. Who has another number gets it with ${command}; the next roster then finds them.`,
  keep: 'Keep',
  keepThis: ({ person }: { person: Html }) => html`Keep ${person}`,
  isKept: 'The person stays.',
};
