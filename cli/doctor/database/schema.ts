import { authMigrations } from '#auth/service.ts'
import { schemaState } from '#runtime/database/migrate.ts'
import { StartFault } from '#runtime/start-fault.ts'
import { userMigrations } from '#users/service.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import { inDatabases } from '../in-databases.ts'

const folders = { users: userMigrations, auth: authMigrations }

/** Compares the schema of each database with that of this version. */
export const schemaCheck: Check = {
  name: 'schema',
  async run(deployment) {
    const wrong = await inDatabases(deployment, async (db, service): Promise<Finding[]> => {
      try {
        const { pending, newer } = await schemaState(db, folders[service])
        if (newer.length > 0)
          return [
            warn(
              `the ${service} database has ${newer.join(', ')} of a newer version, which only adds: this version serves beside it`,
              'go on with the upgrade soon, or put the older version on all nodes',
            ),
          ]
        if (pending.length === 0) return []
        const missing = `the ${service} database lacks ${pending.map(({ name }) => name).join(', ')}`
        if (db.engine === 'sqlite')
          return [warn(missing, 'start this version, or run `latchkey migrate`: either brings it up to date')]
        return [
          fail(
            `${missing}: this version does not start on it`,
            '`latchkey migrate`, then replace the nodes one by one',
          ),
        ]
      } catch (error) {
        if (!(error instanceof StartFault)) throw error
        return error.faults.map((fault) =>
          fail(`${service}: ${fault.split('.', 1)[0]}`, 'run the version that made it, or restore a backup'),
        )
      }
    })
    return orElse(wrong, 'both sides know the same migrations')
  },
}
