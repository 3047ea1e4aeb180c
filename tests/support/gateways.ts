import { spawn, spawnSync } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { request as requestTls } from 'node:https'
import { join } from 'node:path'
import { after, before, mock } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { acceptsConnections } from './accepts-connections.ts'
import { type Authority, newAuthority } from './certificates.ts'
import { startLocalServer } from './local-server.ts'
import { freePorts } from './process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** The servers that a gateway leads to, each as host and port. */
export interface Behind {
  users: string
  auth: string
  application: string
  /** The ports for gRPC, as host and port; absent where a test makes no rpc. */
  usersGrpc?: string
  authGrpc?: string
}

export interface Gateway extends AsyncDisposable {
  /**
   * The URL at which the gateway leads to Latchkey. `application` is the URL that leads to the application,
   * for signed-in users only.
   */
  latchkey: string
  application: string
}

/** The ports at which a gateway listens. */
export interface GatewayPorts {
  https: number
  http: number
}

/** The hosts in the files in `deploy/gateways`. `reachGateways()` leads them to this machine. */
export const gatewayHosts = { latchkey: 'id.example.com', application: 'app.example.com' }

/** The authority of the certificates of all gateways. */
export const gatewayAuthority: Authority = newAuthority('authority of the gateways')

/**
 * For the tests of this file: requests of this process to the hosts of the gateways, at any port, go to this machine, and the
 * certificates of the gateways are trusted.
 */
export function reachGateways(): void {
  const known = getCACertificates('default')
  const lookUp = dns.lookup
  before(() => {
    setDefaultCACertificates([...known, gatewayAuthority.cert])
    mock.method(dns, 'lookup', ((host: string, ...rest: unknown[]) =>
      Reflect.apply(lookUp, dns, [
        Object.values(gatewayHosts).includes(host) ? '127.0.0.1' : host,
        ...rest,
      ])) as typeof dns.lookup)
  })
  after(() => {
    mock.restoreAll()
    setDefaultCACertificates(known)
  })
}

/** Finds free ports for a gateway, so that a system can be told its URL before the gateway starts. */
export async function placeGateway(): Promise<{ ports: GatewayPorts; url: string }> {
  const [https = 0, http = 0] = await freePorts(2)
  return { ports: { https, http }, url: `https://${gatewayHosts.latchkey}:${https}` }
}

/** Returns the text of a file in `deploy/gateways`. */
const shipped = (name: string): string =>
  readFileSync(new URL(`../../deploy/gateways/${name}`, import.meta.url), 'utf8')

/** The certificate and the key of a gateway, as files in its folder. Their names have the host that they are for. */
function writeCertificates(folder: string): void {
  for (const host of Object.values(gatewayHosts)) {
    const { cert, key } = gatewayAuthority.issue(host, undefined, [host])
    writeFileSync(join(folder, `${host}.crt`), cert)
    writeFileSync(join(folder, `${host}.key`), key)
    mkdirSync(join(folder, 'certs'), { recursive: true })
    writeFileSync(join(folder, 'certs', `${host}.pem`), cert + key)
  }
}

interface Program {
  /** Writes the files of the program into the folder, and returns the arguments that run it in the foreground. */
  prepare(folder: string, fillIn: (text: string) => string, ports: GatewayPorts): string[]
  version: string
}

const programs: Record<'nginx' | 'caddy' | 'haproxy' | 'traefik', Program> = {
  nginx: {
    version: '-v',
    prepare: (folder, fillIn) =>
      prepareNginx(
        folder,
        fillIn(shipped('nginx.conf'))
          .replaceAll(/\/etc\/letsencrypt\/live\/([\w.]+)\/fullchain\.pem/g, `${folder}/$1.crt`)
          .replaceAll(/\/etc\/letsencrypt\/live\/([\w.]+)\/privkey\.pem/g, `${folder}/$1.key`),
      ),
  },
  caddy: {
    version: 'version',
    prepare(folder, fillIn, { https, http }) {
      const ports = `  http_port ${http}\n  https_port ${https}\n  skip_install_trust`
      // Without this line, Caddy would ask a public authority for certificates.
      const tls = (host: string) => `${host} {\n  tls ${folder}/${host}.crt ${folder}/${host}.key`
      const text = fillIn(shipped('Caddyfile')).replaceAll(/^([\w.]+) \{$/gm, (_, host) => tls(host))
      return prepareCaddy(folder, text, ports)
    },
  },
  haproxy: {
    version: '-v',
    prepare(folder, fillIn) {
      const script = join(folder, 'latchkey.lua')
      writeFileSync(script, fillIn(shipped('latchkey.lua')))
      const file = join(folder, 'haproxy.cfg')
      const text = fillIn(shipped('haproxy.cfg'))
        .replace('/etc/haproxy/latchkey.lua', script)
        .replace('/etc/haproxy/certs/', join(folder, 'certs/'))
      writeFileSync(file, text)
      return ['-db', '-f', file]
    },
  },
  traefik: {
    version: 'version',
    prepare(folder, fillIn) {
      const dynamic = join(folder, 'latchkey.yaml')
      const certificates = fillIn(shipped('traefik-latchkey.yaml'))
        .replaceAll(/\/etc\/ssl\/([\w.]+)\/fullchain\.pem/g, `${folder}/$1.crt`)
        .replaceAll(/\/etc\/ssl\/([\w.]+)\/privkey\.pem/g, `${folder}/$1.key`)
      writeFileSync(dynamic, certificates)
      const file = join(folder, 'traefik.yaml')
      writeFileSync(file, fillIn(shipped('traefik.yaml')).replace('/etc/traefik/latchkey.yaml', dynamic))
      return [`--configFile=${file}`]
    },
  },
}

function prepareCaddy(folder: string, text: string, options = ''): string[] {
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, `{\n  admin off\n${options}\n}\n${text}`)
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
export async function startGateway(
  name: GatewayName,
  behind: Behind,
  ports?: GatewayPorts,
): Promise<Gateway> {
  const at = ports ?? (await placeGateway()).ports
  const folder = temporaryFolder()
  writeCertificates(folder)
  const fillIn = (text: string) =>
    text
      .replaceAll(/((?:listen|bind|address:) :?)443\b/g, `$1${at.https}`)
      .replaceAll(/((?:listen|bind|address:) :?)80\b/g, `$1${at.http}`)
      .replaceAll('127.0.0.1:8080', behind.users)
      .replaceAll('127.0.0.1:8090', behind.auth)
      .replaceAll('127.0.0.1:10000', behind.usersGrpc ?? '127.0.0.1:10000')
      .replaceAll('127.0.0.1:50051', behind.authGrpc ?? '127.0.0.1:50051')
      .replaceAll('127.0.0.1:3000', behind.application)
  const args = programs[name].prepare(folder, fillIn, at)
  const running = await runInForeground(name, { args, folder, ports: [at.https, at.http] })
  return {
    latchkey: `https://${gatewayHosts.latchkey}:${at.https}`,
    application: `https://${gatewayHosts.application}:${at.https}`,
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
    'x-auth-user-id',
    'x-auth-username',
    'x-auth-role',
    'x-auth-session-id',
    'x-auth-authenticated-at',
    'x-auth-acr',
    'x-auth-amr',
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
    const send = url.startsWith('https:') ? requestTls : request
    send(url, { method, headers: given, agent: false, ...from }, async (reply) => {
      let text = ''
      for await (const piece of reply) text += piece
      resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: text })
    })
      .on('error', reject)
      .end(body === undefined ? '' : JSON.stringify(body))
  })
