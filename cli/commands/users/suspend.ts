import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { pendingField, pendingSentence } from './pending.ts'
import { changeNamedUser, changeUser } from './update.ts'

/** Suspends a user, which ends all sessions. The reason is stored for people who look at the user later. */
export async function suspendUserCommand(
  settings: AllSettings,
  name: string,
  { reason, json, ...target }: Target & { reason: string | undefined; json: boolean },
): Promise<void> {
  const why = reason === undefined ? {} : { suspension_reason: reason }
  await withApi(settings, target, async (api) => {
    const user = await changeNamedUser(api, name, { status: 'suspended', ...why })
    const pending = pendingSentence(api)
    const done = `Suspended user ${printable(user.username)}.`
    const said = pending === '' ? `${done} All sessions have ended.\n` : `${done}\n${pending}`
    process.stdout.write(json ? printableJson({ ...user, ...pendingField(api) }) : said)
  })
}

/** Lets a suspended user log in again. */
export async function restoreUserCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const user = await changeUser(settings, name, { status: 'active' }, target)
  process.stdout.write(json ? printableJson(user) : `Restored access for user ${printable(user.username)}.\n`)
}
