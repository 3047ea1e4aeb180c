import { Readable, type Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import {
  type CallOptions,
  type ChannelOptions,
  Client,
  type ClientDuplexStream,
  type ClientReadableStream,
  credentials,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js'
import {
  loadSync,
  type MessageTypeDefinition,
  type PackageDefinition,
  type ServiceDefinition,
} from '@grpc/proto-loader'

const definition: PackageDefinition = loadSync(
  [
    'latchkey/users/v1/users.proto',
    'latchkey/auth/v1/auth.proto',
    'latchkey/notifications/v1/notifications.proto',
    'latchkey/greeter/v1/greeter.proto',
    'envoy/service/auth/v3/external_auth.proto',
    'grpc/health/v1/health.proto',
    'google/rpc/status.proto',
  ],
  {
    includeDirs: [fileURLToPath(new URL('../../proto', import.meta.url))],
    keepCase: true,
    longs: Number,
    enums: String,
    defaults: true,
    oneofs: true,
  },
)

/** A failed call, with the details of the standard gRPC error model decoded. */
export interface RpcRefusal {
  code: number
  message: string
  reason: string | undefined
  fields: string[]
  requestId: string | undefined
  /** The further fields of a failure, such as `login_token`. */
  metadata: Record<string, string>
  retryAfterSeconds: number | undefined
}

export interface RpcOptions extends CallOptions {
  token?: string
  metadata?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: the tests check what a message holds.
type Message = any

export interface RpcClient extends Disposable {
  client: Client
  /** Calls an rpc, and resolves to the reply or rejects with an `RpcRefusal`. */
  call(rpc: string, request?: object, options?: RpcOptions): Promise<Message>
  /** Calls an rpc, and resolves to the trailing metadata of its reply. */
  trailers(rpc: string, request?: object, options?: RpcOptions): Promise<Metadata>
  /** Opens a stream of replies. */
  open(rpc: string, request?: object, options?: RpcOptions): ClientReadableStream<Message>
  /** Sends a stream of requests, and resolves with the single reply. */
  upload(
    rpc: string,
    requests: Iterable<object> | AsyncIterable<object>,
    options?: RpcOptions,
  ): Promise<Message>
  converse(rpc: string, options?: RpcOptions): ClientDuplexStream<object, Message>
}

/** Creates a gRPC client for one service at an address. */
export function rpcClient(
  address: string,
  service: string,
  channel = credentials.createInsecure(),
  options: ChannelOptions = {},
): RpcClient {
  const client = new Client(address, channel, options)
  const methods = definition[service] as ServiceDefinition
  return {
    client,
    call(rpc, request = {}, options = {}) {
      const { path, requestSerialize, responseDeserialize } = methodOf(methods, rpc)
      return new Promise((resolve, reject) => {
        client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadataOf(options),
          options,
          (error, reply) => (error ? reject(toRefusal(error)) : resolve(reply)),
        )
      })
    },
    trailers(rpc, request = {}, options = {}) {
      const { path, requestSerialize, responseDeserialize } = methodOf(methods, rpc)
      return new Promise((resolve, reject) => {
        const call = client.makeUnaryRequest(
          path,
          requestSerialize,
          responseDeserialize,
          request,
          metadataOf(options),
          options,
          (error) => error && reject(toRefusal(error)),
        )
        call.on('status', ({ metadata }) => resolve(metadata))
      })
    },
    open(rpc, request = {}, options = {}) {
      const { path, requestSerialize, responseDeserialize } = methodOf(methods, rpc)
      return client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        metadataOf(options),
        options,
      )
    },
    upload(rpc, requests, options = {}) {
      const { path, requestSerialize, responseDeserialize } = methodOf(methods, rpc)
      return new Promise((resolve, reject) => {
        const sending = client.makeClientStreamRequest(
          path,
          requestSerialize,
          responseDeserialize,
          metadataOf(options),
          options,
          (error, reply) => (error ? reject(toRefusal(error)) : resolve(reply)),
        )
        // After a refusal the call accepts no more messages, so that the rest is not sent.
        Readable.from(requests)
          .on('error', () => sending.cancel())
          .pipe(sending as unknown as Writable)
      })
    },
    converse(rpc, options = {}) {
      const { path, requestSerialize, responseDeserialize } = methodOf(methods, rpc)
      return client.makeBidiStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        metadataOf(options),
        options,
      )
    },
    [Symbol.dispose]: () => client.close(),
  }
}

function methodOf(methods: ServiceDefinition, rpc: string) {
  const method = methods[rpc]
  if (!method) throw new Error(`There is no rpc ${rpc}.`)
  return method
}

export function metadataOf({ token, metadata = {} }: RpcOptions): Metadata {
  const sent = new Metadata()
  if (token !== undefined) sent.set('authorization', `Bearer ${token}`)
  for (const [name, value] of Object.entries(metadata)) sent.set(name, value)
  return sent
}

export function toRefusal(error: ServiceError): RpcRefusal & Error {
  const [bytes] = error.metadata.get('grpc-status-details-bin')
  const status = bytes && read('Status', bytes as Buffer)
  const detail = (name: string) =>
    status?.details
      .filter(({ type_url }: Message) => type_url === `type.googleapis.com/google.rpc.${name}`)
      .map(({ value }: Message) => read(name, value))[0]
  const info = detail('ErrorInfo')
  const delay = detail('RetryInfo')?.retry_delay
  return Object.assign(new Error(error.details), {
    code: error.code,
    reason: info?.reason,
    requestId: info?.metadata.request_id,
    metadata: info?.metadata ?? {},
    fields: (detail('BadRequest')?.field_violations ?? []).map(({ field }: Message) => field),
    retryAfterSeconds: delay && Number(delay.seconds),
  })
}

const read = (name: string, bytes: Buffer): Message =>
  (definition[`google.rpc.${name}`] as unknown as MessageTypeDefinition<object, object>).deserialize(bytes)
