import { nextCaller } from '@latchkey/client/next'
import { createWebSession } from '@latchkey/client/server'
import { headers } from 'next/headers'

const {
  PORT = '3000',
  LATCHKEY_URL = 'http://localhost:8090',
  LATCHKEY_USERS_URL = 'http://localhost:8080',
} = process.env

export const session = createWebSession({
  issuer: LATCHKEY_URL,
  usersUrl: LATCHKEY_USERS_URL,
  origins: `http://localhost:${PORT}`,
  loginPage: '/',
})

export const caller = nextCaller(session, headers)
