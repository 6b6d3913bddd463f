import { type Html, html } from '../../http/response/html.ts';
import type { Messages } from '../languages/en.ts';

/** A secret on the page after it was made, which is the only one that has it. */
export const newSecret = (
  { secrets }: Messages,
  title: string | Html,
  options: { label: string; secret: string; more?: Html; next: string },
): Html =>
  html`<div class="secret"><b>${title}</b><p class="small">${secrets.copyItNow}</p>
<div class="field"><label for="secret">${options.label}</label><input class="input mono" id="secret" readonly value="${options.secret}"></div>
${options.more}<p class="row field"><a class="btn pri" href="${options.next}">${secrets.copied}</a></p></div>`;
