import { type Html, html } from '../../http/response/html.ts';

/** A part of a mail, as HTML and as text. */
export type MailPart = { html: Html; text: string };

export type MailLink = { label: string; href: string };

/** Something in a list, with what stands at the end of its line. */
export type MailRow = { title: string; href?: string; text?: string; aside?: string };

/** Styles are inline, because programs for mail drop others. The dark of those that know it is in `mail.css`. */
const STYLES = {
  accent: 'color:#0b6b5b',
  strong: 'font-weight:600;color:#0b6b5b',
  h2: 'margin:24px 0 4px;font-size:16px;line-height:24px;font-weight:600;color:#181c1a',
  paragraph: 'margin:0 0 16px;font-size:15px;line-height:23px;color:#181c1a',
  button:
    'display:inline-block;margin:8px 0 24px;padding:10px 20px;border-radius:6px;background:#0b6b5b;font-size:15px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none',
  aside: 'margin:0 0 12px;font-size:14px;line-height:21px;color:#5a615d',
  list: 'width:100%;margin:0 0 16px',
  row: 'padding:10px 0;border-top:1px solid #e5e5df;font-size:15px;line-height:23px;color:#181c1a',
  rowText: 'margin:0;font-size:14px;line-height:21px;color:#5a615d',
  rowEnd:
    'padding:10px 0 10px 16px;border-top:1px solid #e5e5df;font-size:14px;line-height:23px;white-space:nowrap;color:#5a615d',
  bar: 'width:100%;margin:0 0 8px',
  done: 'height:6px;border-radius:3px;background:#0b6b5b;font-size:0;line-height:0',
  track: 'height:6px;border-radius:3px;background:#dde5e2;font-size:0;line-height:0',
};

const TABLE = html` role="presentation" cellspacing="0" cellpadding="0" border="0"`;

export const paragraph = (text: string): MailPart => ({
  html: html`<p class="text" style="${STYLES.paragraph}">${text}</p>`,
  text,
});

/** Said in less weight. */
export const note = (text: string): MailPart => ({
  html: html`<p class="note" style="${STYLES.aside}">${text}</p>`,
  text,
});

export const heading = (text: string): MailPart => ({
  html: html`<h2 class="text" style="${STYLES.h2}">${text}</h2>`,
  text: text.toUpperCase(),
});

/** A button, of which one can do without. @param copy says that its address can be copied */
export const button = (
  { label, href }: MailLink,
  { copy, open }: { copy: string; open: string },
): MailPart => ({
  html: html`<a class="button" href="${href}" style="${STYLES.button}">${label}</a>
<p class="note" style="${STYLES.aside}">${copy}<br><a class="accent" href="${href}" style="${STYLES.accent}">${href}</a></p>`,
  text: `${open}\n${href}`,
});

/** How much of something is done, 0 to 1, in words below it. */
export function bar(share: number, text: string): MailPart {
  const done = Math.round(100 * Math.max(0, Math.min(1, share)));
  const cell = (width: number, kind: 'done' | 'track') =>
    width === 0
      ? html``
      : html`<td class="${kind}" width="${width}%" style="${STYLES[kind]}">&nbsp;</td>`;
  return {
    html: html`<table${TABLE} width="100%" style="${STYLES.bar}"><tr>${cell(done, 'done')}${cell(100 - done, 'track')}</tr></table>
<p class="note" style="${STYLES.aside}">${text}</p>`,
    text,
  };
}

export const list = (rows: readonly MailRow[]): MailPart => ({
  html: html`<table${TABLE} width="100%" style="${STYLES.list}">${rows.map(
    ({ title, href, text, aside }) =>
      html`<tr><td class="text line" style="${STYLES.row}">${href === undefined ? title : html`<a class="accent" href="${href}" style="${STYLES.strong}">${title}</a>`}${text ? html`<p class="note" style="${STYLES.rowText}">${text}</p>` : ''}</td><td class="note line" align="end" valign="top" style="${STYLES.rowEnd}">${aside ?? ''}</td></tr>
`,
  )}</table>`,
  text: rows
    .map(({ title, text, aside }) => {
      const first = aside ? `* ${title} (${aside})` : `* ${title}`;
      return text ? `${first}\n  ${text}` : first;
    })
    .join('\n'),
});
