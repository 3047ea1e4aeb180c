import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  beginFederatedLoginEndpoint,
  completeFederatedLoginEndpoint,
  listProvidersEndpoint,
} from '#contract/login/federated-login.ts'
import type { BeginFederatedLoginRequest__Output } from '#proto/generated/latchkey/auth/v1/BeginFederatedLoginRequest.ts'
import type { CompleteFederatedLoginRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteFederatedLoginRequest.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs } from '../core/auth-rpcs.ts'
import { toLoginResponse } from '../tokens/rpcs.ts'

export const federationRpcs = authRpcs({
  ListProviders: endpointRpc(listProvidersEndpoint, {
    toInput: () => ({}),
    toReply: ({ data }: Reply<typeof listProvidersEndpoint>) => ({ providers: data }),
  }),
  BeginFederatedLogin: endpointRpc(beginFederatedLoginEndpoint, {
    toInput: ({ provider, return_to }: BeginFederatedLoginRequest__Output) => ({
      params: { provider },
      body: { return_to },
    }),
    toReply: (begun) => begun,
  }),
  CompleteFederatedLogin: endpointRpc(completeFederatedLoginEndpoint, {
    toInput: ({ provider, ...body }: CompleteFederatedLoginRequest__Output) => ({
      params: { provider },
      body: {
        federated_token: body.federated_token,
        response: body.response,
        ...(body.device_name === undefined ? {} : { device_name: body.device_name }),
        ...(body.device_token === undefined ? {} : { device_token: body.device_token }),
        ...(body.locale === undefined ? {} : { locale: body.locale }),
      },
    }),
    toReply: toLoginResponse,
  }),
})
