import { sendPasswordResetEndpoint, setTemporaryPasswordEndpoint } from '#contract/user-support.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../start/all-settings.ts'
import { table } from '../../table.ts'

interface ResetFlags extends Target {
  /** True for a password that is shown, for a user whom no mail reaches; otherwise a mail with a link is sent. */
  temporary: boolean
  json: boolean
}

/** Gives a user a way to set another password. Nobody else chooses or sees the one that counts in the end. */
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
        ['temporary password', `${made.temporary_password}   (shown this once)`],
        ['good until', made.expires_at],
      ]
      process.stdout.write(json ? printableJson({ id, username, ...made }) : table(rows))
    } else {
      await api.call(sendPasswordResetEndpoint, { params: { id } })
      const said = `A mail with a link to set another password goes to ${printable(email)}.\n`
      process.stdout.write(json ? printableJson({ id, email, link_sent: true }) : said)
    }
  })
}
