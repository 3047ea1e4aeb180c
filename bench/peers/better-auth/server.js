import { once } from 'node:events'
import { createServer } from 'node:http'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { hash, verify } from '@node-rs/argon2'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'

/**
 * Runs better-auth in a process of its own, with the users that its input names, and prints its address.
 * `bench/README.md` gives the reasons for each setting; everything else has its default.
 */
const { file, baseURL, secret, people, phc, cookieCache } = await json(process.stdin)

/** The minimum that OWASP recommends, which is also the cost in the product. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const database = new DatabaseSync(file)
database.exec('PRAGMA journal_mode = WAL')
const auth = betterAuth({
  baseURL,
  secret,
  database,
  emailAndPassword: {
    enabled: true,
    password: {
      hash: (password) => hash(password, cost),
      verify: (asked) => verify(asked.hash, asked.password),
    },
  },
  user: { deleteUser: { enabled: true } },
  session: { cookieCache: { enabled: cookieCache } },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
})

const { runMigrations } = await getMigrations(auth.options)
await runMigrations()
const { internalAdapter } = await auth.$context
database.exec('PRAGMA synchronous = OFF')
for (const { name, email } of people) {
  const { id } = await internalAdapter.createUser({ name, email, emailVerified: true })
  await internalAdapter.createAccount({ userId: id, accountId: id, providerId: 'credential', password: phc })
}
// From here on a commit is on the disk before it is answered, as in the product.
database.exec('PRAGMA synchronous = FULL')

const handler = toNodeHandler(auth)

/**
 * Checks a session as a route of an application does: with a direct call of better-auth in the same process.
 */
async function withinTheApplication(request, response) {
  const found = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found))
}

const server = createServer((request, response) =>
  request.url === '/within' ? withinTheApplication(request, response) : handler(request, response),
)
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.stdout.write(`http://127.0.0.1:${server.address().port}\n`)
