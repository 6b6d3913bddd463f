/** Of how many people a group may have to be at least, for numbers about it to be shown: somebody could be told by those of fewer. */
export const GROUP_SIZES = { min: 3, max: 20 };

type Group = { number: number; parentNumber: number | null };

type Node = Group & { children: Node[] };

/** Departments one below the other, with the company above all of them as the group 0. */
export class GroupTree {
  /** Those below a group come before it. */
  readonly #nodes: Node[] = [];

  constructor(groups: readonly Group[]) {
    const nodes = new Map(
      groups.map((group) => [group.number, { ...group, children: [] as Node[] }]),
    );
    const company: Node = { number: 0, parentNumber: null, children: [] };
    for (const node of nodes.values())
      (nodes.get(node.parentNumber ?? 0) ?? company).children.push(node);
    for (const open = [company]; open.length > 0; ) {
      const node = open.pop() as Node;
      this.#nodes.push(node);
      open.push(...node.children);
    }
    this.#nodes.reverse();
  }

  /** All groups, each after the one above it. */
  numbers(): number[] {
    return this.#nodes.toReversed().map(({ number }) => number);
  }

  /** A group and all those below it. */
  within(number: number): number[] {
    const found = new Set([number]);
    for (const node of this.#nodes.toReversed())
      if (node.parentNumber !== null && found.has(node.parentNumber)) found.add(node.number);
    return [...found];
  }

  /** What each group has, with all those below it. @param own what is directly in each */
  sums(own: ReadonlyMap<number, number>): Map<number, number> {
    const sums = new Map<number, number>();
    for (const { number, children } of this.#nodes) {
      const below = children.reduce((sum, child) => sum + (sums.get(child.number) ?? 0), 0);
      sums.set(number, (own.get(number) ?? 0) + below);
    }
    return sums;
  }

  /**
   * The groups whose numbers may be shown: of enough people, and so that what is left of a group after subtracting those
   * shown below it is nobody, or enough people as well. Where it is not, the smallest of these is not shown either.
   *
   * @param members how many people are directly in each group; 0 has those in no department
   * @param smallest how many people are enough
   */
  shown(members: ReadonlyMap<number, number>, smallest: number): Set<number> {
    const shown = new Set<number>();
    const people = this.sums(members);
    // The shown groups below each group that have no shown group between.
    const next = new Map<number, number[]>();
    const sizeOf = (number: number): number => people.get(number) ?? 0;
    const sum = (numbers: readonly number[]): number =>
      numbers.reduce((total, number) => total + sizeOf(number), 0);
    for (const { number, children } of this.#nodes) {
      const all = sizeOf(number);
      let below = children.flatMap((child) =>
        shown.has(child.number) ? [child.number] : (next.get(child.number) ?? []),
      );
      if (all >= smallest) {
        shown.add(number);
        while (below.length > 0 && isTelling(all - sum(below), smallest)) {
          const least = below.reduce((least, one) => (sizeOf(one) < sizeOf(least) ? one : least));
          shown.delete(least);
          below = below.flatMap((one) => (one === least ? (next.get(one) ?? []) : one));
        }
      }
      next.set(number, below);
    }
    return shown;
  }
}

const isTelling = (people: number, smallest: number): boolean => people > 0 && people < smallest;
