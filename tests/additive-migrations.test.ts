import assert from 'node:assert/strict'
import { test } from 'node:test'
import { services } from './support/deployment.ts'
import { migrationsOf } from './support/other-versions.ts'

/**
 * Statements that break the rule of this test, but are older than the first release: no released version runs beside the
 * schema that they change. New migrations must not be added here.
 */
const beforeTheFirstRelease = [
  'users/0005-events.sql: DROP INDEX outbox_due',
  'users/0005-events.sql: DROP INDEX outbox_by_subject',
  'users/0005-events.sql: CREATE UNIQUE INDEX outbox_by_subject ON outbox (sink, subject, position)',
  "users/0013-held-usernames.sql: UPDATE idempotency_keys SET expires_at = expires_at - 3152995200000 WHERE scope = 'username'",
  "auth/0004-key-rotation.sql: CREATE UNIQUE INDEX signing_keys_next ON signing_keys (purpose) WHERE status = 'next'",
  'auth/0007-events.sql: DELETE FROM outbox',
  'auth/0007-events.sql: DROP INDEX outbox_due',
  'auth/0007-events.sql: DROP INDEX outbox_by_subject',
  'auth/0007-events.sql: CREATE UNIQUE INDEX outbox_by_subject ON outbox (sink, subject, position)',
]

test('a migration only adds, unless its name says that it closes the database to older versions', () => {
  const changing = services.flatMap((service) =>
    [...migrationsOf(service)]
      .filter(([name]) => !name.endsWith('.contract.sql'))
      .flatMap(([name, script]) => changesIn(script).map((statement) => `${service}/${name}: ${statement}`)),
  )
  assert.deepEqual(changing.sort(), beforeTheFirstRelease.sort())
})

test('what an older version cannot live with is noticed', () => {
  for (const statement of [
    'ALTER TABLE users DROP COLUMN name',
    'ALTER TABLE users RENAME TO people',
    'ALTER TABLE users ADD COLUMN nickname TEXT NOT NULL',
    'ALTER TABLE users ADD COLUMN nickname TEXT UNIQUE',
    'ALTER TABLE users ALTER COLUMN name SET NOT NULL',
    'CREATE UNIQUE INDEX users_by_name ON users (name)',
    "UPDATE users SET name = ''",
    'DELETE FROM users',
    'DROP VIEW told_events',
    'CREATE TRIGGER no_more BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 1); END',
  ])
    assert.notDeepEqual(changesIn(`CREATE TABLE pets (id TEXT PRIMARY KEY); ${statement};`), [], statement)
})

/**
 * A trigger of the search index of users. It writes to tables that no older version knows, so that the index stays right while an
 * older version writes users.
 */
const maintainsIndex =
  /^CREATE TRIGGER user_\w+ AFTER [^;]*?BEGIN\n( {2}[^;]*\b(user_search|user_documents|user_fold_search|user_folds|unfolded_users)\b[^;]*;\n)+END;$/gm

/** The same on PostgreSQL: a function, and the triggers that call it. */
const maintainsFolds =
  /^CREATE FUNCTION user_fold_due\(\) RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS \$\$\nBEGIN\n( +(IF TG_OP|END IF|RETURN NULL|[^;]*\b(user_folds|unfolded_users)\b)[^;]*;\n)+END \$\$;$|^CREATE TRIGGER user_fold_\w+ AFTER [^;]* EXECUTE FUNCTION user_fold_due\(\);$/gm

/**
 * Returns the statements of a script that do more than add something new. Such a statement could disturb an older version
 * that goes on writing to the same database.
 */
function changesIn(script: string): string[] {
  const statements = script
    .replace(/--.*$/gm, '')
    .replace(maintainsIndex, '')
    .replace(maintainsFolds, '')
    .split(';')
    .map((statement) => statement.trim().replace(/\s+/g, ' '))
    .filter((statement) => statement !== '')
  const created = statements.flatMap((statement) => /^CREATE TABLE (\w+)/.exec(statement)?.[1] ?? [])
  return statements.filter((statement) => {
    // A unique index on a table that older versions write would refuse some of what they write.
    const unique = /^CREATE UNIQUE INDEX \w+ ON (\w+)/.exec(statement)?.[1]
    if (unique !== undefined) return !created.includes(unique)
    return !/^(CREATE (TABLE|INDEX|VIEW|VIRTUAL TABLE|FUNCTION) \w|INSERT INTO \w|ALTER TABLE \w+ ADD COLUMN \w+ \w+( NOT NULL DEFAULT (\d+|'[^']*'))?$)/.test(
      statement,
    )
  })
}
