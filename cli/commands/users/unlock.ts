import { unlockUserEndpoint } from '#contract/sign-in/locks.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

/** Forgets the failed logins of a user who cannot log in because other people guess the password. */
export async function unlockUserCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Target & { json: boolean },
): Promise<void> {
  const { username, unlocked } = await withApi(settings, target, async (api) => {
    const { id, username } = await findNamedUser(api, name)
    return { username, ...(await api.call(unlockUserEndpoint, { params: { id } })) }
  })
  const said = unlocked
    ? `Unlocked user ${printable(username)}.\n`
    : `User ${printable(username)} is not locked.\n`
  process.stdout.write(json ? printableJson({ unlocked }) : said)
}
