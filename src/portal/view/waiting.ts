import type { Waiting } from '../../service/company/waiting.ts';
import type { Messages } from '../languages/en.ts';
import type { Icon } from './icons.ts';

/** Something that waits, in words. */
export type WaitingInWords = {
  icon: Icon;
  isBad?: boolean;
  title: string;
  text: string;
  /** For how long it waits, or how long it may. */
  time: string;
  /** The page on which it is decided, below that of the portal, and what the link to it says. */
  path: string;
  label: string;
};

/** Says what waits, on the first page and in the daily mail. */
export function waitingInWords(t: Messages, one: Waiting, now: number): WaitingInWords {
  const { home, format } = t;
  const since = (time: number | null) => format.duration(now - (time ?? now));
  switch (one.about) {
    case 'blocked_roster':
      return {
        ...{ icon: 'sync', isBad: true, title: home.blocked, time: '' },
        text: home.blockedText({ count: one.people }),
        ...{ path: `/syncs/${one.run}`, label: home.seeBlocked },
      };
    case 'directory':
      return {
        ...{ icon: 'plug', isBad: true, title: t.directory.waitingTitle(one), time: '' },
        text: t.home.directoryText,
        ...{ path: '/directory', label: t.home.seeBlocked },
      };
    case 'kept_people':
      return {
        ...{ icon: 'people', title: home.kept(one), text: home.keptText },
        ...{ time: since(one.since), path: '/kept', label: home.seeKept },
      };
    case 'reported_thanks':
      return {
        ...{ icon: 'heart', title: home.reported(one), text: home.reportedText },
        ...{ time: since(one.since), path: '/recognition', label: home.seeReported },
      };
    case 'redemptions':
      return {
        ...{ icon: 'gift', title: t.counts.redemptions(one.count), text: home.redemptionsText },
        ...{ time: since(one.since), path: '/redemptions', label: home.decide },
      };
    case 'approved':
      return {
        ...{ icon: 'gift', title: home.toHandOut(one), text: home.toHandOutText },
        ...{ time: since(one.since), path: '/redemptions?status=approved', label: home.handOut },
      };
    case 'webhook': {
      const host = URL.parse(one.url)?.host ?? t.webhooks.itsReceiver;
      return {
        ...{ icon: 'alert', title: home.webhookDisabled({ host }) },
        text: home.webhookReasons[one.isGone ? 'receiver' : 'failures'],
        ...{ time: since(one.since), path: `/webhooks/${one.id}`, label: home.seeWebhook },
      };
    }
    case 'key': {
      const left = one.expiresAt - now;
      return {
        ...{ icon: 'key', text: home.keyEndsText },
        title: home.keyEnds({ name: one.name, day: format.day(one.expiresAt) }),
        time: left > 0 ? home.timeLeft({ time: format.duration(left) }) : home.ended,
        ...{ path: `/keys/${one.id}`, label: home.seeKey },
      };
    }
  }
}
