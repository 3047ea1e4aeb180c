import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllSettings } from '../settings/all-settings.ts'
import { welcome } from './announce.ts'
import type { ServiceAddresses } from './start.ts'

const { values: settings } = readAllSettings({ flags: {}, environment: {} })

const both: ServiceAddresses = {
  defaultHost: 'localhost',
  usersUrl: 'http://127.0.0.1:8080',
  authUrl: 'http://127.0.0.1:8090',
  usersGrpc: '127.0.0.1:10000',
  authGrpc: '127.0.0.1:50051',
  internalUrl: undefined,
  consoleUrl: undefined,
  usersOpsUrl: 'http://127.0.0.1:9464',
  authOpsUrl: 'http://127.0.0.1:9465',
  mailboxUrl: 'http://127.0.0.1:8080/dev/mail?key=a-key',
  adminPasswordFile: 'data/admin-password',
}

test('a start at a terminal shows where the pages are, aligned in 80 columns', () => {
  const text = welcome(settings, both, 321)
  const lines = text.split('\n')
  const places = lines.flatMap((line) => /^ {2}(\S.*?) {2,}(\S+)$/.exec(line)?.slice(1).join(': ') ?? [])
  assert.deepEqual(places, [
    'Console: http://localhost:8090/console',
    'Account pages: http://localhost:8090/account',
    'Docs: http://localhost:8080/docs',
    'Mailbox: http://localhost:8080/dev/mail?key=a-key',
    'User service: http://localhost:8080',
    'Auth service: http://localhost:8090',
    'Data: ./data',
  ])
  assert.ok(text.includes('data/admin-password'), text)
  const columns = lines.flatMap((line) =>
    line.startsWith('  ') ? line.search(/(?<= {2})\S+(?: \S+)*$/) : [],
  )
  assert.deepEqual([...new Set(columns)], [17], text)
  assert.ok(
    lines.every((line) => line.length <= 80),
    text,
  )
  assert.match(text.trim().split('\n').at(-1) ?? '', /^Ready in 321 ms/)
})

test('one service alone says only what is its own', () => {
  const text = welcome(
    settings,
    {
      defaultHost: 'localhost',
      usersUrl: undefined,
      authUrl: 'http://localhost:8090',
      usersGrpc: undefined,
      authGrpc: '127.0.0.1:50051',
      internalUrl: undefined,
      consoleUrl: undefined,
      usersOpsUrl: undefined,
      authOpsUrl: 'http://localhost:9465',
      mailboxUrl: undefined,
      adminPasswordFile: undefined,
    },
    1,
  )
  assert.match(text, /http:\/\/localhost:8090\/console\n/)
  assert.doesNotMatch(text, /8080|password|mail|undefined/i)
})

test('the pages of a start are at the public URL, and those that are off are left out', () => {
  const { values } = readAllSettings({
    flags: {},
    environment: { LATCHKEY_PUBLIC_URL: 'https://id.example.com', LATCHKEY_CONSOLE: 'off' },
  })
  const text = welcome(values, both, 1)
  assert.match(text, /https:\/\/id\.example\.com\/account\n/)
  assert.doesNotMatch(text, /console/i)
})
