import { type Html, html } from '../../http/html.ts';

/** A secret on the page after it was made, which is the only one that has it. */
export const newSecret = (
  title: string | Html,
  it: { label: string; secret: string; more?: Html; next: string },
): Html =>
  html`<div class="secret"><b>${title}</b><p class="small">Copy it now. It is shown this once and cannot be shown again.</p>
<div class="field"><label for="secret">${it.label}</label><input class="input mono" id="secret" readonly value="${it.secret}"></div>
${it.more}<p class="row field"><a class="btn pri" href="${it.next}">I have copied it</a></p></div>`;
