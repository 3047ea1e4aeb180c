import { type FactorsResource, getFactorsEndpoint, resetFactorsEndpoint } from '#contract/sign-in/factors.ts'
import { listPasskeysEndpoint, type PasskeyResource } from '#contract/sign-in/passkeys.ts'
import { findNamedUser } from '../../api/find-user.ts'
import { type Target, withApi } from '../../api/with-api.ts'
import { printable, printableJson } from '../../printable.ts'
import type { AllSettings } from '../../settings/all-settings.ts'
import { table } from '../../table.ts'
import { pendingField, pendingSentence } from './pending.ts'

type Flags = Target & { json: boolean }

/** Shows which second factors a user has. No secret and no code is shown. */
export async function showFactorsCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Flags,
): Promise<void> {
  const shown = await withApi(settings, target, async (api) => {
    const { id } = await findNamedUser(api, name)
    const [factors, passkeys] = await Promise.all([
      api.call(getFactorsEndpoint, { params: { id } }),
      api.call(listPasskeysEndpoint, { params: { id } }),
    ])
    return { ...factors, passkeys: passkeys.data }
  })
  process.stdout.write(json ? printableJson(shown) : table(describe(shown)))
}

type Shown = FactorsResource & { passkeys: PasskeyResource[] }

function describe({ totp, recovery_codes: codes, is_required_at_login: isRequired, passkeys }: Shown) {
  const app = totp === null ? 'none' : `added ${totp.added_at}, last used ${totp.last_used_at}`
  const left = codes === null ? 'none' : `${codes.left} left, created ${codes.made_at}`
  return [
    ['authenticator app', app],
    ['passkeys', passkeys.map(describePasskey).join('; ') || 'none'],
    ['recovery codes', left],
    ['required at sign-in', isRequired ? 'yes' : 'no'],
  ]
}

const describePasskey = ({
  name,
  added_at: added,
  last_used_at: used,
  is_refused: isRefused,
}: PasskeyResource) =>
  `${printable(name)}, added ${added}, last used ${used ?? 'never'}${isRefused ? ', refused' : ''}`

/** Removes every second factor of a user who has lost them. */
export async function resetFactorsCommand(
  settings: AllSettings,
  name: string,
  { json, ...target }: Flags,
): Promise<void> {
  await withApi(settings, target, async (api) => {
    const { id, username } = await findNamedUser(api, name)
    await api.call(resetFactorsEndpoint, { params: { id } })
    const pending = pendingSentence(api)
    const done = `Removed all second factors of ${printable(username)}.`
    const said = pending === '' ? `${done} Sessions that needed one have ended.\n` : `${done}\n${pending}`
    process.stdout.write(
      json ? printableJson({ id, username, factors_reset: true, ...pendingField(api) }) : said,
    )
  })
}
