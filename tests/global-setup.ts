import { type Cluster, startCluster } from './postgres-cluster.ts'

let cluster: Cluster | undefined

/** One PostgreSQL server for the whole run: test files inherit the variable. Set before, it names another server. */
export async function globalSetup(): Promise<void> {
  if (process.env.LATCHKEY_TEST_POSTGRES) return
  cluster = await startCluster()
  process.env.LATCHKEY_TEST_POSTGRES = cluster.url()
}

export async function globalTeardown(): Promise<void> {
  await cluster?.stop()
}
