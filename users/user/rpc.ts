import type { Body, Query, Reply } from '#contract/endpoint.ts'
import type { UserResource } from '#contract/user.ts'
import {
  addUserEndpoint,
  deleteUserEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  getUserEndpoint,
  listUsersEndpoint,
  updateUserEndpoint,
} from '#contract/users.ts'
import type { CreateUserRequest__Output } from '#proto/generated/latchkey/users/v1/CreateUserRequest.ts'
import type { CreateUserResponse } from '#proto/generated/latchkey/users/v1/CreateUserResponse.ts'
import type { DeleteUserRequest__Output } from '#proto/generated/latchkey/users/v1/DeleteUserRequest.ts'
import type { GetUserByEmailRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserByEmailRequest.ts'
import type { GetUserByUsernameRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserByUsernameRequest.ts'
import type { GetUserRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserRequest.ts'
import type { ListUsersRequest__Output } from '#proto/generated/latchkey/users/v1/ListUsersRequest.ts'
import type { ListUsersResponse } from '#proto/generated/latchkey/users/v1/ListUsersResponse.ts'
import type { UpdateUserRequest__Output } from '#proto/generated/latchkey/users/v1/UpdateUserRequest.ts'
import { toUserMessage } from '#proto/user-message.ts'
import { fromEnum, fromStruct, fromTimestamp } from '#proto/values.ts'
import { endpointRpc, type RpcService } from '#runtime/rpc/rpc.ts'
import { changeable, changedFields } from './rpc-changes.ts'

/** Only translates: rights, checks and effects are those of the endpoints. */
export const userRpcs: RpcService = {
  name: 'latchkey.users.v1.UserService',
  file: 'latchkey/users/v1/users.proto',
  rpcs: {
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
        } as Body<typeof addUserEndpoint>,
      }),
      toReply: tagged,
    }),
    GetUser: endpointRpc(getUserEndpoint, {
      toInput: ({ id }: GetUserRequest__Output) => ({ params: { id } }),
      toReply: tagged,
    }),
    GetUserByEmail: endpointRpc(getUserByEmailEndpoint, {
      toInput: ({ email }: GetUserByEmailRequest__Output) => ({ params: { email } }),
      toReply: tagged,
    }),
    GetUserByUsername: endpointRpc(getUserByUsernameEndpoint, {
      toInput: ({ username }: GetUserByUsernameRequest__Output) => ({ params: { username } }),
      toReply: tagged,
    }),
    ListUsers: endpointRpc(listUsersEndpoint, {
      names: { limit: 'page_size', cursor: 'page_token', q: 'prefix', total: 'count_total' },
      toInput: (request: ListUsersRequest__Output) => ({
        query: {
          ...(request.page_size === 0 ? {} : { limit: request.page_size }),
          ...(request.page_token === '' ? {} : { cursor: request.page_token }),
          ...(request.prefix === '' ? {} : { q: request.prefix }),
          ...present('status', fromEnum(request.status, 'USER_STATUS_', 'status')),
          ...present('role', fromEnum(request.role, 'ROLE_', 'role')),
          ...present('created_after', fromTimestamp(request.created_after, 'created_after')),
          ...present('created_before', fromTimestamp(request.created_before, 'created_before')),
          ...(request.count_total ? { total: 'true' } : {}),
        } as Query<typeof listUsersEndpoint>,
      }),
      toReply: (page: Reply<typeof listUsersEndpoint>): ListUsersResponse => ({
        users: page.data.map(toUserMessage),
        next_page_token: page.next_cursor ?? '',
        ...(page.total === undefined ? {} : { total: page.total }),
        ...(page.total_is_capped === undefined ? {} : { total_is_capped: page.total_is_capped }),
      }),
    }),
    UpdateUser: endpointRpc(updateUserEndpoint, {
      names: Object.fromEntries(changeable.map((name) => [name, `changes.${name}`])),
      toInput: (request: UpdateUserRequest__Output) => ({
        params: { id: request.id },
        body: changedFields(request) as Body<typeof updateUserEndpoint>,
        ifMatch: request.etag || undefined,
      }),
      toReply: tagged,
    }),
    DeleteUser: endpointRpc(deleteUserEndpoint, {
      toInput: ({ id, etag }: DeleteUserRequest__Output) => ({ params: { id }, ifMatch: etag || undefined }),
      toReply: () => ({}),
    }),
  },
}

function tagged(user: UserResource, headers: Record<string, string>): CreateUserResponse {
  return { user: toUserMessage(user), etag: headers.etag ?? '' }
}

const present = (name: string, value: string | undefined): Record<string, string> =>
  value === undefined ? {} : { [name]: value }
