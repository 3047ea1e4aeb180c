import { fileURLToPath } from 'node:url'
import { Server, ServerCredentials, type ServerUnaryCall, type sendUnaryData } from '@grpc/grpc-js'
import { loadSync, type ServiceDefinition } from '@grpc/proto-loader'
import type { ValidateTokenResponse } from '#proto/generated/latchkey/auth/v1/ValidateTokenResponse.ts'

/**
 * The baseline for gRPC: a bare server that reads the same metadata and writes the same message as Latchkey,
 * and does nothing else. It prints its address.
 */
const definition = loadSync('latchkey/auth/v1/auth.proto', {
  includeDirs: [fileURLToPath(new URL('../../proto', import.meta.url))],
  keepCase: true,
  longs: Number,
  enums: String,
  defaults: true,
  oneofs: true,
})
const reply: ValidateTokenResponse = {
  user_id: '01a1fc15-2bac-7e6a-9aba-6647512733b7',
  username: 'ada',
  session_id: '01a1fc15-2c19-70cb-b8f2-9770b439122c',
  role: 'ROLE_USER',
  scope: '',
  issued_at: { seconds: 1_795_297_622, nanos: 0 },
  expires_at: { seconds: 1_795_298_522, nanos: 0 },
}
const server = new Server({ 'grpc.enable_channelz': 0 })
server.addService(definition['latchkey.auth.v1.AuthService'] as ServiceDefinition, {
  ValidateToken(call: ServerUnaryCall<object, object>, callback: sendUnaryData<object>) {
    const [authorization] = call.metadata.get('authorization')
    if (String(authorization).startsWith('Bearer ')) callback(null, reply)
    else callback({ code: 16, details: 'no token' })
  },
})
server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error
  process.stdout.write(`127.0.0.1:${port}\n`)
})
