import { randomBytes } from 'node:crypto'
import { freePorts, newMasterKey } from './process.ts'

/** Returns the settings with which two systems run one service each, and find each other. */
export async function settingsApart() {
  const [usersPort, authPort] = (await freePorts(2)).map(String) as [string, string]
  return {
    LATCHKEY_SERVICE_TOKEN: randomBytes(32).toString('base64'),
    LATCHKEY_MASTER_KEY: newMasterKey(),
    LATCHKEY_USERS_URL: `http://127.0.0.1:${usersPort}`,
    LATCHKEY_AUTH_URL: `http://127.0.0.1:${authPort}`,
    LATCHKEY_USERS_PORT: usersPort,
    LATCHKEY_AUTH_PORT: authPort,
  }
}
