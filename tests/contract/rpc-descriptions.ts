import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RpcDescriptions } from '#runtime/docs/rpc-section.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The parts of a FileDescriptorProto (in the JSON of the protobuf compiler) that are used to describe the messages. */
interface ProtoFile {
  package: string
  service?: { name: string; method: Method[] }[]
  messageType?: { name: string; field?: Field[] }[]
  enumType?: { name: string; value: { name: string }[] }[]
  sourceCodeInfo: { location: { path?: number[]; leadingComments?: string }[] }
}

interface Method {
  name: string
  inputType: string
  outputType: string
  clientStreaming?: boolean
  serverStreaming?: boolean
}

interface Field {
  name: string
  label: string
  type: string
  typeName?: string
  proto3Optional?: boolean
}

/**
 * The field numbers of the lists in a FileDescriptorProto. The compiler gives the place of a comment by these numbers.
 */
const inFile = { messages: 4, enums: 5, services: 6 }
const inList = { fields: 2, methods: 2 }

/** Returns descriptions of Latchkey's services and messages for the reference page, from the comments in .proto files. */
export function rpcDescriptions(): RpcDescriptions {
  const options = ['build', 'proto', '--as-file-descriptor-set', '-o', '-#format=json']
  const run = spawnSync(`${root}node_modules/.bin/buf`, options, { cwd: root, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(run.stderr)
  const { file } = JSON.parse(run.stdout) as { file: ProtoFile[] }
  const files = file.filter((one) => one.package.startsWith('latchkey.'))
  return {
    services: files.flatMap(servicesOf),
    messages: Object.fromEntries(files.flatMap((one) => [...messagesOf(one), ...enumsOf(one)])),
  }
}

function servicesOf(file: ProtoFile): RpcDescriptions['services'] {
  return (file.service ?? []).map(({ name, method }, service) => ({
    name: `${file.package}.${name}`,
    comment: commentAt(file, inFile.services, service),
    rpcs: method.map((one, at) => ({
      name: one.name,
      comment: commentAt(file, inFile.services, service, inList.methods, at),
      request: one.inputType.slice(1),
      reply: one.outputType.slice(1),
      signature: signatureOf(one),
    })),
  }))
}

function signatureOf({ name, inputType, outputType, clientStreaming, serverStreaming }: Method): string {
  const message = (type: string, streams?: boolean) => `${streams ? 'stream ' : ''}${type.split('.').at(-1)}`
  return `rpc ${name}(${message(inputType, clientStreaming)}) returns (${message(outputType, serverStreaming)})`
}

const messagesOf = (file: ProtoFile) =>
  (file.messageType ?? []).map(({ name, field = [] }, message) => [
    `${file.package}.${name}`,
    {
      comment: commentAt(file, inFile.messages, message),
      fields: field.map((one, at) => ({
        name: one.name,
        type: typeOf(one),
        comment: commentAt(file, inFile.messages, message, inList.fields, at),
      })),
    },
  ])

/** Returns the descriptions of the enums in a file. Each description lists the values of the enum. */
const enumsOf = (file: ProtoFile) =>
  (file.enumType ?? []).map(({ name, value }, at) => [
    `${file.package}.${name}`,
    {
      comment: [commentAt(file, inFile.enums, at), value.map((one) => `\`${one.name}\``).join(', ')]
        .filter(Boolean)
        .join(' '),
      fields: [],
    },
  ])

function typeOf({ label, type, typeName, proto3Optional }: Field): string {
  const name = typeName?.slice(1) ?? type.replace('TYPE_', '').toLowerCase()
  if (label === 'LABEL_REPEATED') return `repeated ${name}`
  return proto3Optional ? `optional ${name}` : name
}

function commentAt({ sourceCodeInfo }: ProtoFile, ...path: number[]): string {
  const found = sourceCodeInfo.location.find((one) => one.path?.join() === path.join())
  return (found?.leadingComments ?? '').trim().replace(/\s*\n\s*/g, ' ')
}
