import assert from 'node:assert/strict'
import { parseEnv } from 'node:util'
import type { Framework } from '#cli/commands/clients/frameworks.ts'
import type { HostedApp } from './hosted-app.ts'
import { latchkey as runLatchkey, type Started } from './process.ts'

/** Registers an application as its developer does. Returns the environment that the command prints. */
export function registerApp(
  framework: Framework,
  { data, issuer, origin }: { data: string; issuer: string; origin: string },
): Record<string, string> {
  const args = ['clients', 'create', '--name', 'Shop', '--for', framework, '--origin', origin]
  const { code, out, err } = runLatchkey(args, { LATCHKEY_DATA: data, LATCHKEY_ISSUER: issuer })
  assert.equal(code, 0, err)
  return parseEnv(out) as Record<string, string>
}

/** An application that runs in another process, for a simulated browser. */
export const appAt = (origin: string): Pick<HostedApp, 'origin' | 'answer'> => ({
  origin,
  answer: (request) => fetch(request, { redirect: 'manual' }),
})

/** Creates a user of a Latchkey in another process. */
export async function signUpAt(
  { users }: Pick<Started, 'users'>,
  person: { username: string; email: string; password: string },
): Promise<void> {
  const { status } = await fetch(`${users}/users/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(person),
  })
  assert.equal(status, 201)
}
