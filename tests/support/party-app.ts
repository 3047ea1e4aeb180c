import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { acceptsConnections } from './accepts-connections.ts'
import { type LocalServer, startLocalServer } from './local-server.ts'
import type { Runnable } from './party-programs.ts'
import { freePorts, inherited } from './process.ts'
import { registerClient } from './relying-party.ts'
import type { System } from './system.ts'
import { until } from './until.ts'

/** The answer of an application to a logout token. */
export interface Told {
  token: string
  status: number
  text: string
}

export interface BackChannel extends LocalServer {
  /** True while the connections of Latchkey must be cut, as when no server listens there. */
  isDown: boolean
  attempts: number
  told: Told[]
}

/** A running example application that is registered as a client. */
export interface PartyApp extends AsyncDisposable {
  /** The origin at which browsers reach the application. */
  origin: string
  /** The server between Latchkey and the application to which Latchkey sends logout tokens. */
  backChannel: BackChannel
}

/** Registers an OpenID client, and starts the example application with the id and secret of this client. */
export async function startPartyApp(
  runnable: Runnable,
  system: System,
  { name, isOwn, host }: { name: string; isOwn: boolean; host: '127.0.0.1' | 'localhost' },
): Promise<PartyApp> {
  await using stack = new AsyncDisposableStack()
  const [port = 0] = await freePorts(1)
  const origin = `http://${host}:${port}`
  const backChannel = stack.use(await startBackChannel(`http://127.0.0.1:${port}/backchannel-logout`))
  const { id, client_secret: secret = '' } = await registerClient(system, {
    name,
    first_party: isOwn,
    redirect_uris: [`${origin}/callback`],
    post_logout_redirect_uris: [`${origin}/signed-out`],
    backchannel_logout_uri: backChannel.url,
  })
  const environment = { ISSUER: system.authUrl, CLIENT_ID: id, CLIENT_SECRET: secret, ORIGIN: origin }
  stack.use(await startParty(runnable, port, environment))
  const moved = stack.move()
  return { origin, backChannel, [Symbol.asyncDispose]: () => moved.disposeAsync() }
}

/** Runs an example application, which listens on a port of 127.0.0.1. Resolves once it accepts connections. */
export async function startParty(
  { command, args, environment = {}, startsWithinMs }: Runnable,
  port: number,
  settings: Record<string, string>,
): Promise<AsyncDisposable> {
  const env = { ...inherited(), ...environment, ...settings, PORT: String(port) }
  const child = spawn(command, args, { env })
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  const output: unknown[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => output.push(part))
  const exited = once(child, 'exit')
  async function stop(): Promise<void> {
    process.off('exit', killed)
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    await exited
  }
  try {
    const listens = () => {
      if (child.exitCode !== null) throw new Error(`It did not start: ${output.join('')}`)
      return acceptsConnections(port)
    }
    await until(`${command} listens`, listens, startsWithinMs)
  } catch (error) {
    await stop()
    throw error
  }
  return { [Symbol.asyncDispose]: stop }
}

/** Starts the server to which Latchkey sends logout tokens. It passes them on to the application and keeps the answers. */
async function startBackChannel(target: string): Promise<BackChannel> {
  const server = await startLocalServer(async (request, response) => {
    channel.attempts++
    const body = await bodyOf(request)
    if (channel.isDown) return void request.socket.destroy()
    try {
      const answer = await post(target, body)
      channel.told.push(answer)
      response.writeHead(answer.status).end()
    } catch {
      // The application has ended. Latchkey then sees a closed connection instead of a reply.
      request.socket.destroy()
    }
  })
  const channel: BackChannel = { ...server, isDown: false, attempts: 0, told: [] }
  return channel
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body += part
  return body
}

/** Sends the form with a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.5). */
export async function post(target: string, form: string): Promise<Told> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form,
    signal: AbortSignal.timeout(60_000),
  })
  const token = new URLSearchParams(form).get('logout_token') ?? ''
  return { token, status: response.status, text: await response.text() }
}
