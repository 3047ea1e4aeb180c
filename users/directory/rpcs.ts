import type { Reply } from '#contract/declaration/endpoint.ts'
import { listUsersEndpoint } from '#contract/users/list-users.ts'
import {
  confirmEmailEndpoint,
  getLoginStateEndpoint,
  type LoginStateResource,
  sendPasswordResetEndpoint,
  setTemporaryPasswordEndpoint,
} from '#contract/users/user-support.ts'
import {
  deleteUserEndpoint,
  getUserByEmailEndpoint,
  getUserByUsernameEndpoint,
  getUserEndpoint,
  updateUserEndpoint,
} from '#contract/users.ts'
import type { ConfirmEmailRequest__Output } from '#proto/generated/latchkey/users/v1/ConfirmEmailRequest.ts'
import type { DeleteUserRequest__Output } from '#proto/generated/latchkey/users/v1/DeleteUserRequest.ts'
import type { GetLoginStateRequest__Output } from '#proto/generated/latchkey/users/v1/GetLoginStateRequest.ts'
import type { GetLoginStateResponse } from '#proto/generated/latchkey/users/v1/GetLoginStateResponse.ts'
import type { GetUserByEmailRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserByEmailRequest.ts'
import type { GetUserByUsernameRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserByUsernameRequest.ts'
import type { GetUserRequest__Output } from '#proto/generated/latchkey/users/v1/GetUserRequest.ts'
import type { ListUsersRequest__Output } from '#proto/generated/latchkey/users/v1/ListUsersRequest.ts'
import type { ListUsersResponse } from '#proto/generated/latchkey/users/v1/ListUsersResponse.ts'
import type { SendPasswordResetRequest__Output } from '#proto/generated/latchkey/users/v1/SendPasswordResetRequest.ts'
import type { SetTemporaryPasswordRequest__Output } from '#proto/generated/latchkey/users/v1/SetTemporaryPasswordRequest.ts'
import type { SetTemporaryPasswordResponse } from '#proto/generated/latchkey/users/v1/SetTemporaryPasswordResponse.ts'
import type { UpdateUserRequest__Output } from '#proto/generated/latchkey/users/v1/UpdateUserRequest.ts'
import { toUserMessage } from '#proto/user-message.ts'
import { fromEnum, fromTimestamp, toEnum, toTimestamp } from '#proto/values.ts'
import { endpointRpc } from '#runtime/rpc/rpc.ts'
import { present, toTaggedMessage, userServiceRpcs } from '../core/user-rpcs.ts'
import { changeable, changedFields } from './user/rpc-changes.ts'

export const directoryRpcs = userServiceRpcs({
  GetUser: endpointRpc(getUserEndpoint, {
    toInput: ({ id }: GetUserRequest__Output) => ({ params: { id } }),
    toReply: toTaggedMessage,
  }),
  GetUserByEmail: endpointRpc(getUserByEmailEndpoint, {
    toInput: ({ email }: GetUserByEmailRequest__Output) => ({ params: { email } }),
    toReply: toTaggedMessage,
  }),
  GetUserByUsername: endpointRpc(getUserByUsernameEndpoint, {
    toInput: ({ username }: GetUserByUsernameRequest__Output) => ({ params: { username } }),
    toReply: toTaggedMessage,
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
        ...(request.search === '' ? {} : { search: request.search }),
        ...(request.sort === '' ? {} : { sort: request.sort }),
        ...present('email_verified', yesOrNo(request.email_verified)),
        ...present('has_second_factor', yesOrNo(request.has_second_factor)),
        ...present('has_logged_in', yesOrNo(request.has_logged_in)),
      },
    }),
    toReply: (page: Reply<typeof listUsersEndpoint>): ListUsersResponse => ({
      users: page.data.map(toUserMessage),
      next_page_token: page.next_cursor ?? '',
      previous_page_token: page.previous_cursor ?? '',
      ...(page.total === undefined ? {} : { total: page.total }),
      ...(page.total_is_capped === undefined ? {} : { total_is_capped: page.total_is_capped }),
      ...(page.search_is_partial ? { search_is_partial: true } : {}),
    }),
  }),
  UpdateUser: endpointRpc(updateUserEndpoint, {
    names: Object.fromEntries(changeable.map((name) => [name, `changes.${name}`])),
    toInput: (request: UpdateUserRequest__Output) => ({
      params: { id: request.id },
      body: changedFields(request),
      ifMatch: request.etag || undefined,
    }),
    toReply: toTaggedMessage,
  }),
  DeleteUser: endpointRpc(deleteUserEndpoint, {
    toInput: ({ id, etag }: DeleteUserRequest__Output) => ({ params: { id }, ifMatch: etag || undefined }),
    toReply: () => ({}),
  }),
  GetLoginState: endpointRpc(getLoginStateEndpoint, {
    toInput: ({ id }: GetLoginStateRequest__Output) => ({ params: { id } }),
    toReply: toLoginStateMessage,
  }),
  ConfirmEmail: endpointRpc(confirmEmailEndpoint, {
    toInput: ({ id, email }: ConfirmEmailRequest__Output) => ({ params: { id }, body: { email } }),
    toReply: toTaggedMessage,
  }),
  SendPasswordReset: endpointRpc(sendPasswordResetEndpoint, {
    toInput: ({ id }: SendPasswordResetRequest__Output) => ({ params: { id } }),
    toReply: () => ({}),
  }),
  SetTemporaryPassword: endpointRpc(setTemporaryPasswordEndpoint, {
    toInput: ({ id }: SetTemporaryPasswordRequest__Output) => ({ params: { id } }),
    toReply: (made: Reply<typeof setTemporaryPasswordEndpoint>): SetTemporaryPasswordResponse => ({
      ...made,
      expires_at: toTimestamp(made.expires_at),
    }),
  }),
})

/** Returns a boolean field in the form of the same field in the query of an HTTP request; undefined when it is not set. */
const yesOrNo = (asked: boolean | undefined) => asked?.toString()

function toLoginStateMessage(state: LoginStateResource): GetLoginStateResponse {
  const { suspension, password, temporary_until, sessions_pending_since } = state
  return {
    suspension: suspension && {
      suspended_at: toTimestamp(suspension.at),
      ...(suspension.reason === null ? {} : { reason: suspension.reason }),
      ...(suspension.by === null ? {} : { by: suspension.by }),
      ...(suspension.by_name === null ? {} : { by_name: suspension.by_name }),
    },
    password: toEnum('PASSWORD_STATE_', password),
    temporary_until: toTimestamp(temporary_until),
    sessions_pending_since: toTimestamp(sessions_pending_since),
  }
}
