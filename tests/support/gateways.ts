import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { acceptsConnections } from './accepts-connections.ts'
import { startLocalServer } from './local-server.ts'
import { freePorts } from './process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** The servers that a gateway leads to, each as host and port. */
export interface Behind {
  users: string
  auth: string
  application: string
}

export interface Gateway extends AsyncDisposable {
  /**
   * The URL at which the gateway leads to Latchkey. `application` is the URL that leads to the application,
   * for signed-in users only.
   */
  latchkey: string
  application: string
}

/** Returns the text of a file in `deploy/gateways`. */
const shipped = (name: string): string =>
  readFileSync(new URL(`../../deploy/gateways/${name}`, import.meta.url), 'utf8')

interface Program {
  /** Writes the files of the program into the folder, and returns the arguments that run it in the foreground. */
  prepare(folder: string, fillIn: (text: string) => string): string[]
  version: string
}

const programs: Record<'nginx' | 'caddy' | 'haproxy', Program> = {
  nginx: {
    version: '-v',
    prepare: (folder, fillIn) => prepareNginx(folder, fillIn(shipped('nginx.conf'))),
  },
  caddy: {
    version: 'version',
    prepare: (folder, fillIn) => prepareCaddy(folder, fillIn(shipped('Caddyfile'))),
  },
  haproxy: {
    version: '-v',
    prepare(folder, fillIn) {
      const script = join(folder, 'latchkey.lua')
      writeFileSync(script, fillIn(shipped('latchkey.lua')))
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, fillIn(shipped('haproxy.cfg')).replace('/etc/haproxy/latchkey.lua', script))
      return ['-db', '-f', file]
    },
  },
}

function prepareCaddy(folder: string, text: string): string[] {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n  admin off\n}\n${text}`)
  return ['run', '--config', file, '--adapter', 'caddyfile']
}

/** Writes the files of nginx for a site into the folder, and returns the arguments that run it in the foreground. */
function prepareNginx(folder: string, text: string): string[] {
  const site = join(folder, 'latchkey.conf')
  writeFileSync(site, text)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const paths = kept.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
  const main = join(folder, 'nginx.conf')
  writeFileSync(
    main,
    `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths} include ${site}; }`,
  )
  return ['-p', folder, '-c', main, '-e', 'stderr']
}

export type GatewayName = keyof typeof programs
export const gatewayNames = Object.keys(programs) as GatewayName[]

const variableOf = (name: GatewayName): string => `LATCHKEY_TEST_${name.toUpperCase()}`
const programOf = (name: GatewayName): string => process.env[variableOf(name)] ?? name

/** Returns the reason to skip the tests of a gateway, or false when its program is installed. */
export const whyNot = (name: GatewayName): string | false =>
  spawnSync(programOf(name), [programs[name].version]).status === 0
    ? false
    : `there is no ${name} on this machine; ${variableOf(name)} can name one`

/** Starts a real gateway with its configuration in `deploy/gateways`. */
export async function startGateway(name: GatewayName, behind: Behind): Promise<Gateway> {
  const folder = temporaryFolder()
  const [latchkey = 0, application = 0] = await freePorts(2)
  const fillIn = (text: string) =>
    text
      .replaceAll(/\b8000\b/g, `${latchkey}`)
      .replaceAll(/\b8001\b/g, `${application}`)
      .replaceAll('127.0.0.1:8080', behind.users)
      .replaceAll('127.0.0.1:8090', behind.auth)
      .replaceAll('127.0.0.1:3000', behind.application)
  const args = programs[name].prepare(folder, fillIn)
  const running = await runInForeground(name, { args, folder, ports: [latchkey, application] })
  return {
    latchkey: `http://127.0.0.1:${latchkey}`,
    application: `http://127.0.0.1:${application}`,
    [Symbol.asyncDispose]: running[Symbol.asyncDispose],
  }
}

/** Starts nginx in front of two nodes of Latchkey, as `deploy/gateways/nginx-two-nodes.conf` configures it. Returns its URL. */
export async function startNginxBeforeNodes(
  nodes: readonly [string, string],
): Promise<{ url: string } & AsyncDisposable> {
  const folder = temporaryFolder()
  const [port = 0] = await freePorts(1)
  const site = shipped('nginx-two-nodes.conf')
    .replace('listen 8000', `listen ${port}`)
    .replace('10.89.7.11:8080', nodes[0])
    .replace('10.89.7.12:8080', nodes[1])
  const running = await runInForeground('nginx', { args: prepareNginx(folder, site), folder, ports: [port] })
  return { url: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: running[Symbol.asyncDispose] }
}

/** Starts nginx or Caddy with the given configuration of a site, which listens on these ports. */
export function startSite(
  name: SiteServer,
  { text, ports }: { text: string; ports: number[] },
): Promise<AsyncDisposable> {
  const folder = temporaryFolder()
  const args = { nginx: prepareNginx, caddy: prepareCaddy }[name](folder, text)
  return runInForeground(name, { args, folder, ports })
}

export type SiteServer = 'nginx' | 'caddy'

/** Runs a gateway until it is disposed of, and removes its folder then. */
async function runInForeground(
  name: GatewayName,
  { args, folder, ports }: { args: string[]; folder: string; ports: number[] },
): Promise<AsyncDisposable> {
  const child = spawn(programOf(name), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Caddy stores its own files below these folders.
    env: { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
  })
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  const exited = once(child, 'exit')
  const end = async () => {
    child.kill('SIGTERM')
    await exited
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await until(`${name} to listen`, async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended: ${said.join('')}`)
      return (await Promise.all(ports.map((port) => acceptsConnections(port)))).every(Boolean)
    })
  } catch (error) {
    await end()
    throw error
  }
  return { [Symbol.asyncDispose]: end }
}

export interface Application extends AsyncDisposable {
  address: string
  /** The requests that reached the application, in order. */
  asked: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[]
}

/** Starts an application that trusts the gateway to check its callers. */
export async function startApplication(): Promise<Application> {
  const asked: Application['asked'] = []
  const server = await startLocalServer(async (incoming, reply) => {
    const { method, url, headers } = incoming
    let body = ''
    for await (const piece of incoming) body += piece
    asked.push({ method, url, headers, body })
    reply.end('the application')
  })
  return { ...server, address: new URL(server.url).host, asked }
}

/**
 * Starts a gateway that sends each request to /auth/validate first, as Caddy does: as GET with the query and
 * all headers of the request, but without its body.
 */
export async function startAskingGateway(behind: Behind): Promise<Gateway> {
  const facts = [
    ...['x-auth-user-id', 'x-auth-username', 'x-auth-role', 'x-auth-session-id'],
    ...['x-auth-authenticated-at', 'x-auth-acr', 'x-auth-amr'],
  ]
  const answer = async ({ method, url = '/', headers }: IncomingMessage): Promise<Reply> => {
    const { 'content-length': _, ...others } = headers
    const { search } = new URL(url, 'http://any')
    const forwarded = { 'x-forwarded-method': method, 'x-forwarded-uri': url }
    const said = await ask(`http://${behind.auth}/auth/validate${search}`, { ...others, ...forwarded })
    if (said.status !== 200) return said
    const identity = Object.fromEntries(facts.map((name) => [name, said.headers[name]]))
    return ask(`http://${behind.application}${url}`, { ...others, ...identity })
  }
  const server = await startLocalServer((incoming, reply) => {
    answer(incoming).then(
      ({ status, body }) => reply.writeHead(status).end(body),
      () => reply.writeHead(502).end(),
    )
  })
  return {
    latchkey: `http://${behind.users}`,
    application: server.url,
    [Symbol.asyncDispose]: server[Symbol.asyncDispose],
  }
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/**
 * Sends one request with exactly these headers. `localAddress` makes it come from another address of this
 * machine.
 */
export const ask = (
  url: string,
  headers: Record<string, string | string[] | undefined>,
  { localAddress, method = 'GET', body }: { localAddress?: string; method?: string; body?: unknown } = {},
): Promise<Reply> =>
  new Promise((resolve, reject) => {
    const from = localAddress === undefined ? {} : { localAddress }
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined))
    request(url, { method, headers: given, agent: false, ...from }, async (reply) => {
      let text = ''
      for await (const piece of reply) text += piece
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text })
    })
      .on('error', reject)
      .end(body === undefined ? '' : JSON.stringify(body))
  })
