import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

/** A moment as people say it, as an element whose full time is UTC. */
export const timeElement = (
  { format }: Pick<Messages, 'format'>,
  time: number,
  now: number,
): Html =>
  html`<time datetime="${new Date(time).toISOString()}" title="${format.fullTime(time)}">${format.moment(time, now)}</time>`;
