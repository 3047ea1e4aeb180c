import { endUserSessionEndpoint, endUserSessionsEndpoint } from '#contract/sessions/sessions.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

interface EndFlags extends Target {
  /** The id of the one session to end; without it, all sessions of the user end. */
  session: string | undefined
  json: boolean
}

/** Ends one session of a user, or all of them. */
export async function endUserSessionsCommand(
  settings: AllSettings,
  name: string,
  { session, json, ...target }: EndFlags,
): Promise<void> {
  const { username, ended } = await withApi(settings, target, async (api) => {
    const { id, username } = await findNamedUser(api, name)
    if (session === undefined) {
      const reply = await api.call(endUserSessionsEndpoint, { params: { id }, body: { scope: 'all' } })
      return { username, ...reply }
    }
    await api.call(endUserSessionEndpoint, { params: { id, session_id: session } })
    return { username, ended: 1 }
  })
  if (json) printJson({ ended })
  else if (session !== undefined) process.stdout.write(`Ended session ${printable(session)}.\n`)
  else {
    const what = ended === 1 ? '1 session' : `${ended} sessions`
    process.stdout.write(`Ended ${what} of ${printable(username)}.\n`)
  }
}
