import { readAllSettings } from '#cli/settings/all-settings.ts'
import { start } from '#cli/start/start.ts'
import { createLog } from '#runtime/log/log.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'

/**
 * This program runs both services in a process of their own, so that their work does not delay the client
 * that measures response times.
 */
const environment = JSON.parse(process.argv[2] ?? '') as Record<string, string>
const running = await start({
  settings: readAllSettings({ flags: {}, environment }).values,
  services: 'both',
  // Log lines are formatted, as in production, but written nowhere.
  log: createLog('info', { write: () => {} }),
  passwordCost: cheapPasswords,
})
process.once('disconnect', () => void running.stop().then(() => process.exit()))
process.send?.({ usersUrl: running.usersUrl, authUrl: running.authUrl, usersGrpc: running.usersGrpc })
