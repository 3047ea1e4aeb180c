import { confirmEmailEndpoint } from '#contract/users/user-support.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

/** Confirms the address of a user whom no mail reaches: the current address, or the one in `email`. */
export async function verifyEmailCommand(
  settings: AllSettings,
  name: string,
  { email, json, ...target }: Target & { email: string | undefined; json: boolean },
): Promise<void> {
  const user = await withApi(settings, target, async (api) => {
    const found = await findNamedUser(api, name)
    const body = { email: email ?? found.email }
    return api.call(confirmEmailEndpoint, { params: { id: found.id }, body })
  })
  const said = `Confirmed ${printable(user.email)} as the email address of user ${printable(user.username)}.\n`
  process.stdout.write(json ? printableJson(user) : said)
}
