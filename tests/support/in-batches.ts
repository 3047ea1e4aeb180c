/**
 * Calls `insert` with the first and the last number of each thousand from 1 to `count`, one call after the other. A statement
 * that inserts all rows at once reaches the time limit of a statement on a slow machine.
 */
export async function inBatches(
  count: number,
  insert: (first: number, last: number) => Promise<unknown>,
): Promise<void> {
  const size = 1_000
  for (let first = 1; first <= count; first += size) await insert(first, Math.min(first + size - 1, count))
}
