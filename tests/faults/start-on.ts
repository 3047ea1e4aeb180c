import { type Started, startProcess } from '#tests/support/process.ts'
import { signInAsAdmin } from './admin.ts'
import type { Addresses } from './requests.ts'

export interface OnData extends Pick<Started, 'end'> {
  data: string
  at: Addresses
  startMs: number
}

/**
 * Returns the settings of the services under test. Access tokens live longer than a restart and a campaign
 * take, so that no token is refused because it has expired.
 */
export const settingsOn = (data: string): Record<string, string> => ({
  LATCHKEY_DATA: data,
  LATCHKEY_USERS_PORT: '0',
  LATCHKEY_AUTH_PORT: '0',
  LATCHKEY_USERS_OPS_PORT: '0',
  LATCHKEY_AUTH_OPS_PORT: '0',
  LATCHKEY_USERS_GRPC_PORT: '0',
  LATCHKEY_AUTH_GRPC_PORT: '0',
  LATCHKEY_ISSUER: 'https://auth.example.com',
  LATCHKEY_MAILBOX: 'on',
  LATCHKEY_ACCESS_TOKEN_LIFETIME: '1h',
})

/** Starts both services on a data folder, as `latchkey start` of a version does, and logs in as the admin. */
export async function startOn(data: string, command?: string): Promise<OnData> {
  const startedAt = performance.now()
  const started = await startProcess([], settingsOn(data), command)
  const startMs = performance.now() - startedAt
  const { end } = started
  try {
    return { data, at: await signInAsAdmin(data, started), startMs, end }
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
}
