import type { Expression, Node, StringLiteral, TemplateLiteral } from 'oxc-parser';
import { parseSource } from '../source-tree.ts';

/** Attributes that people read or hear. */
const READ = /(?<= )(?:title|alt|label|placeholder|aria-label|aria-description)="([^"]*)"/g;

/** Properties of an object that are shown as they are. */
const SHOWN = new Set([
  ...['title', 'label', 'lead', 'hint', 'heading', 'message', 'text'],
  ...['head', 'cell', 'beside', 'footer'],
]);

/** Functions whose first argument is shown. */
const SHOWING = new Set(['strong', 'unseen', 'isolated', 'sub', 'explained']);

/** Stands for what a template inserts. */
const HOLE = '\uFFFC';

/** A text that a source holds, and its line. */
export type LiteralText = { line: number; text: string };

/** The texts for people in a source: in its HTML, in properties that are shown, and wherever words form a sentence. */
export function literalTexts(source: string): LiteralText[] {
  const { root, childrenOf, parentOf, lineOf } = parseSource(source);
  const found: LiteralText[] = [];
  const add = (node: Node, text: string) => {
    const words = text.replaceAll(HOLE, ' ').replace(/\s+/g, ' ').trim();
    if (/\p{L}{2}/u.test(words)) found.push({ line: lineOf(node), text: words });
  };
  /** @param isInTag whether it is inserted in a tag, so that it is attributes */
  const visit = (node: Node, isInTag: boolean): void => {
    if (isNewOf('Error', node) || node.type === 'ImportDeclaration' || isType(node)) return;
    if (node.type === 'TemplateLiteral') visitTemplate(node, isInTag);
    else {
      if (isString(node) && (isSentence(node.value) || isShown(node))) add(node, node.value);
      if (node.type === 'CallExpression' && isShowing(node.callee)) {
        const [shown] = node.arguments;
        if (shown && shown.type !== 'SpreadElement')
          for (const one of literalsOf(shown)) add(one, one.value);
      }
      for (const child of childrenOf(node)) visit(child, isInTag);
    }
  };
  const visitTemplate = (node: TemplateLiteral, isInTag: boolean): void => {
    const quasis = node.quasis.map(({ value }) => value.cooked ?? value.raw);
    const text = quasis.join(HOLE);
    const isHtml = /<[/a-z]/.test(text) || isTagged(parentOf(node));
    const isAttributes = isInTag || /^ [a-z-]+="[^<]*$/.test(text);
    const isSaid = isSentence(text) || isShown(node);
    const texts = isHtml ? textsInHtml(text, isAttributes) : isSaid ? [text] : [];
    for (const one of texts) add(node, one);
    let before = '';
    node.expressions.forEach((expression, at) => {
      before += quasis[at];
      const isAttribute = isAttributes || before.lastIndexOf('<') > before.lastIndexOf('>');
      if (isHtml && !isAttribute) for (const one of literalsOf(expression)) add(one, one.value);
      visit(expression, isHtml && isAttribute);
    });
  };
  /** Whether a literal is what a shown property, or why a form is refused, can be. */
  const isShown = (node: Node): boolean => {
    const parent = parentOf(node);
    if (!parent || isNewOf('Refused', parent)) return parent !== undefined;
    if (parent.type !== 'Property')
      return (
        ['ConditionalExpression', 'ArrowFunctionExpression'].includes(parent.type) &&
        isShown(parent)
      );
    if (parent.key === node) return false;
    const of = parentOf(parent);
    const owner = of && parentOf(of);
    return (
      (parent.key.type === 'Identifier' && SHOWN.has(parent.key.name)) ||
      (owner !== undefined && isNewOf('Refused', owner))
    );
  };
  visit(root, false);
  return found;
}

const isString = (node: Node): node is StringLiteral =>
  node.type === 'Literal' && typeof node.value === 'string';

/** What is only there for the compiler. Expressions that it is told a type of are not. */
const isType = ({ type }: Node): boolean =>
  type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull|Instantiation)Expression$/.test(type);

const isTagged = (parent: Node | undefined): boolean =>
  parent?.type === 'TaggedTemplateExpression' &&
  parent.tag.type === 'Identifier' &&
  parent.tag.name === 'html';

/** Whether it makes such an error. Faults of the program are read by nobody but its developers. */
const isNewOf = (name: 'Error' | 'Refused', node: Node): boolean =>
  node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === name;

/** What stands between tags, and in attributes that are read. */
const textsInHtml = (text: string, isInTag: boolean): string[] => [
  ...(isInTag ? [] : text.replace(/&\w+;/g, ' ').split(/<[^>]*(?:>|$)/)),
  ...Array.from(text.matchAll(READ), ([, value = '']) => value),
];

/** The texts that an expression can be. */
function literalsOf(expression: Expression): StringLiteral[] {
  if (isString(expression)) return [expression];
  if (expression.type === 'ConditionalExpression') {
    return [expression.consequent, expression.alternate].flatMap(literalsOf);
  }
  return expression.type === 'LogicalExpression' ? literalsOf(expression.right) : [];
}

const isShowing = (callee: Expression): boolean =>
  callee.type === 'Identifier' && SHOWING.has(callee.name);

/** Words as in a sentence: Two words; 12 people. */
const isSentence = (text: string): boolean =>
  /(?:^|[“( ])\p{Lu}[\p{Ll}’]* \p{Ll}+|\uFFFC \p{Ll}{2,}(?:[ .,:]|$)/u.test(text) ||
  (text.includes(' ') && /\p{Ll}\.(?: |$)/u.test(text));
