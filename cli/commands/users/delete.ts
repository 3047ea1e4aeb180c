import { deleteUserEndpoint } from '#contract/users.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { confirm } from '../../confirm.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { pendingField, pendingSentence } from './pending.ts'

/** Deletes a user after a confirmation. The deletion cannot be undone. */
export async function deleteUserCommand(
  settings: AllSettings,
  name: string,
  { yes, json, ...target }: Target & { yes: boolean; json: boolean },
): Promise<void> {
  await withApi(settings, target, async (api) => {
    const user = await findNamedUser(api, name)
    const word = printable(user.username)
    await confirm(`This permanently deletes ${word} (${printable(user.email)}).`, { word, yes })
    await api.call(deleteUserEndpoint, { params: { id: user.id } })
    const pending = pendingSentence(api)
    const said =
      pending === ''
        ? `Deleted user ${word}. All sessions have ended.\n`
        : `Deleted user ${word}.\n${pending}`
    process.stdout.write(json ? printableJson({ id: user.id, deleted: true, ...pendingField(api) }) : said)
  })
}
