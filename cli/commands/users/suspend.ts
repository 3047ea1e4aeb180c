import type { Target } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../start/all-settings.ts'
import { changeUser } from './update.ts'

/** Suspends a user, which ends all sessions. The reason is stored for people who look at the user later. */
export async function suspendUserCommand(
  settings: AllSettings,
  name: string,
  { reason, json, ...target }: Target & { reason: string | undefined; json: boolean },
): Promise<void> {
  const why = reason === undefined ? {} : { suspension_reason: reason }
  const user = await changeUser(settings, name, { status: 'suspended', ...why }, target)
  const said = `${printable(user.username)} is suspended: every session is over, and there is no login.\n`
  process.stdout.write(json ? printableJson(user) : said)
}

/** Lets a suspended user log in again. */
export async function restoreUserCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const user = await changeUser(settings, name, { status: 'active' }, target)
  process.stdout.write(json ? printableJson(user) : `${printable(user.username)} may log in again.\n`)
}
