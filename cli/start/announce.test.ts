import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readAllSettings } from '../settings/all-settings.ts'
import { welcome } from './announce.ts'

const { values: settings } = readAllSettings({ flags: {}, environment: {} })

test('a start at a terminal says where everything is, what to try, and last that it is ready', () => {
  const text = welcome(
    settings,
    {
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
    },
    321,
  )
  for (const part of [
    'http://localhost:8080/docs',
    'http://localhost:8090/docs',
    './data',
    'data/admin-password',
    'http://localhost:8080/dev/mail?key=a-key',
    'http://localhost:9464/metrics',
    'curl ',
  ]) {
    assert.ok(text.includes(part), part)
  }
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
  assert.doesNotMatch(text, /8080|admin|mail|undefined/)
})
