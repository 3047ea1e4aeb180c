/** A page of a list, as every endpoint that lists answers it. */
interface Page<T> {
  data: T[]
  next_cursor: string | null
}

/** The maximum number of rows on one page, by the contract. */
const maxPageRows = 200

/** Reads a list page by page, up to `limit` rows. `nextCursor` continues after these rows; it is null at the end of the list. */
export async function readPages<T>(
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  read: (page: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<{ rows: T[]; nextCursor: string | null }> {
  const rows: T[] = []
  for (let after = cursor; ; ) {
    const rest = Math.min(limit - rows.length, maxPageRows)
    const page = await read(after === undefined ? { limit: rest } : { limit: rest, cursor: after })
    rows.push(...page.data)
    if (page.next_cursor === null || rows.length >= limit) return { rows, nextCursor: page.next_cursor }
    after = page.next_cursor
  }
}
