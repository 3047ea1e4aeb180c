import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { keySourceOf } from '#runtime/sealing.ts'
import { masterKeysOf, serviceTokensOf } from '../../settings/secrets.ts'
import { type Check, type Finding, ok, orElse, warn } from '../check.ts'
import type { Deployment } from '../deployment.ts'

/** Checks where the secrets are, and whether a rotation was not finished. Weak secrets are refused when settings are read. */
export const secretsCheck: Check = {
  name: 'secrets',
  run(deployment) {
    const { settings } = deployment
    const tokens = serviceTokensOf(settings)
    const keys = masterKeysOf(settings)
    const wrong = [...rotations({ tokens: tokens.length, keys }), ...leftovers(deployment)]
    if (tokens.length === 0 || keys.length === 0)
      return [...wrong, ok('the first start creates the service token and the master key in the data folder')]
    return orElse(wrong, 'service token and master key exist and are strong')
  },
}

function rotations({ tokens, keys }: { tokens: number; keys: readonly Buffer[] }): Finding[] {
  const found: Finding[] = []
  if (tokens > 1)
    found.push(
      warn(
        'two service tokens: the previous one is still accepted',
        'when every node has started with both, leave only the new one in LATCHKEY_SERVICE_TOKEN',
      ),
    )
  if (keys.length > 1)
    found.push(
      warn(
        'two master keys: the previous one still decrypts secrets',
        `when the check "master key" has no finding, leave only the new one in ${keySourceOf(keys)}`,
      ),
    )
  return found
}

function leftovers({ settings: { data, masterKeys, serviceToken } }: Deployment): Finding[] {
  const found: Finding[] = []
  const password = join(data, 'admin-password')
  if (existsSync(password))
    found.push(
      warn(`${password} contains the first password of admin`, `store it elsewhere, then: rm ${password}`),
    )
  for (const [setting, file, value] of [
    ['LATCHKEY_SERVICE_TOKEN', 'service-token', serviceToken],
    ['LATCHKEY_MASTER_KEY', 'master-key', masterKeys],
  ] as const)
    if (value !== undefined && existsSync(join(data, file)))
      found.push(
        warn(
          `${join(data, file)} is not used, because ${setting} is set`,
          'when the checks `master key` and `services` are ok, move it elsewhere; older backups need it',
        ),
      )
  return found
}
