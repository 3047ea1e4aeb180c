import type { Reply } from '#contract/declaration/endpoint.ts'
import {
  beginFederatedLoginEndpoint,
  beginFederatedStepUpEndpoint,
  beginIdentityLinkEndpoint,
  completeFederatedLoginEndpoint,
  completeFederatedStepUpEndpoint,
  completeIdentityLinkEndpoint,
  listProvidersEndpoint,
} from '#contract/sign-in/federated-login.ts'
import type { BeginFederatedLoginRequest__Output } from '#proto/generated/latchkey/auth/v1/BeginFederatedLoginRequest.ts'
import type { CompleteFederatedLoginRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteFederatedLoginRequest.ts'
import type { CompleteIdentityLinkRequest__Output } from '#proto/generated/latchkey/auth/v1/CompleteIdentityLinkRequest.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { authRpcs, toLoginResponse } from '../core/auth-rpcs.ts'

export const federationRpcs = authRpcs({
  ListProviders: endpointRpc(listProvidersEndpoint, {
    toInput: () => ({}),
    toReply: ({ data }: Reply<typeof listProvidersEndpoint>) => ({ providers: data }),
  }),
  BeginFederatedLogin: endpointRpc(beginFederatedLoginEndpoint, {
    toInput: toBegin,
    toReply: (begun) => begun,
  }),
  BeginIdentityLink: endpointRpc(beginIdentityLinkEndpoint, { toInput: toBegin, toReply: (begun) => begun }),
  CompleteIdentityLink: endpointRpc(completeIdentityLinkEndpoint, {
    toInput: toComplete,
    toReply: () => ({}),
  }),
  BeginFederatedStepUp: endpointRpc(beginFederatedStepUpEndpoint, {
    toInput: toBegin,
    toReply: (begun) => begun,
  }),
  CompleteFederatedStepUp: endpointRpc(completeFederatedStepUpEndpoint, {
    toInput: toComplete,
    toReply: toLoginResponse,
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

function toBegin({ provider, return_to }: BeginFederatedLoginRequest__Output) {
  return { params: { provider }, body: { return_to } }
}

function toComplete({ provider, federated_token, response }: CompleteIdentityLinkRequest__Output) {
  return { params: { provider }, body: { federated_token, response } }
}
