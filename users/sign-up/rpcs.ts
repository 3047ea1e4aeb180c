import { addUserEndpoint, createUserEndpoint, inviteUserEndpoint } from '#contract/users.ts'
import type { CreateUserRequest__Output } from '#proto/generated/latchkey/users/v1/CreateUserRequest.ts'
import type { InviteUserRequest__Output } from '#proto/generated/latchkey/users/v1/InviteUserRequest.ts'
import type { SignUpRequest__Output } from '#proto/generated/latchkey/users/v1/SignUpRequest.ts'
import { fromEnum, fromStruct } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { present, toTaggedMessage, userServiceRpcs } from '../core/user-rpcs.ts'

export const signUpRpcs = userServiceRpcs({
  CreateUser: endpointRpc(addUserEndpoint, {
    toInput: ({ name, email, username, password, role, metadata, locale }: CreateUserRequest__Output) => ({
      body: {
        name,
        email,
        ...(username === undefined ? {} : { username }),
        ...(password === undefined ? {} : { password }),
        ...(locale === undefined ? {} : { locale }),
        ...present('role', fromEnum(role, 'ROLE_', 'role')),
        ...(metadata === null ? {} : { metadata: fromStruct(metadata) }),
      },
    }),
    toReply: toTaggedMessage,
  }),
  SignUp: endpointRpc(createUserEndpoint, {
    toInput: ({ username, email, password, name, locale }: SignUpRequest__Output) => ({
      body: {
        username,
        email,
        password,
        ...(name === undefined ? {} : { name }),
        ...(locale === undefined ? {} : { locale }),
      },
    }),
    toReply: toTaggedMessage,
  }),
  InviteUser: endpointRpc(inviteUserEndpoint, {
    toInput: ({ id }: InviteUserRequest__Output) => ({ params: { id } }),
    toReply: () => ({}),
  }),
})
