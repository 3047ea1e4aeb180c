import { authMigrations } from '#auth/service.ts'
import { SchemaFault, schemaState } from '#runtime/database/migrate.ts'
import { userMigrations } from '#users/service.ts'
import { type Check, type Finding, fail, orElse, warn } from '../check.ts'
import type { Service } from '../deployment.ts'
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
              'finish the upgrade soon, or install the older version on all nodes',
            ),
          ]
        if (pending.length === 0) return []
        const missing = `the ${service} database lacks ${pending.map(({ name }) => name).join(', ')}`
        if (db.engine === 'sqlite')
          return [warn(missing, 'start this version, or run `latchkey migrate`: both update it')]
        return [
          fail(
            `${missing}: this version does not start on it`,
            '`latchkey migrate`, then replace the nodes one by one',
          ),
        ]
      } catch (error) {
        if (!(error instanceof SchemaFault)) throw error
        return [faultOf(error, service)]
      }
    })
    return orElse(wrong, 'both databases have the migrations of this version')
  },
}

const faultOf = ({ kind, migration }: SchemaFault, service: Service): Finding =>
  kind === 'newer'
    ? fail(
        `the ${service} database has ${migration} of a newer version, which this version cannot open`,
        'start the newer version, or restore a backup of this one',
      )
    : fail(
        `the ${service} database was made with another ${migration}`,
        'run the version that created it: install the package of that version again',
      )
