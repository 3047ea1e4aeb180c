import { flushCompileCache } from 'node:module'
import { readAllSettings } from '#cli/settings/all-settings.ts'
import { start } from '#cli/start/start.ts'
import { createLog } from '#runtime/log/log.ts'
import { cheapPasswords } from '#tests/support/cheap-passwords.ts'
import { type KillPoint, killAt, watchCommits } from './kill-at-commit.ts'

/** The argument of this process, as JSON. */
export interface NodeArguments {
  environment: Record<string, string>
  /** The time on the clock of this process. The clock moves only when a message sets it. */
  now: number
}

/** A message to this process: the new time, and the commit at which it kills itself. The process answers each message. */
export interface NodeOrder {
  now: number
  killPoint?: KillPoint | undefined
}

export interface NodeAddresses {
  users: string
  auth: string
}

const { environment, ...begun } = JSON.parse(process.argv[2] ?? '') as NodeArguments
let { now } = begun

watchCommits()
process.on('message', (order: NodeOrder) => {
  now = order.now
  killAt(order.killPoint)
  process.send?.('done')
})
process.once('disconnect', () => process.exit())

const { usersUrl = '', authUrl = '' } = await start({
  settings: readAllSettings({ flags: {}, environment }).values,
  services: 'both',
  log: createLog('silent'),
  clock: { now: () => now },
  passwordCost: cheapPasswords,
})
// A process that is killed does not write its compile cache at exit, so it is written now.
flushCompileCache()
process.send?.({ users: usersUrl, auth: authUrl } satisfies NodeAddresses)
