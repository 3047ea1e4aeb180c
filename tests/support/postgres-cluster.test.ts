import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import pg from 'pg'
import { newPostgresDatabase } from './engines.ts'
import { queryOnce, startCluster } from './postgres-cluster.ts'
import { addStandby } from './postgres-standby.ts'
import { until } from './until.ts'

test('what was committed is there after a crash and a new start', async () => {
  await using cluster = await startCluster({ settings: { fsync: 'on' } })
  const url = await cluster.createDatabase()
  await queryOnce(url, 'CREATE TABLE numbers AS SELECT generate_series(1, 1000) AS number')
  await cluster.kill()
  await assert.rejects(queryOnce(url, 'SELECT'), { code: 'ECONNREFUSED' })
  await cluster.start()
  assert.deepEqual(await queryOnce(url, 'SELECT sum(number)::int FROM numbers'), [{ sum: 500_500 }])
})

test('a synchronous standby has every acknowledged row when the primary is killed', async () => {
  await using primary = await startCluster()
  const url = await primary.createDatabase()
  await queryOnce(url, 'CREATE TABLE numbers (number INT PRIMARY KEY)')
  await using standby = await addStandby(primary, { synchronous: true })

  let next = 0
  const acknowledged: number[] = []
  const write = async () => {
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    for (;;) {
      const number = next++
      await client.query('INSERT INTO numbers VALUES ($1)', [number])
      acknowledged.push(number)
    }
  }
  const writers = Array.from({ length: 8 }, write)
  await until('some rows', () => acknowledged.length > 500)
  await Promise.allSettled([primary.kill(), ...writers])
  await standby.promote()

  const promoted = Object.assign(new URL(standby.url()), { pathname: new URL(url).pathname }).href
  const rows = await queryOnce<{ number: number }>(promoted, 'SELECT number FROM numbers')
  const there = new Set(rows.map(({ number }) => number))
  assert.deepEqual(
    acknowledged.filter((number) => !there.has(number)),
    [],
  )
  await queryOnce(promoted, 'INSERT INTO numbers VALUES (-1)')
})

test('nothing is left of a cluster that was stopped', async () => {
  const cluster = await startCluster()
  await cluster.stop()
  assert.equal(await isThere(cluster), false)
})

test('nothing is left of a cluster whose process was killed', async () => {
  const source = `
    import { startCluster } from '${new URL('postgres-cluster.ts', import.meta.url)}'
    const { port, folder } = await startCluster()
    console.log(JSON.stringify({ port, folder }))
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const cluster = JSON.parse(line) as ClusterAddress
    assert.equal(await isThere(cluster), true)
    child.kill('SIGKILL')
    await until('the cluster to go', async () => !(await isThere(cluster)))
  }
})

test('a database of a test is gone after it, also while somebody is connected', async () => {
  const database = await newPostgresDatabase()
  const client = new pg.Client(database.url)
  client.on('error', () => {})
  await client.connect()
  await database[Symbol.asyncDispose]()
  await assert.rejects(queryOnce(database.url, 'SELECT'), { code: '3D000' })
})

interface ClusterAddress {
  port: number
  folder: string
}

const isThere = async ({ port, folder }: ClusterAddress) => existsSync(folder) || (await answers(port))

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
