import { sqlitePath } from '#runtime/database/open-database.ts'
import { type Check, type Finding, fail, ok, skipped } from '../check.ts'

/** Checks whether there is a pooler in front of PostgreSQL, such as PgBouncer, and whether it keeps prepared statements. */
export const poolerCheck: Check = {
  name: 'pooler',
  async run({ services, urls, answerMs }) {
    const postgres = services.filter((service) => sqlitePath(urls[service]) === undefined)
    if (postgres.length === 0) return [skipped('SQLite has no server')]
    const { findPooler } = await import('#runtime/database/postgres/find-pooler.ts')
    return Promise.all(
      postgres.map(async (service): Promise<Finding> => {
        const { kind, keepsPreparedStatements } = await findPooler(urls[service], answerMs)
        if (!keepsPreparedStatements)
          return fail(
            `the pooler before the ${service} database loses prepared statements`,
            'PgBouncer 1.21 or later with max_prepared_statements=200, or pool_mode=session',
          )
        const text = {
          none: 'no pooler',
          pooler: 'a pooler, apparently in session mode',
          'transaction pooler': 'a pooler in transaction mode that keeps prepared statements',
        }[kind]
        return ok(`${service}: ${text}`)
      }),
    )
  },
}
