import { applicationEnvironment as names } from '#contract/rules/application-environment.ts'
import type { WebSessionOptions } from './web-session.ts'

/**
 * Reads the options of a web session from the environment that `latchkey clients create --for` prints. `LATCHKEY_APP_ORIGIN` may
 * list several origins, separated by commas. `LATCHKEY_AUTH_URL` and `LATCHKEY_USERS_URL` are optional.
 * @throws {TypeError} that names the variables that are not set
 * @example
 * export const session = createWebSession(webSessionOptions(process.env))
 */
export function webSessionOptions(
  environment: Readonly<Record<string, string | undefined>>,
): WebSessionOptions & Required<Pick<WebSessionOptions, 'client'>> {
  const { issuer, origin, clientId, clientSecret } = names
  const missing = [issuer, origin, clientId, clientSecret].filter((name) => !environment[name])
  if (missing.length > 0)
    throw new TypeError(
      `${missing.join(', ')} must be set. \`latchkey clients create --for\` registers the application and prints them.`,
    )
  const { [names.authUrl]: authUrl, [names.usersUrl]: usersUrl } = environment
  const of = (name: string): string => environment[name] ?? ''
  return {
    issuer: of(issuer),
    origins: of(origin)
      .split(',')
      .map((part) => part.trim()),
    client: { id: of(clientId), secret: of(clientSecret) },
    ...(authUrl ? { authUrl } : {}),
    ...(usersUrl ? { usersUrl } : {}),
  }
}
