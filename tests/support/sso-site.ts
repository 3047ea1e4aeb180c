import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { acceptsConnections } from './accepts-connections.ts'
import { installWithGo, type Missing } from './foreign-packages.ts'
import { type Application, type SiteServer, startApplication, startSite } from './gateways.ts'
import { freePorts } from './process.ts'
import { registerClient } from './relying-party.ts'
import { repository } from './run-program.ts'
import type { System } from './system.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/**
 * A site of an application without a sign-in of its own. In front of it are a real nginx or Caddy and a real oauth2-proxy,
 * with their configurations in `deploy/sso`.
 */
export interface SsoSite extends AsyncDisposable {
  origin: string
  application: Application
  /** Returns everything that oauth2-proxy has printed so far. */
  log(): string
  /** Stops oauth2-proxy, as if it had crashed. */
  stopSessions(): Promise<void>
}

/**
 * Returns the oauth2-proxy program: the one that `LATCHKEY_TEST_OAUTH2_PROXY` names or the one on PATH. If there is none,
 * the program is built.
 */
export function findOauth2Proxy(): { program: string } | Missing {
  const named = process.env.LATCHKEY_TEST_OAUTH2_PROXY
  const program = named ?? 'oauth2-proxy'
  if (named || spawnSync(program, ['--version']).status === 0) return { program }
  return installWithGo('github.com/oauth2-proxy/oauth2-proxy/v7', 'v7.15.6')
}

const shipped = (name: string): string => readFileSync(join(repository, 'deploy/sso', name), 'utf8')

/** Registers a client and starts its site. `change` may change the settings of oauth2-proxy. */
export async function startSsoSite(
  server: SiteServer,
  { system, program, change }: { system: System; program: string; change?: (settings: string) => string },
): Promise<SsoSite> {
  await using stack = new AsyncDisposableStack()
  const application = stack.use(await startApplication())
  const [port = 0, sessions = 0] = await freePorts(2)
  // The site has the host `localhost` and Latchkey the host 127.0.0.1, because cookies are shared by all ports of a host.
  const origin = `http://localhost:${port}`
  const client = await registerClient(system, {
    name: 'Wiki',
    redirect_uris: [`${origin}/oauth2/callback`],
    scopes: ['openid', 'profile', 'email', 'roles'],
  })
  const folder = temporaryFolder()
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'client-secret'), client.client_secret ?? '')
  writeFileSync(join(folder, 'cookie-secret'), randomBytes(32).toString('base64url'))
  const fillIn = (text: string): string =>
    text
      .replaceAll('https%3A%2F%2Fid.example.com', encodeURIComponent(system.authUrl))
      .replaceAll('https://id.example.com', system.authUrl)
      .replaceAll('id.example.com', new URL(system.authUrl).host)
      .replaceAll('https://wiki.example.com', origin)
      .replaceAll('01a1f4d5-61c2-7e09-b3a8-94d7f0e2c516', client.id)
      .replaceAll('/etc/oauth2-proxy/', `${folder}/`)
      .replaceAll('127.0.0.1:4180', `127.0.0.1:${sessions}`)
      .replaceAll('127.0.0.1:3000', application.address)
      .replaceAll(/\b8001\b/g, `${port}`)
  const settings = fillIn(shipped('oauth2-proxy.cfg')).replace(
    'cookie_refresh = "1m"',
    'cookie_refresh = "1s"',
  )
  const file = join(folder, 'oauth2-proxy.cfg')
  writeFileSync(file, change?.(settings) ?? settings)
  const running = stack.use(await run(program, { args: ['--config', file], port: sessions }))
  const text = fillIn(shipped(server === 'nginx' ? 'nginx.conf' : 'Caddyfile'))
  stack.use(await startSite(server, { text, ports: [port] }))
  const moved = stack.move()
  return {
    origin,
    application,
    log: running.log,
    stopSessions: async () => running[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

async function run(
  program: string,
  { args, port }: { args: string[]; port: number },
): Promise<AsyncDisposable & { log(): string }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => said.push(String(text)))
  const exited = once(child, 'exit')
  const end = async () => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    await until(`${program} listens`, () => {
      if (child.exitCode !== null) throw new Error(`It ended: ${said.join('')}`)
      return acceptsConnections(port)
    })
  } catch (error) {
    await end()
    throw error
  }
  return { log: () => said.join(''), [Symbol.asyncDispose]: end }
}
