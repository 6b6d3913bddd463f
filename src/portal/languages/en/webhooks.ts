import { EVENT_TYPES } from '../../../domain/event.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { number, plural, type Strong } from './words.ts';

/** Webhooks and their deliveries. */
export const webhooks = {
  title: 'Webhooks',
  lead: 'Events are sent to these addresses as they happen, signed.',
  none: 'No webhooks yet',
  noneText:
    'A webhook tells another system at once when somebody joins, gets XP or a badge, or redeems an item.',
  noneTextAskOwner:
    'A webhook tells another system at once when somebody joins, gets XP or a badge, or redeems an item. An owner can make one, here or with the command.',
  webhook: 'Webhook',
  webhookTo: ({ host }: { host: string }) => `Webhook to ${host}`,
  itsReceiver: 'its receiver',
  addressAndEvents: 'Address and events',
  address: 'Address',
  addressHint:
    'An https or http address that answers 2xx within 15 seconds. It must be public, unless the setting webhook-allow names it.',
  giveAddress: 'Where are events sent?',
  event: 'Event',
  events: 'Events',
  eventsHint: 'If you choose none, it gets all of them.',
  allEvents: 'all events',
  meanings: EVENT_TYPES,
  state: 'State',
  states: { active: 'active', failing: 'failing', disabled: 'disabled' },
  retries: 'Retries',
  planned: ({ count }: { count: number }) => `${number(count)} planned`,
  createdAt: 'Created',
  newWebhook: 'New webhook',
  newLead: 'It gets the events from now on.',
  newWebhookTo: ({ url }: { url: string }) => `New webhook: ${url}`,
  createThis: 'Create webhook',
  notCreated: 'No webhook was created.',
  secret: 'Secret',
  secretText: 'The receiver checks signatures with it, after Standard Webhooks.',
  newSecretFor: ({ url }: { url: string }) => `New secret: ${url}`,
  failing: 'Failing',
  failingSince: ({ since, count }: { since: Html; count: number }) =>
    html`since ${since}, ${plural(count, { one: `${number(count)} failure`, other: `${number(count)} failures` })}`,
  disabled: 'Disabled',
  disabledReasons: {
    operator: 'by hand',
    failures: 'deliveries failed for five days',
    receiver: 'the receiver answered 410',
  },
  testAndState: 'Test and state',
  testText: 'Sends a test event now and shows the answer.',
  sendTest: 'Send test event',
  testDelivered: (it: { strong: Strong; status: number; milliseconds: number }) =>
    html`${it.strong('The test event is delivered.')} The answer is ${it.status}, after ${number(it.milliseconds)} ms.`,
  testRefused: (it: { strong: Strong; status: number; milliseconds: number }) =>
    html`${it.strong('The test event is not delivered.')} The answer is ${it.status}, after ${number(it.milliseconds)} ms. Only an answer from 200 to 299 counts as delivered.`,
  testUnreachable: ({ strong, command }: { strong: Strong; command: Html }) =>
    html`${strong('The test event is not delivered.')} Its address is not reachable. Whoever runs the service sees why with ${command}.`,
  enable: 'Enable',
  enableWithoutMissed: 'Enable without what was missed',
  enableText: 'When it is enabled again, it gets the missed events that are still kept.',
  isEnabled: 'The webhook is enabled.',
  isEnabledWithoutMissed: 'The webhook is enabled, without what it missed.',
  disable: 'Disable',
  disableText:
    'A disabled webhook gets nothing. When it is enabled again, it can get what it missed.',
  isDisabled: 'The webhook is disabled.',
  resend: ({ event }: { event: Html }) => html`Resend ${event}`,
  resendAll: 'Resend what was not delivered',
  resent: ({ count }: { count: number }) =>
    count === 0
      ? 'There is nothing to send again.'
      : plural(count, {
          one: `${number(count)} event is sent again.`,
          other: `${number(count)} events are sent again.`,
        }),
  rotate: 'Rotate the secret',
  rotateText: 'Until the old secret ends, events are signed with both.',
  rotateThis: 'Rotate secret',
  stillSigns: 'The old secret still signs',
  delete: 'Delete',
  deleteText: 'For good, with the record of its deliveries.',
  deleteThis: 'Delete webhook',
  typeHost: ({ host }: { host: Html }) => html`To confirm, type its host: ${host}`,
  isDeleted: ({ host }: { host: Html }) => html`The webhook to ${host} is deleted.`,
  deliveries: 'Deliveries',
  all: 'All',
  deliveryStates: { delivered: 'delivered', waiting: 'waiting', failed: 'failed' },
  noneInState: {
    delivered: 'Nothing is delivered.',
    waiting: 'Nothing is waiting.',
    failed: 'Nothing is failed.',
  },
  noneSent: 'Nothing was sent yet. Each event stands here once it was sent; test events do not.',
  noneMore: 'Nothing more.',
  attempts: ({ count }: { count: number }) =>
    count === 0
      ? 'about to be sent'
      : plural(count, { one: `${number(count)} attempt`, other: `${number(count)} attempts` }),
  answer: 'Answer',
  notReachable: 'not reachable',
  milliseconds: ({ count }: { count: number }) => `${number(count)} ms`,
  lastAttempt: 'Last attempt',
  nextAt: ({ time }: { time: string }) => `next ${time}`,
  action: 'Action',
};
