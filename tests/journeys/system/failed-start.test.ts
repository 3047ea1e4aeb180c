import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { migratedDatabase } from '#tests/support/migrated-database.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

test('a start that fails after both services were opened leaves nothing that keeps the process alive', async (t) => {
  const data = temporaryFolder()
  t.after(() => rmSync(data, { recursive: true, force: true }))
  await using users = await migratedDatabase('postgres', 'users')
  await using auth = await migratedDatabase('postgres', 'auth')
  const environment = {
    LATCHKEY_DATA: data,
    LATCHKEY_USERS_DATABASE: users.url,
    LATCHKEY_AUTH_DATABASE: auth.url,
    LATCHKEY_USERS_PORT: '0',
    LATCHKEY_AUTH_PORT: '0',
    LATCHKEY_MAILBOX: 'on',
  }
  const script = `
    const { start } = await import('#cli/start/start.ts')
    const { readAllSettings } = await import('#cli/settings/all-settings.ts')
    const { createLog } = await import('#runtime/log/log.ts')
    const { values: settings, origins } = readAllSettings({ flags: {}, environment: ${JSON.stringify(environment)} })
    const mayListen = () => Promise.reject(new Error('nobody may listen'))
    const worker = { maxConcurrentHashes: 1, mayListen }
    await start({ settings, origins, services: 'both', log: createLog('silent'), worker }).catch((error) =>
      process.stdout.write(error.message),
    )`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../../', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  const printed = text(child.stdout)
  const [code] = await once(child, 'exit')
  assert.deepEqual([await printed, code], ['nobody may listen', 0])
})
