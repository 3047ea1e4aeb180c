import { sendPasswordResetEndpoint, setTemporaryPasswordEndpoint } from '#contract/users/user-support.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'
import { pendingField, pendingSentence } from './pending.ts'

interface ResetFlags extends Target {
  /** True to show a temporary password, for a user whom no mail reaches; false to send a mail with a link. */
  temporary: boolean
  json: boolean
}

/** Lets a user set another password, by a link or a temporary password. Nobody else chooses or sees that password. */
export async function resetPasswordCommand(
  settings: AllSettings,
  name: string,
  { temporary, json, ...target }: ResetFlags,
): Promise<void> {
  await withApi(settings, target, async (api) => {
    const { id, email, username } = await findNamedUser(api, name)
    if (temporary) {
      const made = await api.call(setTemporaryPasswordEndpoint, { params: { id } })
      const rows = [
        ['username', username],
        ['temporary password', `${made.temporary_password}   (shown only once)`],
        ['valid until', made.expires_at],
      ]
      process.stdout.write(
        json
          ? printableJson({ id, username, ...made, ...pendingField(api) })
          : table(rows) + pendingSentence(api),
      )
    } else {
      await api.call(sendPasswordResetEndpoint, { params: { id } })
      const said = `An email with a link to set a new password goes to ${printable(email)}.\n`
      process.stdout.write(json ? printableJson({ id, email, link_sent: true }) : said)
    }
  })
}
