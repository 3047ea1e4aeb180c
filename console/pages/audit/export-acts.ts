import { listActsEndpoint } from '#contract/audit.ts'
import { Failure } from '#contract/failures.ts'
import type { ConsolePage, PageAnswer, Visit } from '../../core/visit.ts'
import { type ActQuery, readFilter } from './filter.ts'

/** The acts of a filter as a file with one JSON document on each line (JSON Lines), newest first. */
export const exportActsPage: ConsolePage = { name: 'audit-export', entry: 'audit', show: exportActs }

async function exportActs(visit: Visit): Promise<PageAnswer> {
  const filter = await readFilter(visit)
  if ('nobody' in filter) throw new Failure('user_not_found')
  // What comes in the meantime is left out, so that the end is reached.
  const query = { ...filter, until: filter.until ?? new Date(visit.now + 1).toISOString() }
  const first = await findPage(visit, query)
  const day = new Date(visit.now).toISOString().slice(0, 10)
  return { download: `audit-${day}.jsonl`, type: 'application/jsonl; charset=utf-8', lines: lines() }

  async function* lines(): AsyncGenerator<string> {
    for (let page = first; ; ) {
      yield page.data.map((act) => `${JSON.stringify(act)}\n`).join('')
      if (page.next_cursor === null) return
      page = await findPage(visit, { ...query, cursor: page.next_cursor })
    }
  }
}

const findPage = async ({ ask }: Visit, query: ActQuery & { cursor?: string }) =>
  (await ask(listActsEndpoint, { query: { ...query, limit: 200 } })).body
