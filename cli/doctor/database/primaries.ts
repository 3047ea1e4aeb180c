import { sqlitePath } from '#runtime/database/open-database.ts'
import { hostsOf } from '#runtime/database/postgres/hosts.ts'
import type { ReportedTimeline, Timeline } from '#runtime/database/postgres/timelines.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Service } from '../deployment.ts'

interface Server {
  name: string
  reported: ReportedTimeline | undefined
}
interface Primary {
  name: string
  reported: Timeline
}

/** Checks whether one of the PostgreSQL servers of a URL takes writes although another one was promoted after it. */
export const primariesCheck: Check = {
  name: 'primaries',
  async run({ services, urls, answerMs }) {
    const several = services.filter(
      (service) => sqlitePath(urls[service]) === undefined && hostsOf(urls[service]).urls.length > 1,
    )
    if (several.length === 0) return [skipped('no database URL names several servers')]
    const { askEach } = await import('#runtime/database/postgres/timelines.ts')
    const found = await Promise.all(
      several.map(async (service) => {
        const { urls: each, names } = hostsOf(urls[service])
        const reported = await askEach(each, answerMs)
        return judge(
          service,
          names.map((name, at) => ({ name, reported: reported[at] })),
        )
      }),
    )
    return found.flat()
  },
}

function judge(service: Service, servers: readonly Server[]): Finding[] {
  const primaries = servers.filter((one): one is Primary => typeof one.reported === 'object')
  const systems = new Set(primaries.map(({ reported }) => reported.system))
  const newest = primaries.reduce<Primary | undefined>(
    (best, one) => (best && best.reported.number >= one.reported.number ? best : one),
    undefined,
  )
  const wrong: Finding[] = []
  if (systems.size > 1)
    wrong.push(
      fail(
        `the servers of the ${service} database belong to different clusters: ${namesOf(primaries)}`,
        `name one primary and its standbys in LATCHKEY_${service.toUpperCase()}_DATABASE`,
      ),
    )
  else
    for (const { name, reported } of primaries)
      if (newest && reported.number < newest.reported.number)
        wrong.push(
          fail(
            `${name} of the ${service} database takes writes on timeline ${reported.number}, though ${newest.name} was promoted to ${newest.reported.number}`,
            `stop ${name} now, then make it a standby of ${newest.name} (docs/guide/databases.md)`,
          ),
        )
  const silent = servers.filter(({ reported }) => reported === undefined)
  if (silent.length > 0)
    wrong.push(
      warn(
        `no response from ${namesOf(silent)} of the ${service} database`,
        'start it; until then there is no failover to it',
      ),
    )
  const unreported = servers.filter(({ reported }) => reported === 'unreported')
  if (unreported.length > 0)
    wrong.push(
      warn(
        `${namesOf(unreported)} of the ${service} database does not report its timeline: an old primary would not be noticed`,
        'GRANT EXECUTE ON FUNCTION pg_control_system(), pg_walfile_name(pg_lsn), pg_current_wal_lsn() TO PUBLIC, or fence old primaries by other means',
      ),
    )
  return wrong.length > 0 ? wrong : [ok(`${service}: ${namesOf(primaries)} takes writes`)]
}

const namesOf = (servers: readonly { name: string }[]): string => servers.map(({ name }) => name).join(', ')
