import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInHost } from '#tests/support/command-host.ts'
import { newPostgresDatabase } from '#tests/support/engines.ts'
import { examineOne } from '#tests/support/examine.ts'
import { queryOnce } from '#tests/support/postgres-cluster.ts'
import { newMasterKey } from '#tests/support/process.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

const encodings = ['LATIN1', 'SQL_ASCII', 'WIN1252']

for (const encoding of encodings)
  test(`a PostgreSQL database with the encoding ${encoding} is refused, because it cannot hold every name`, async () => {
    await using users = await newPostgresDatabase()
    await using auth = await newPostgresDatabase()
    const name = `${new URL(auth.url).pathname.slice(1)}_other`
    await queryOnce(auth.url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING '${encoding}' LOCALE 'C'`)
    try {
      const environment = {
        LATCHKEY_DATA: temporaryFolder(),
        LATCHKEY_USERS_DATABASE: users.url,
        LATCHKEY_AUTH_DATABASE: Object.assign(new URL(auth.url), { pathname: `/${name}` }).href,
        LATCHKEY_SERVICE_TOKEN: 'Pg4wXq7Zn1vKm9RbLc3Yd6HsTf8Jp2EuAoNiV5tk',
        LATCHKEY_MASTER_KEY: newMasterKey(),
        LATCHKEY_MAILBOX: 'on',
      }
      for (const args of [['migrate'], ['migrate', '--dry-run'], ['start', 'auth']]) {
        const { code, out, err } = await runInHost(args, environment)
        assert.deepEqual([code !== 0, out], [true, ''], args.join(' '))
        assert.match(
          err,
          new RegExp(`The database ${name} has the encoding ${encoding}, and must have UTF8`),
          args.join(' '),
        )
        assert.match(err, /CREATE DATABASE … TEMPLATE template0 ENCODING 'UTF8'/, args.join(' '))
        assert.match(err, /pg_dump/, args.join(' '))
      }
      const tables = `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`
      assert.deepEqual(await queryOnce(users.url, tables), [], 'the other database was not changed either')
      assert.match(
        (await examineOne('databases', { environment })).join('\n'),
        new RegExp(
          `^fail \\| the auth database has the encoding ${encoding}[^|]*\\| make one with CREATE DATABASE`,
        ),
      )
    } finally {
      await queryOnce(auth.url, `DROP DATABASE ${name} WITH (FORCE)`)
    }
  })
