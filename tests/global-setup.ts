import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeAdminTemplate } from './support/database-with-admin.ts'
import { makeTemplates } from './support/migrated-database.ts'
import { type Cluster, startCluster } from './support/postgres-cluster.ts'
import { makeRunFolder } from './support/run-folder.ts'

let cluster: Cluster | undefined
const made = new AsyncDisposableStack()

/**
 * Starts one PostgreSQL server for the whole run. Test files find its URL in the environment variable
 * LATCHKEY_TEST_POSTGRES. When this variable is set already, the server that it names is used.
 */
export async function globalSetup(): Promise<void> {
  const compiled = useCompileCache()
  if (!process.env.LATCHKEY_TEST_POSTGRES) {
    cluster = await startCluster()
    process.env.LATCHKEY_TEST_POSTGRES = cluster.url()
  }
  made.use(makeRunFolder())
  made.use(await makeTemplates())
  made.use(await makeAdminTemplate())
  await compiled
}

/** Lets Node compile the modules, nearly all of which each test file loads, once for all test files. */
async function useCompileCache(): Promise<void> {
  if (process.env.NODE_COMPILE_CACHE) return
  const cache = fileURLToPath(new URL('../node_modules/.cache/tests', import.meta.url))
  process.env.NODE_COMPILE_CACHE = cache
  // When the cache exists, each test file compiles only the modules that have changed since.
  if (existsSync(cache)) return
  await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL('./support/compile-ahead.ts', import.meta.url)),
  ])
}

export async function globalTeardown(): Promise<void> {
  await made.disposeAsync()
  await cluster?.stop()
}
