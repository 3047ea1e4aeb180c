import {
  exportActsEndpoint,
  exportEventsEndpoint,
  exportFormats,
  exportUsersEndpoint,
} from '#contract/exports/exports.ts'
import { Failure } from '#contract/failures.ts'
import type { ConsolePage, Visit } from '../../core/visit.ts'
import { readFilter } from '../audit/filter.ts'
import { chosenFilters, searchOf } from '../user-filters.ts'

/**
 * The lists as files, with the filters of the page that links to them. A fresh proof leads back to that page, because a browser
 * stays where it is when a file comes.
 */
export const exportPages: readonly ConsolePage[] = [
  {
    ...{ name: 'users-export', entry: 'users', provedOn: 'users' },
    show: async (visit) => {
      const query = { ...chosenFilters(visit), ...searchOf(visit), format: formatOf(visit) }
      return { file: await visit.download(exportUsersEndpoint, { query }) }
    },
  },
  {
    ...{ name: 'audit-export', entry: 'audit', provedOn: 'audit' },
    show: async (visit) => {
      const filter = await readFilter(visit)
      if ('nobody' in filter) throw new Failure('user_not_found')
      return {
        file: await visit.download(exportActsEndpoint, { query: { ...filter, format: formatOf(visit) } }),
      }
    },
  },
  {
    ...{ name: 'history-export', entry: 'users', provedOn: 'user-history' },
    show: async (visit) => {
      const query = { user_id: visit.sent.id ?? '', format: formatOf(visit) }
      return { file: await visit.download(exportEventsEndpoint, { query }) }
    },
  },
]

const formatOf = ({ sent }: Visit) => exportFormats.find((one) => one === sent.format) ?? 'csv'
