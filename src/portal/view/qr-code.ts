import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { Html, html } from '../../http/response/html.ts';

/** Modules of white around a code, without which cameras do not find it. */
const MARGIN = 4;

/** A text as a QR code. @param margin less where there is white around it already */
export function qrCode(text: string, label: string, margin = MARGIN): Html {
  const code = generate(text);
  const size = code.size + 2 * margin;
  const box = `${-margin} ${-margin} ${size} ${size}`;
  return html`<svg role="img" aria-label="${label}" width="220" height="220" viewBox="${box}" shape-rendering="crispEdges"><path fill="#fff" d="M${-margin} ${-margin}h${size}v${size}h${-size}z"/><path fill="#000" d="${new Html(toSvgPath(code))}"/></svg>`;
}
