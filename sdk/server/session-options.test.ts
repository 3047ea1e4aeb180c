import assert from 'node:assert/strict'
import { test } from 'node:test'
import { webSessionOptions } from './session-options.ts'

const environment = {
  LATCHKEY_ISSUER: 'https://id.example.com',
  LATCHKEY_APP_ORIGIN: 'https://app.example.com',
  LATCHKEY_CLIENT_ID: 'the-client',
  LATCHKEY_CLIENT_SECRET: 'the-secret',
}

test('the printed environment is all that a web session needs', () => {
  assert.deepEqual(webSessionOptions(environment), {
    issuer: 'https://id.example.com',
    origins: ['https://app.example.com'],
    client: { id: 'the-client', secret: 'the-secret' },
  })
})

test('addresses that only servers use, and several origins, are read too', () => {
  const more = {
    ...environment,
    LATCHKEY_APP_ORIGIN: 'https://app.example.com, https://www.example.com',
    LATCHKEY_AUTH_URL: 'http://10.0.0.1:8090',
    LATCHKEY_USERS_URL: 'http://10.0.0.1:8080',
  }
  const { origins, authUrl, usersUrl } = webSessionOptions(more)
  assert.deepEqual(
    [origins, authUrl, usersUrl],
    [['https://app.example.com', 'https://www.example.com'], 'http://10.0.0.1:8090', 'http://10.0.0.1:8080'],
  )
})

test('every variable that is missing or empty is named, and no value is shown', () => {
  const { LATCHKEY_ISSUER: _, ...rest } = environment
  assert.throws(
    () => webSessionOptions({ ...rest, LATCHKEY_CLIENT_ID: '' }),
    ({ message }: Error) =>
      message.startsWith('LATCHKEY_ISSUER, LATCHKEY_CLIENT_ID must be set.') &&
      !message.includes('the-secret'),
  )
})
