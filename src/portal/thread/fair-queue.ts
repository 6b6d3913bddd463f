/** What waits, in groups that take turns, and so do the groups within each. What one of the smallest has stays in order. */
export class FairQueue<T> {
  readonly #items: T[] = [];
  readonly #groups = new Map<string, FairQueue<T>>();
  #size = 0;

  /** @param path the names of the groups, from the largest one on */
  add([name, ...within]: readonly string[], item: T): void {
    this.#size++;
    if (name === undefined) {
      this.#items.push(item);
      return;
    }
    const group = this.#groups.get(name) ?? new FairQueue<T>();
    this.#groups.set(name, group);
    group.add(within, item);
  }

  /** Takes what is next: of the group that has waited longest for its turn. */
  take(): T | undefined {
    if (this.#size === 0) return undefined;
    this.#size--;
    const [next] = this.#groups;
    if (!next) return this.#items.shift();
    const [name, group] = next;
    const item = group.take();
    // Behind all others.
    this.#groups.delete(name);
    if (group.#size > 0) this.#groups.set(name, group);
    return item;
  }

  get size(): number {
    return this.#size;
  }

  /** How much of a group waits. @param path as of `add` */
  sizeOf(...[name, ...within]: readonly string[]): number {
    return name === undefined ? this.#size : (this.#groups.get(name)?.sizeOf(...within) ?? 0);
  }
}
