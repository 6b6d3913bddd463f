import { Html, html } from '../../http/response/html.ts';
import { readText } from '../../store/files/read-text.ts';
import type { Messages } from '../languages/en.ts';
import type { MailLink, MailPart } from './parts.ts';

/** What a mail says. */
export type MailContent = {
  subject: string;
  /** The company it is about, if any. */
  company: string | undefined;
  title: string;
  parts: readonly MailPart[];
  /** Why the receiver gets it. */
  reason: string;
  /** Where they end that, or change it. */
  ends?: readonly MailLink[];
};

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif;overflow-wrap:anywhere";

/** As those of `parts.ts`. */
const STYLES = {
  page: 'margin:0;padding:0;background:#f6f6f3',
  frame: 'padding:24px 12px',
  card: 'width:100%;max-width:600px;background:#ffffff;border:1px solid #e5e5df;border-radius:10px',
  part: `padding:24px 32px;${FONT}`,
  foot: `padding:16px 32px 20px;border-top:1px solid #e5e5df;${FONT}`,
  brand: 'margin:0 0 16px;font-size:15px;line-height:24px;font-weight:600;color:#181c1a',
  accent: 'color:#0b6b5b',
  h1: 'margin:0 0 8px;font-size:22px;line-height:28px;font-weight:600;color:#181c1a',
  small: 'margin:0;font-size:13px;line-height:20px;color:#5a615d',
};

const DARK = new Html(readText(new URL('./mail.css', import.meta.url)));

/** A mail as HTML that needs no picture, and as text. */
export function renderMail(
  t: Messages,
  content: MailContent,
): { subject: string; html: string; text: string } {
  return { subject: content.subject, html: toHtml(t, content).text, text: toText(content) };
}

function toHtml({ language, mail }: Messages, content: MailContent): Html {
  const { subject, company, title, parts, reason, ends = [] } = content;
  const head = mail.sentBy({
    name: html`<span class="accent" style="${STYLES.accent}">engaged</span>`,
    company,
  });
  const endings = ends.map(
    ({ label, href }) =>
      html`<br><a class="accent" href="${href}" style="${STYLES.accent}">${label}</a>`,
  );
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>
<style>
${DARK}</style></head>
<body class="page" style="${STYLES.page}"><table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td class="frame" align="center" style="${STYLES.frame}">
<table role="presentation" class="card" cellspacing="0" cellpadding="0" border="0" style="${STYLES.card}">
<tr><td class="part" align="start" style="${STYLES.part}"><p class="text" style="${STYLES.brand}">${head}</p>
<h1 class="text" style="${STYLES.h1}">${title}</h1>
${parts.map((part) => html`${part.html}\n`)}</td></tr>
<tr><td class="part foot" align="start" style="${STYLES.foot}"><p class="note" style="${STYLES.small}">${reason}${endings}</p></td></tr>
</table></td></tr></table></body></html>
`;
}

const toText = ({ title, parts, reason, ends = [] }: MailContent): string =>
  [
    title,
    ...parts.map(({ text }) => text),
    `--\n${reason}`,
    ...ends.map(({ label, href }) => `${label}:\n${href}`),
  ].join('\n\n');
