import { writtenCode } from '../../domain/card-code.ts';
import { Html, html } from '../../http/response/html.ts';
import { chunksOf } from '../../service/chunks.ts';
import type { Card } from '../../service/portal/cards.ts';
import { CARDS_STYLE } from '../assets/assets.ts';
import type { Messages } from '../languages/en.ts';
import { qrCode } from './qr-code.ts';

const PER_SHEET = 8;

/** A longer link makes a code too fine to be scanned from a card. */
const MAX_LINK = 300;

/** What cards say besides whom they are for. */
export type AboutCards = {
  company: string;
  /** Where the portal is, without a slash at its end. */
  address: string;
  /** When the codes stop working, in milliseconds UTC. */
  until: number;
};

/** Pages with eight cards each, to be printed and cut. */
export const cardSheets = (t: Messages, cards: readonly Card[], about: AboutCards): Html[] =>
  [...chunksOf(cards, PER_SHEET)].map(
    (some) => html`<div class="sheet">${some.map((one) => card(t, one, about))}</div>
`,
  );

/** A page with nothing but cards. */
export const printedPage = (t: Messages, cards: readonly Card[], about: AboutCards): string =>
  html`<!doctype html>
<html lang="${t.language}">
<head>
<meta charset="utf-8">
<title>${t.cards.title}</title>
<style>${new Html(CARDS_STYLE)}</style>
</head>
<body>
${cardSheets(t, cards, about)}</body>
</html>
`.text;

/**
 * The page that fills in number and code by itself. They stand behind the #, which browsers send to nobody, so that they
 * are in no log.
 */
const linkOf = (address: string, { external_id: number, code }: Card): string =>
  `${address}/portal/sign-in#${new URLSearchParams({ number, code })}`;

function card({ cards, format }: Messages, one: Card, { company, address, until }: AboutCards) {
  const { external_id: number, department } = one;
  const name = one.name ?? '';
  const isLong = name.length > 40 || name.split(/\s/).some((word) => word.length > 15);
  const link = linkOf(address, one);
  const size = number.length > 48 ? 'longest' : number.length > 14 ? 'long' : '';
  const host = `${address.replace(/^https?:\/\//, '')}/portal`;
  return html`<section class="card"><p class="of"><b><bdi>${company}</bdi></b><span>engaged</span></p>
<div><h3 class="name${isLong ? ' long' : ''}"><bdi>${name}</bdi></h3><p class="dept"><bdi>${department ?? ''}</bdi></p></div>${link.length > MAX_LINK ? html`<span></span>` : qrCode(link, cards.scan, 0)}
<dl><div><dt>${cards.number}</dt><dd class="${size}"><bdi>${number}</bdi></dd></div><div><dt>${cards.code}</dt><dd>${writtenCode(one.code)}</dd></div></dl>
<p class="how">${cards.scanOrType({ host: html`<b>${host}</b>` })}<br>${cards.goodOnce({ until: format.day(until) })}</p></section>`;
}
