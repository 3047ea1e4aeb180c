import assert from 'node:assert/strict'
import type { Endpoint } from '#contract/declaration/endpoint.ts'
import { rpcsByOperation } from '#runtime/docs/rpc-section.ts'
import { type RpcClient, rpcClient } from '#tests/support/rpc-client.ts'
import type { System } from '#tests/support/system.ts'
import { rpcServices } from './rpc-services.ts'
import type { Fields, Values } from './way.ts'
import { ways } from './ways.ts'

const rpcOf = rpcsByOperation(rpcServices)

/** Returns the rpcs that do what an endpoint does, as `package.Service/Method`. */
export const rpcsOf = ({ name }: Endpoint): readonly string[] => rpcOf.get(name) ?? []

/** Calls the rpcs of a system with the fields of requests over HTTP. */
export class RpcCaller implements Disposable {
  private readonly clients = new Map<string, RpcClient>()

  constructor({ usersGrpc, authGrpc }: System) {
    for (const { name } of rpcServices)
      this.clients.set(name, rpcClient(name.startsWith('latchkey.auth.') ? authGrpc : usersGrpc, name))
  }

  /** @throws {RpcRefusal} */
  async call(rpc: string, endpoint: Endpoint, fields: Fields, token: string): Promise<Values> {
    const [service = '', method = ''] = rpc.split('/')
    const { params = {}, body = {} } = fields
    const way = ways.find((one) => one.endpoint === endpoint)
    // The message of an rpc that is not among `ways` has fields with the names of the request. Names that it lacks are left out.
    const message = way
      ? way.toRequest(fields)
      : { ...params, user_id: params.id, ...body, credential_json: JSON.stringify(body.credential) }
    const client = this.clients.get(service)
    assert.ok(client, service)
    return client.call(method, message, { token, deadline: Date.now() + 60_000 })
  }

  [Symbol.dispose](): void {
    for (const client of this.clients.values()) client[Symbol.dispose]()
  }
}
