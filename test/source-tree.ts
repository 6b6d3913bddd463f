import { type Node, parseSync, visitorKeys } from 'oxc-parser';

/** A source of TypeScript as the tree of its syntax. */
export type SourceTree = {
  root: Node;
  childrenOf(node: Node): Node[];
  /** Undefined for the root. */
  parentOf(node: Node): Node | undefined;
  /** The line of a node, from 1. */
  lineOf(node: Node): number;
};

/** @throws Error where the source cannot be read */
export function parseSource(source: string): SourceTree {
  const { program, errors } = parseSync('x.ts', source, { preserveParens: false });
  if (errors[0]) throw new Error(errors[0].message);
  const parents = new Map<Node, Node>();
  const link = (node: Node): void => {
    for (const child of childrenOf(node)) {
      parents.set(child, node);
      link(child);
    }
  };
  link(program);
  return {
    root: program,
    childrenOf,
    parentOf: (node) => parents.get(node),
    lineOf: (node) => source.slice(0, node.start).split('\n').length,
  };
}

const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? [])
    .flatMap((key) => (node as unknown as Record<string, Node | null | (Node | null)[]>)[key])
    .filter((child) => child !== null && child !== undefined);
