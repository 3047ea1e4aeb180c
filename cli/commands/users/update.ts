import type { Body } from '#contract/declaration/endpoint.ts'
import { isObject } from '#contract/rules/strict-json.ts'
import type { UserResource } from '#contract/users/user.ts'
import { updateUserEndpoint } from '#contract/users.ts'
import { StartFault } from '#runtime/start-fault.ts'
import type { Api } from '../../api/api.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { printUser } from './show.ts'

type Patch = Body<typeof updateUserEndpoint>

interface UpdateFlags extends Target {
  username: string | undefined
  email: string | undefined
  name: string | undefined
  role: 'user' | 'admin' | undefined
  locale: string | undefined
  metadata: string | undefined
  json: boolean
}

/** Changes the fields of a user that flags name. An empty name or language removes it. */
export async function updateUserCommand(
  settings: AllSettings,
  name: string,
  flags: UpdateFlags,
): Promise<void> {
  const patch = toPatch(flags)
  if (Object.keys(patch).length === 0) {
    throw new StartFault(['users update needs at least one change. See: latchkey help users update'], {
      exitCode: 2,
    })
  }
  printUser(await changeUser(settings, name, patch, flags), flags.json)
}

/** Applies a merge patch to a user, who is given by username, address or id. */
export const changeUser = (
  settings: AllSettings,
  name: string,
  body: Patch,
  target: Target,
): Promise<UserResource> => withApi(settings, target, (api) => changeNamedUser(api, name, body))

/** Applies a merge patch to a user, as `changeUser` does, through an `Api` that is already open. */
export async function changeNamedUser(api: Api, name: string, body: Patch): Promise<UserResource> {
  const { id } = await findNamedUser(api, name)
  return api.call(updateUserEndpoint, { params: { id }, body })
}

function toPatch({ username, email, name, role, locale, metadata }: UpdateFlags): Patch {
  return {
    ...(username === undefined ? {} : { username }),
    ...(email === undefined ? {} : { email }),
    ...(name === undefined ? {} : { name: name === '' ? null : name }),
    ...(role === undefined ? {} : { role }),
    ...(locale === undefined ? {} : { locale: locale === '' ? null : locale }),
    ...(metadata === undefined ? {} : { metadata: readMetadata(metadata) }),
  }
}

function readMetadata(text: string): Record<string, unknown> {
  const fault = new StartFault(['--metadata must be a JSON object, such as \'{"plan": "free"}\'.'], {
    exitCode: 2,
  })
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
  }
  throw fault
}
