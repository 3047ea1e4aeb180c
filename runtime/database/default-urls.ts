import type { Sql } from './database.ts'

/**
 * The host in the URLs that no setting names: `localhost`, or the address that the ports are bound to. The database says which,
 * because an update must not change the issuer of an installation: every token and every client would break.
 */
export type DefaultHost = 'localhost' | 'listen_address'

export async function findDefaultHost(db: Sql): Promise<DefaultHost> {
  const [row] = await db.query<{ host: string }>`SELECT host FROM default_urls`
  return row?.host === 'localhost' ? 'localhost' : 'listen_address'
}

/**
 * Returns the default URL of a port: at `localhost`, if that is the default host and leads to the address that the port is bound to.
 * @example defaultUrl('http://127.0.0.1:8090', 'localhost') // 'http://localhost:8090'
 */
export function defaultUrl(bound: string, host: DefaultHost): string {
  if (host === 'listen_address') return bound
  return bound.replace(/^(https?:\/\/)(?:127\.0\.0\.1|\[::1\])(?=[:/]|$)/, '$1localhost')
}
