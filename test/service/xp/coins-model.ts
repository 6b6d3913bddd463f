/** An award to somebody, by their place. */
export type Row = { person: number; xp: number; coins: number };

/** Somebody's totals, and what they gained and got for it since so many coins are given for 100 XP. */
export type Holder = { xp: number; coins: number; gained: number; got: number };

/** Coins for XP worked out in another way, with whole numbers of any size and what each has got in sum. */
export class Model {
  perHundred = 0;
  readonly people: Holder[];
  readonly gifts: { rows: Row[]; isUndone: boolean }[] = [];

  constructor(people: number) {
    this.people = Array.from({ length: people }, () => ({ xp: 0, coins: 0, gained: 0, got: 0 }));
  }

  set(perHundred: number): void {
    if (perHundred === this.perHundred) return;
    this.perHundred = perHundred;
    for (const one of this.people) Object.assign(one, { gained: 0, got: 0 });
  }

  worth = (gained: number): number =>
    gained <= 0 ? 0 : Number((BigInt(this.perHundred) * BigInt(gained)) / 100n);

  /** @returns whether it is made */
  award({ person, xp, coins }: Row): boolean {
    const one = this.people[person] as Holder;
    const wasDue = this.worth(one.gained);
    const isDue = this.worth(one.gained + xp);
    const gives = Math.max(0, isDue - Math.max(one.got, wasDue));
    if (coins < 0 && one.coins + gives + coins < 0) return false;
    const takes = Math.min(Math.max(0, wasDue - isDue), one.coins + gives + coins);
    one.xp += xp;
    one.gained += xp;
    one.coins += gives + coins - takes;
    one.got += gives - takes;
    return true;
  }

  /** @param isActive whether somebody of a place gets anything */
  give(rows: readonly Row[], isActive: (person: number) => boolean = () => true): void {
    const given = rows.filter(
      (row, i) => !rows.slice(0, i).some(isSame(row)) && isActive(row.person) && this.award(row),
    );
    if (given.length > 0) this.gifts.push({ rows: given, isUndone: false });
  }

  undo(at: number): void {
    const gift = this.gifts[at] as Model['gifts'][number];
    const byPerson = Map.groupBy(gift.isUndone ? [] : gift.rows, (row) => row.person);
    for (const [person, all] of byPerson) {
      const coins = all.reduce((sum, row) => sum + row.coins, 0);
      const one = this.people[person] as Holder;
      if (coins > 0 && one.coins < coins) continue;
      one.coins -= coins;
      for (const row of all) this.award({ person, xp: -row.xp, coins: 0 });
    }
    gift.isUndone = true;
  }
}

const isSame = (one: Row) => (other: Row) =>
  one.person === other.person && one.xp === other.xp && one.coins === other.coins;
