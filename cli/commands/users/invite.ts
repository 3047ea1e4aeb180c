import { localPartOf } from '#contract/rules/names.ts'
import type { UserResource } from '#contract/users/user.ts'
import { addUserEndpoint, getUserByEmailEndpoint, inviteUserEndpoint } from '#contract/users.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Api } from '../../api/api.ts'
import { asMissing, findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'

interface InviteFlags extends Target {
  name: string | undefined
  role: 'user' | 'admin' | undefined
  json: boolean
}

/**
 * Invites somebody by mail: makes a user for an address that nobody has, or sends the invitation of a user without a password
 * again.
 */
export async function inviteUserCommand(
  settings: AllSettings,
  whom: string,
  flags: InviteFlags,
): Promise<void> {
  const user = await withApi(settings, flags, async (api) => {
    const email = whom.includes('@') ? whom : undefined
    const known = email === undefined ? await findNamedUser(api, whom) : await findByEmail(api, email)
    if (known) return inviteAgain(api, known, flags)
    const { name = localPartOf(whom), role = 'user' } = flags
    return api.call(addUserEndpoint, { body: { email: whom, name, role } })
  })
  const said = `Invited user ${printable(user.username)}. An email goes to ${printable(user.email)}.\n`
  process.stdout.write(flags.json ? printableJson(user) : said)
}

const findByEmail = (api: Api, email: string): Promise<UserResource | undefined> =>
  api.call(getUserByEmailEndpoint, { params: { email } }).catch(asMissing)

async function inviteAgain(api: Api, user: UserResource, { name, role }: InviteFlags): Promise<UserResource> {
  if (name !== undefined || role !== undefined)
    throw new StartFault(
      [`User ${printable(user.username)} already exists: --name and --role are for new users.`],
      {
        exitCode: 2,
      },
    )
  await api.call(inviteUserEndpoint, { params: { id: user.id } })
  return user
}
