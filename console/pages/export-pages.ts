import { Failure } from '#contract/declaration/failures.ts'
import { exportFormats } from '#contract/events/export-events.ts'
import {
  exportActsEndpoint,
  exportEventsEndpoint,
  exportUsersEndpoint,
} from '#contract/integrations/exports.ts'
import type { ConsolePage, Visit } from '../core/visit.ts'
import { readFilter } from './audit/filter.ts'
import { chosenFilters, searchOf } from './user-filters.ts'

/**
 * The pages that return a list as a file, with the filters of the page that links to them. A re-authentication leads back to the
 * linking page and not to the file: a browser that receives a file keeps showing the current page, which would be the one for the
 * re-authentication.
 */
export const exportPages: readonly ConsolePage[] = [
  {
    name: 'users-export',
    entry: 'users',
    provedOn: 'users',
    show: async (visit) => {
      const query = { ...chosenFilters(visit), ...searchOf(visit), format: formatOf(visit) }
      return { file: await visit.download(exportUsersEndpoint, { query }) }
    },
  },
  {
    name: 'audit-export',
    entry: 'audit',
    provedOn: 'audit',
    show: async (visit) => {
      const filter = await readFilter(visit)
      if ('nobody' in filter) throw new Failure('user_not_found')
      return {
        file: await visit.download(exportActsEndpoint, { query: { ...filter, format: formatOf(visit) } }),
      }
    },
  },
  {
    name: 'history-export',
    entry: 'users',
    provedOn: 'user-history',
    show: async (visit) => {
      const query = { user_id: visit.sent.id ?? '', format: formatOf(visit) }
      return { file: await visit.download(exportEventsEndpoint, { query }) }
    },
  },
]

const formatOf = ({ sent }: Visit) => exportFormats.find((one) => one === sent.format) ?? 'csv'
