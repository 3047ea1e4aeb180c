import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { acceptsConnections } from './accepts-connections.ts'
import { freePorts } from './process.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** Where a gateway leads, as addresses with ports. */
export interface Behind {
  users: string
  auth: string
  application: string
}

export interface Gateway extends AsyncDisposable {
  /** The way to Latchkey, and the way to the application for those whom Latchkey knows. */
  latchkey: string
  application: string
}

const page = readFileSync(new URL('../../docs/guide/proxies.md', import.meta.url), 'utf8')

/** What the guide says that people put into a file. */
function textInGuide(language: string): string {
  const [, text] = new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(page) ?? []
  if (text === undefined) throw new Error(`The guide has no text for ${language}.`)
  return text
}

interface Program {
  /** Writes its files into the folder. Gives the arguments of a run in the foreground. */
  prepare(folder: string, fillIn: (text: string) => string): string[]
  version: string
}

const programs: Record<'nginx' | 'caddy' | 'haproxy', Program> = {
  nginx: {
    version: '-v',
    prepare(folder, fillIn) {
      const site = join(folder, 'latchkey.conf')
      writeFileSync(site, fillIn(textInGuide('nginx')))
      const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const paths = kept.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')
      const main = join(folder, 'nginx.conf')
      writeFileSync(
        main,
        `daemon off; pid ${folder}/pid; error_log stderr; events {} http { access_log off; ${paths} include ${site}; }`,
      )
      return ['-p', folder, '-c', main, '-e', 'stderr']
    },
  },
  caddy: {
    version: 'version',
    prepare(folder, fillIn) {
      const file = join(folder, 'Caddyfile')
      writeFileSync(file, `{\n  admin off\n}\n${fillIn(textInGuide('caddy'))}`)
      return ['run', '--config', file, '--adapter', 'caddyfile']
    },
  },
  haproxy: {
    version: '-v',
    prepare(folder, fillIn) {
      const script = join(folder, 'latchkey.lua')
      writeFileSync(script, fillIn(textInGuide('lua')))
      const file = join(folder, 'haproxy.cfg')
      writeFileSync(file, fillIn(textInGuide('haproxy')).replace('/etc/haproxy/latchkey.lua', script))
      return ['-db', '-f', file]
    },
  },
}

export type GatewayName = keyof typeof programs
export const gatewayNames = Object.keys(programs) as GatewayName[]

const variableOf = (name: GatewayName): string => `LATCHKEY_TEST_${name.toUpperCase()}`
const programOf = (name: GatewayName): string => process.env[variableOf(name)] ?? name

/** Why it cannot run here; false where it can. */
export const whyNot = (name: GatewayName): string | false =>
  spawnSync(programOf(name), [programs[name].version]).status === 0
    ? false
    : `there is no ${name} on this machine; ${variableOf(name)} can name one`

/** A real gateway, with the configuration that the guide has for it. */
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
  const child = spawn(programOf(name), args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Where Caddy keeps what it makes.
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
      return (await acceptsConnections(latchkey)) && (await acceptsConnections(application))
    })
  } catch (error) {
    await end()
    throw error
  }
  return {
    latchkey: `http://127.0.0.1:${latchkey}`,
    application: `http://127.0.0.1:${application}`,
    [Symbol.asyncDispose]: end,
  }
}

export interface Application extends AsyncDisposable {
  address: string
  /** What it was asked, the latest last. */
  asked: { method: string | undefined; url: string | undefined; headers: IncomingHttpHeaders; body: string }[]
}

/** An application that leaves it to a gateway who may come. */
export async function startApplication(): Promise<Application> {
  const asked: Application['asked'] = []
  const server = createServer(async (incoming, reply) => {
    const { method, url, headers } = incoming
    let body = ''
    for await (const piece of incoming) body += piece
    asked.push({ method, url, headers, body })
    reply.end('the application')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A gateway that asks as Caddy does: for GET, with path and query of the request, and all its headers, but no body. */
export async function startAskingGateway(behind: Behind): Promise<Gateway> {
  const facts = ['x-auth-user-id', 'x-auth-username', 'x-auth-role', 'x-auth-session-id']
  const answer = async ({ method, url = '/', headers }: IncomingMessage): Promise<Reply> => {
    const { 'content-length': _, ...others } = headers
    const { search } = new URL(url, 'http://any')
    const forwarded = { 'x-forwarded-method': method, 'x-forwarded-uri': url }
    const said = await ask(`http://${behind.auth}/auth/validate${search}`, { ...others, ...forwarded })
    if (said.status !== 200) return said
    const identity = Object.fromEntries(facts.map((name) => [name, said.headers[name]]))
    return ask(`http://${behind.application}${url}`, { ...others, ...identity })
  }
  const server = createServer((incoming, reply) => {
    answer(incoming).then(
      ({ status, body }) => reply.writeHead(status).end(body),
      () => reply.writeHead(502).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    latchkey: `http://${behind.users}`,
    application: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export interface Reply {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

/** One request with exactly these headers, from another address of this machine if one is named. */
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
