import { readFileSync } from 'node:fs'
import { table } from '../components/table.ts'
import { type Html, html } from '../html.ts'
import type { RpcService } from '../rpc/rpc.ts'
import { code, details, prose } from './html.ts'

/** The descriptions of the services and messages in the .proto files. `npm run generate` writes them into a file. */
export interface RpcDescriptions {
  services: readonly DescribedService[]
  messages: Record<string, { comment: string; fields: { name: string; type: string; comment: string }[] }>
}

interface DescribedService {
  name: string
  comment: string
  rpcs: readonly { name: string; comment: string; request: string; reply: string; signature: string }[]
}

const file = new URL('../../proto/generated/descriptions.json', import.meta.url)

/**
 * Returns the descriptions of the gRPC services of this server. Services that others have defined, such as those of Envoy, are
 * not described.
 */
export function describedServices(services: readonly RpcService[]): RpcDescriptions {
  if (services.length === 0) return { services: [], messages: {} }
  const all = JSON.parse(readFileSync(file, 'utf8')) as RpcDescriptions
  const names = new Set(services.map(({ name }) => name))
  return { ...all, services: all.services.filter(({ name }) => names.has(name)) }
}

/** Returns for each operation the rpcs that do the same, such as `latchkey.users.v1.UserService/GetUser`. */
export function rpcsByOperation(services: readonly RpcService[]): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const { name, rpcs } of services)
    for (const [rpc, how] of Object.entries(rpcs)) {
      if (!('endpoint' in how)) continue
      const { name: operation } = how.endpoint
      found.set(operation, [...(found.get(operation) ?? []), `${name}/${rpc}`])
    }
  return found
}

/** Returns the chapter of a gRPC service: its rpcs with the fields of their messages. */
export function serviceChapter(
  service: DescribedService,
  { messages }: RpcDescriptions,
  operations: ReadonlyMap<string, string>,
): Html {
  const sections = service.rpcs.map((rpc) => {
    const id = `${service.name}/${rpc.name}`
    const operation = operations.get(id)
    const same =
      operation !== undefined &&
      html`As <a href="#${operation}">${code(operation)}</a>, with the same rights, limits and failures.`
    return html`<section id="${id}" data-find="${`${id} ${operation ?? ''}`.toLowerCase()}"><h3><a href="#${id}">${rpc.name}</a></h3>
<p class="routes">${code(rpc.signature)}</p><p>${prose(rpc.comment)} ${same}</p>
${details(html`Request ${code(shortName(rpc.request))}`, messageTable(rpc.request, messages))}${details(html`Reply ${code(shortName(rpc.reply))}`, messageTable(rpc.reply, messages))}</section>`
  })
  return html`<h2 id="${service.name}">gRPC: ${service.name}</h2><p>${prose(service.comment)}</p>${sections}`
}

/** Returns a section for each message that is a part of other messages, such as `latchkey.users.v1.User`. */
export function messageSections({ services, messages }: RpcDescriptions): Html[] {
  const own = new Set(services.flatMap(({ rpcs }) => rpcs.flatMap(({ request, reply }) => [request, reply])))
  const packages = services.map(({ name }) => name.slice(0, name.lastIndexOf('.')))
  return Object.entries(messages)
    .filter(([name]) => !own.has(name) && packages.some((one) => name.startsWith(`${one}.`)))
    .map(
      ([name, { comment }]) =>
        html`<section id="${name}" data-find="${name.toLowerCase()}"><h3><a href="#${name}">${name}</a></h3><p>${prose(comment)}</p>${messageTable(name, messages)}</section>`,
    )
}

const shortName = (name: string): string => name.slice(name.lastIndexOf('.') + 1)

function messageTable(name: string, messages: RpcDescriptions['messages']): Html | undefined {
  const { fields = [] } = messages[name] ?? {}
  const linked = (type: string) => {
    const message = type.slice(type.lastIndexOf(' ') + 1)
    const before = type.slice(0, type.length - message.length)
    return messages[message]
      ? html`${before}<a href="#${message}">${shortName(message)}</a>`
      : `${before}${message}`
  }
  return table(
    ['Field', 'Type', 'Meaning'],
    fields.map(({ name: field, type, comment }) => [code(field), linked(type), prose(comment)]),
  )
}
