/** The external id of somebody active in a seeded file of so many people; another one for each row. */
export function activePerson(row: number, people: number): string {
  const number = 1 + ((row * 7_919) % people);
  // Of fifty people one is deactivated, and one in a hundred has no external id.
  const isActive = ![3, 11].includes(number % 50);
  return `E${String(isActive ? number : number + 1).padStart(7, '0')}`;
}

/** The body of a request with the awards of these rows. @param mark makes their once keys unique */
export const awardBody = (
  rows: readonly number[],
  { people, mark }: { people: number; mark: string },
): string =>
  JSON.stringify({
    awards: rows.map((row) => ({
      employee: { external_id: activePerson(row, people) },
      ...{ amount: 1 + (row % 50), once: `${mark} ${row}`, reason: 'Closed a case' },
    })),
  });
