// The compiler in use has no API for programs.
import ts from '../openapi-types/node_modules/typescript/lib/typescript.js';

/** Attributes that people read or hear. */
const READ = /(?<= )(?:title|alt|label|placeholder|aria-label|aria-description)="([^"]*)"/g;

/** Properties of an object that are shown as they are. */
const SHOWN = new Set(['title', 'label', 'lead', 'hint', 'heading', 'message', 'text']);

/** Stands for what a template inserts. */
const HOLE = '\uFFFC';

/** A text that a source holds, and its line. */
export type LiteralText = { line: number; text: string };

/** The texts for people in a source: in its HTML, in properties that are shown, and wherever words form a sentence. */
export function literalTexts(source: string): LiteralText[] {
  const file = ts.createSourceFile('x.ts', source, ts.ScriptTarget.Latest, true);
  const found: LiteralText[] = [];
  const add = (node: ts.Node, text: string) => {
    const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const words = text.replaceAll(HOLE, ' ').replace(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(words)) found.push({ line, text: words });
  };
  /** @param isInTag whether it is inserted in a tag, so that it is attributes */
  const visit = (node: ts.Node, isInTag: boolean): void => {
    if (isFault(node) || ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isTemplateExpression(node) || ts.isNoSubstitutionTemplateLiteral(node)) {
      visitTemplate(node, isInTag);
    } else {
      if (ts.isStringLiteral(node) && (isSentence(node.text) || isShown(node)))
        add(node, node.text);
      ts.forEachChild(node, (child) => visit(child, isInTag));
    }
  };
  const visitTemplate = (node: ts.TemplateLiteral, isInTag: boolean): void => {
    const text = textOf(node);
    const isHtml = /<[/a-z]/.test(text) || isTagged(node);
    const isAttributes = isInTag || /^ [a-z-]+="[^<]*$/.test(text);
    const isSaid = isSentence(text) || isShown(node);
    const texts = isHtml ? textsInHtml(text, isAttributes) : isSaid ? [text] : [];
    for (const one of texts) add(node, one);
    if (!ts.isTemplateExpression(node)) return;
    let before = node.head.text;
    for (const { expression, literal } of node.templateSpans) {
      const isAttribute = isAttributes || before.lastIndexOf('<') > before.lastIndexOf('>');
      if (isHtml && !isAttribute) for (const one of literalsOf(expression)) add(one, one.text);
      visit(expression, isHtml && isAttribute);
      before += literal.text;
    }
  };
  visit(file, false);
  return found;
}

const isTagged = ({ parent }: ts.Node): boolean =>
  ts.isTaggedTemplateExpression(parent) && parent.tag.getText() === 'html';

function textOf(node: ts.TemplateLiteral): string {
  if (!ts.isTemplateExpression(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => HOLE + literal.text).join('');
}

/** What stands between tags, and in attributes that are read. */
const textsInHtml = (text: string, isInTag: boolean): string[] => [
  ...(isInTag ? [] : text.replace(/&\w+;/g, ' ').split(/<[^>]*(?:>|$)/)),
  ...Array.from(text.matchAll(READ), ([, value = '']) => value),
];

/** The texts that an expression can be. */
function literalsOf(expression: ts.Expression): ts.StringLiteral[] {
  if (ts.isStringLiteral(expression)) return [expression];
  if (ts.isParenthesizedExpression(expression)) return literalsOf(expression.expression);
  if (ts.isConditionalExpression(expression)) {
    return [expression.whenTrue, expression.whenFalse].flatMap(literalsOf);
  }
  if (!ts.isBinaryExpression(expression)) return [];
  const isChoice = ['&&', '||', '??'].includes(expression.operatorToken.getText());
  return isChoice ? literalsOf(expression.right) : [];
}

/** Words as in a sentence: Two words; 12 people. */
const isSentence = (text: string): boolean =>
  /(?:^|[“( ])\p{Lu}[\p{Ll}’]* \p{Ll}+|\uFFFC \p{Ll}{2,}(?:[ .,:]|$)/u.test(text) ||
  (text.includes(' ') && /\p{Ll}\.(?: |$)/u.test(text));

/** Faults of the program, which nobody but its developers reads. */
const isFault = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText() === 'Error';

/** Whether a literal is what a shown property, or why a form is refused, can be. */
function isShown(node: ts.Node): boolean {
  const { parent } = node;
  if (isRefusal(parent)) return true;
  if (ts.isPropertyAssignment(parent)) {
    if (parent.name === node) return false;
    return SHOWN.has(parent.name.getText()) || isRefusal(parent.parent.parent);
  }
  return ts.isConditionalExpression(parent) && isShown(parent);
}

const isRefusal = (node: ts.Node): boolean =>
  ts.isNewExpression(node) && node.expression.getText() === 'Refused';
