import { Html, html } from '../../http/response/html.ts';
import { readText } from '../../store/files/read-text.ts';
import type { Messages } from '../languages/en.ts';

/** What a mail says. Every text is one paragraph. */
export type MailContent = {
  subject: string;
  /** The company it is about, if any. */
  company: string | undefined;
  title: string;
  texts: readonly string[];
  /** Where its button leads. */
  button?: { label: string; href: string } | undefined;
  /** Said below, in less weight. */
  notes: readonly string[];
  /** Why the receiver gets it. */
  reason: string;
  /** Where they end that. */
  end?: { label: string; href: string } | undefined;
};

/** Styles are inline, because programs for mail drop others. The dark of those that know it is in the head. */
const STYLES = {
  page: 'margin:0;padding:0;background:#f6f6f3',
  frame: 'padding:24px 12px',
  card: 'width:100%;max-width:600px;background:#ffffff;border:1px solid #e5e5df;border-radius:10px',
  part: "padding:24px 32px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif;overflow-wrap:anywhere",
  foot: "padding:16px 32px 20px;border-top:1px solid #e5e5df;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue','Noto Sans',sans-serif;overflow-wrap:anywhere",
  brand: 'margin:0 0 16px;font-size:15px;line-height:24px;font-weight:600;color:#181c1a',
  accent: 'color:#0b6b5b',
  h1: 'margin:0 0 8px;font-size:22px;line-height:28px;font-weight:600;color:#181c1a',
  paragraph: 'margin:0 0 16px;font-size:15px;line-height:23px;color:#181c1a',
  button:
    'display:inline-block;margin:0 0 24px;padding:10px 20px;border-radius:6px;background:#0b6b5b;font-size:15px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none',
  aside: 'margin:0 0 12px;font-size:14px;line-height:21px;color:#5a615d',
  small: 'margin:0;font-size:13px;line-height:20px;color:#5a615d',
};

const DARK = new Html(readText(new URL('./mail.css', import.meta.url)));

/** A mail as HTML that needs no picture, and as text. */
export function renderMail(
  t: Messages,
  content: MailContent,
): { subject: string; html: string; text: string } {
  return { subject: content.subject, html: toHtml(t, content).text, text: toText(t, content) };
}

function toHtml({ language, mail }: Messages, content: MailContent): Html {
  const { subject, company, title, texts, button, notes, reason, end } = content;
  const head = mail.sentBy({
    name: html`<span class="accent" style="${STYLES.accent}">engaged</span>`,
    company,
  });
  const action =
    button &&
    html`<a class="button" href="${button.href}" style="${STYLES.button}">${button.label}</a>
<p class="note" style="${STYLES.aside}">${mail.copyLink}<br><a class="accent" href="${button.href}" style="${STYLES.accent}">${button.href}</a></p>
`;
  const ending =
    end && html`<br><a class="accent" href="${end.href}" style="${STYLES.accent}">${end.label}</a>`;
  return html`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title>
<style>
${DARK}</style></head>
<body class="page" style="${STYLES.page}"><table role="presentation" class="page" width="100%" cellspacing="0" cellpadding="0" border="0"><tr><td class="frame" align="center" style="${STYLES.frame}">
<table role="presentation" class="card" cellspacing="0" cellpadding="0" border="0" style="${STYLES.card}">
<tr><td class="part" align="start" style="${STYLES.part}"><p class="text" style="${STYLES.brand}">${head}</p>
<h1 class="text" style="${STYLES.h1}">${title}</h1>
${texts.map((text) => html`<p class="text" style="${STYLES.paragraph}">${text}</p>\n`)}${action}${notes.map((note) => html`<p class="note" style="${STYLES.aside}">${note}</p>\n`)}</td></tr>
<tr><td class="part foot" align="start" style="${STYLES.foot}"><p class="note" style="${STYLES.small}">${reason}${ending}</p></td></tr>
</table></td></tr></table></body></html>
`;
}

const toText = ({ mail }: Messages, content: MailContent): string =>
  [
    content.title,
    ...content.texts,
    ...(content.button ? [`${mail.openLink}\n${content.button.href}`] : []),
    ...content.notes,
    `--\n${content.reason}`,
    ...(content.end ? [`${content.end.label}:\n${content.end.href}`] : []),
  ].join('\n\n');
