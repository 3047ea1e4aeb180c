import { sqlitePath } from '#runtime/database/open-database.ts'
import { countFastPasswords } from '#users/credentials/fast-forms.ts'
import { findWrappingSince } from '#users/credentials/start-wrapping.ts'
import { type Check, ok, warn } from '../check.ts'
import { inDatabaseOf } from '../in-databases.ts'

/** Looks for password hashes that are fast to guess and are stored as another system wrote them. */
export const fastHashesCheck: Check = {
  name: 'password hashes',
  run: (deployment) =>
    inDatabaseOf(deployment, 'users', async (db) => {
      const count = await countFastPasswords(db)
      if (count === 0) return [ok('none is fast to guess')]
      if ((await findWrappingSince(db)) !== undefined)
        return [ok(`${count} are fast to guess; the user service is storing them inside argon2id`)]
      return [
        warn(
          `${count} are fast to guess for a thief of the database or of a backup`,
          sqlitePath(deployment.urls.users) === undefined
            ? 'when every node runs this version: latchkey users wrap-passwords'
            : 'stop the service first, then: latchkey users wrap-passwords',
        ),
      ]
    }),
}
