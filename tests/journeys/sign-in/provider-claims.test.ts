import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { providerKinds } from '#auth/federation/providers/provider.ts'
import { application, beginLogin, complete, logInAt } from '#tests/support/federated.ts'
import { type IdentityProvider, providerSettings, startProvider } from '#tests/support/identity-provider.ts'
import { type System, startSystem } from '#tests/support/system.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

type Claims = Record<string, unknown>

/** What one identity provider sends about people, in the form that its own documentation describes. */
interface DocumentedClaims {
  provider: { name: string; kind: string; tenant?: string }
  /** Where the documentation says so. */
  source: string
  /** People whose address is theirs by that documentation. Claims of the login itself, as `aud` and `exp`, are left out. */
  verified: Claims[]
  unverified: Claims[]
  /** The claim that says whether the address is verified. */
  claim: string
}

const folder = join(import.meta.dirname, 'provider-claims')
const documented: DocumentedClaims[] = readdirSync(folder).map((name) =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')),
)

/** The values that no documentation calls verified. */
const noes: unknown[] = ['false', '0', 0, 1, 'True', 'yes', '', [true], ['true'], { value: true }, null]

for (const { provider, source, verified, unverified, claim } of documented)
  test(`I144 ${provider.name}: whoever has an address that the provider calls verified signs up, and nobody else`, async () => {
    assert.match(source, /^https:\/\//)
    await using idp = await startProvider()
    await using system = await startSystem({ settings: settingsFor(idp, provider) })
    for (const person of [...unverified, ...noes.map((no) => withClaim(verified[0] ?? {}, claim, no))]) {
      const { status, body } = await logIn(system, idp, { provider, person })
      assert.deepEqual([status, body.code], [403, 'identity_unlinked'], JSON.stringify(person))
    }
    for (const person of verified) {
      const { status, body } = await logIn(system, idp, { provider, person })
      assert.equal(status, 200, `${JSON.stringify(person)}: ${JSON.stringify(body)}`)
      assert.equal(body.user.email_verified, true)
    }
  })

test('every kind of provider has a file with the claims of its documentation', () => {
  const kinds = documented.map(({ provider }) => provider.kind)
  assert.deepEqual(
    providerKinds.filter((kind) => !kinds.includes(kind)),
    [],
  )
})

function settingsFor({ url }: IdentityProvider, provider: DocumentedClaims['provider']) {
  const data = temporaryFolder()
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(join(data, 'key.p8'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const apple = { team_id: 'TEAM', key_id: 'KEY', private_key_file: 'key.p8', client_secret: undefined }
  const entry = { ...provider, issuer: issuerOf(url, provider), ...(provider.kind === 'apple' ? apple : {}) }
  return { ...providerSettings(data, [entry]), LATCHKEY_RETURN_ORIGINS: application }
}

const issuerOf = (url: string, { tenant }: DocumentedClaims['provider']): string =>
  tenant === undefined ? url : `${url}/${tenant}/v2.0`

async function logIn(
  system: System,
  idp: IdentityProvider,
  { provider, person }: { provider: DocumentedClaims['provider']; person: Claims },
) {
  const { emails, ...claims } = person
  if (provider.kind === 'github') {
    // GitHub uses OAuth 2: its replies have neither an issuer nor an ID token.
    idp.bent = {
      response: (response) => response.delete('iss'),
      tokens: ({ id_token: _none, ...rest }) => rest,
    }
    idp.emails = emails
  }
  idp.person = { ...(provider.tenant ? { iss: issuerOf(idp.url, provider) } : {}), ...claims }
  return provider.kind === 'apple' ? logInByForm(system, provider.name) : logInAt(system, idp, provider.name)
}

/** Logs in at a provider that sends people back by a form that is posted. */
async function logInByForm(system: System, name: string) {
  const { url, token } = await beginLogin(system, name)
  const html = await (await fetch(url)).text()
  const inputs = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)]
  const callback = await fetch(`${system.authUrl}/account/callback-${name}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(inputs.map(([, field = '', value = '']): [string, string] => [field, value])),
  })
  const back = callback.headers.get('location')
  assert.ok(back, `${callback.status}`)
  return complete(system, name, { token, response: new URL(back).search.slice(1) })
}

/** Replaces a claim of a person; at GitHub it is a field of the addresses. */
const withClaim = (person: Claims, claim: string, value: unknown): Claims =>
  Array.isArray(person.emails)
    ? { ...person, emails: person.emails.map((email: object) => ({ ...email, [claim]: value })) }
    : { ...person, [claim]: value }
