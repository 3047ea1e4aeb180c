import type { Sql } from '#runtime/database/database.ts'
import { lookUpConnections } from '#runtime/database/postgres/look-ups.ts'
import { type Check, type Finding, fail, ok, skipped, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'
import { inDatabases } from '../in-databases.ts'

interface Room {
  /** The number of connections that the server allows to roles without special rights. */
  room: number
  /** The way to raise that number. */
  raise: string
  /** The number of open connections, without those of Latchkey. */
  others: number
}

/** Compares the connections that this node may open with those that the server has. */
export const connectionsCheck: Check = {
  name: 'connections',
  async run(deployment) {
    const rooms: Room[] = []
    const wrong = await inDatabases(deployment, async (db) => {
      if (db.engine === 'postgres') rooms.push(await roomOf(db))
      return []
    })
    const [first, ...others] = rooms
    if (!first) return wrong.length > 0 ? wrong : [skipped('SQLite has no server')]
    return judge(deployment, [first, ...others])
  },
}

/** Judges the numbers as if both databases were on one server. With two servers, each has at least as much room. */
function judge(
  { services, settings: { databaseConnections, workers } }: Deployment,
  rooms: readonly [Room, ...Room[]],
): Finding[] {
  const need = services.length * (databaseConnections + lookUpConnections * workers)
  const { room, raise } = rooms.reduce((least, one) => (one.room < least.room ? one : least))
  const others = Math.max(...rooms.map((one) => one.others))
  const text = `this node opens up to ${need}, the server has ${room}, others hold ${others}`
  const fix = `lower LATCHKEY_DATABASE_CONNECTIONS (${databaseConnections}), or ${raise}`
  if (need > room) return [fail(text, fix)]
  if (need + others > room) return [warn(text, fix)]
  const nodes = Math.floor((room - others) / need)
  return [ok(`${text}: enough for ${nodes} such ${nodes === 1 ? 'node' : 'nodes'}`)]
}

async function roomOf(db: Sql): Promise<Room> {
  const [row] = await db.query<{
    most: number
    of_role: number
    role: string
    of_database: number
    database: string
    others: number
  }>`
    SELECT
      (SELECT sum(CASE WHEN name = 'max_connections' THEN setting::int ELSE -setting::int END) FROM pg_settings
        WHERE name IN ('max_connections', 'superuser_reserved_connections', 'reserved_connections'))::int AS most,
      (SELECT rolconnlimit FROM pg_roles WHERE rolname = current_user) AS of_role, quote_ident(current_user) AS role,
      (SELECT datconnlimit FROM pg_database WHERE datname = current_database()) AS of_database,
      quote_ident(current_database()) AS database,
      (SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND application_name NOT LIKE 'latchkey%')::int AS others`
  if (!row) throw new Error('The server reports no limits.')
  const { most, of_role, of_database, role, database, others } = row
  const limits = [
    { room: most, raise: 'raise max_connections and restart the server' },
    { room: of_role, raise: `ALTER ROLE ${role} CONNECTION LIMIT -1` },
    { room: of_database, raise: `ALTER DATABASE ${database} CONNECTION LIMIT -1` },
  ]
  // A limit of -1 means that there is no limit.
  const lowest = limits
    .filter(({ room }) => room >= 0)
    .reduce((least, one) => (one.room < least.room ? one : least))
  return { ...lowest, others }
}
