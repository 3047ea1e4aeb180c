import { errors, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import type { Oidc } from '../core/oidc.ts'
import { lacksDemandedLevel, levelToName, refuseUnknownLevels, scopesOfClaimsIn } from './claims-parameter.ts'

const { base, Check, Prompt } = interactionPolicy

/**
 * Returns the rules for when a person is asked before a client gets a code. All are checked again when the code is issued
 * (I134).
 */
export function promptPolicy({ clients, clock }: Pick<Oidc, 'clients' | 'clock'>) {
  const policy = base()
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 0)
  const [login, consent] = [policy.get('login'), policy.get('consent')]
  login?.checks.add(
    new Check('acr_values', 'a higher level of authentication is wished for', (ctx) => {
      refuseUnknownLevels(ctx)
      return wantsMore(ctx)
    }),
  )
  // The library would compare the time of the sign-in with the clock of the machine.
  changeCheck(login, 'max_age', ({ oidc: { params, session, result } }) => {
    if (params?.max_age === undefined) return false
    if (session?.accountId === undefined) return true
    const ageSeconds = Math.floor(clock.now() / 1000) - (session.loginTs ?? 0)
    return ageSeconds > Number(params.max_age) && !result?.login
  })
  // The library knows only the higher level of a session with a second factor.
  for (const reason of ['essential_acr', 'essential_acrs'])
    changeCheck(login, reason, async (ctx, before) => (await before(ctx)) && lacksDemandedLevel(ctx))
  changeCheck(login, 'id_token_hint', async (ctx, before) => {
    await readHint(ctx)
    return before(ctx)
  })
  // The library keeps the claims that were allowed one by one. Here a scope allows all of its claims.
  consent?.checks.remove('op_claims_missing')
  consent?.checks.add(
    new Check(
      'op_claims_missing',
      'requested claims not granted',
      (ctx) => missingForClaims(ctx).length > 0,
      (ctx) => ({ missingForClaims: missingForClaims(ctx) }),
    ),
  )
  // Another program of a device can claim the address of a native application (RFC 8252 section 8.6), so that people are asked
  // each time. An application of the operator's own never asks.
  changeCheck(consent, 'native_client_prompt', async (ctx, before) => {
    const client = await clients.find(ctx.oidc.client?.clientId ?? '')
    return !client?.isFirstParty && before(ctx)
  })
  return policy
}

type Decide = interactionPolicy.Check['check']

/**
 * Changes one check of the policy, of which the library makes each caller a copy to change.
 * @throws when the library has no such check: after an upgrade it would otherwise be left out unseen
 */
function changeCheck(
  prompt: interactionPolicy.Prompt | undefined,
  reason: string,
  decide: (ctx: KoaContextWithOIDC, before: Decide) => ReturnType<Decide>,
): void {
  const changed = prompt?.checks.get(reason)
  if (!changed) throw new Error(`The policy of oidc-provider has no check ${reason}.`)
  const { check: before } = changed
  changed.check = (ctx) => decide(ctx, before)
}

/**
 * Reads the ID token that names the person whom the client wants. The library reads it only when a request arrives, and would
 * later give a code for anybody who has signed in since (OpenID Connect Core section 3.1.2.2).
 * @throws {errors.InvalidRequest} when the ID token is no longer valid, as after its key was revoked
 */
async function readHint({ oidc }: KoaContextWithOIDC): Promise<void> {
  const { client, provider, params, entities } = oidc
  const hint = params?.id_token_hint
  if (entities.IdTokenHint || !client || typeof hint !== 'string') return
  try {
    oidc.entity('IdTokenHint', await provider.IdToken.validate(hint, client))
  } catch (cause) {
    throw new errors.InvalidRequest('could not validate id_token_hint', undefined, { cause })
  }
}

/** Returns the scopes that the claims of a request need and that the person has not allowed yet. */
function missingForClaims(ctx: KoaContextWithOIDC): string[] {
  const granted = ctx.oidc.grant?.getOIDCScopeEncountered().split(' ') ?? []
  return scopesOfClaimsIn(ctx).filter((scope) => !granted.includes(scope))
}

/**
 * Checks whether a person must be asked for a higher level. `acr_values` is only a wish (OpenID Connect Core section 3.1.2.1):
 * a person who cannot fulfil it is asked once, and then continues without it.
 */
function wantsMore(ctx: KoaContextWithOIDC): boolean {
  const { params, session, result } = ctx.oidc
  const [first] = String(params?.acr_values ?? '').split(' ')
  return first === 'aal2' && session?.accountId !== undefined && levelToName(ctx) !== 'aal2' && !result?.login
}
