// Original file: proto/latchkey/users/v1/users.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ConfirmEmailRequest as _latchkey_users_v1_ConfirmEmailRequest, ConfirmEmailRequest__Output as _latchkey_users_v1_ConfirmEmailRequest__Output } from '../../../latchkey/users/v1/ConfirmEmailRequest.ts';
import type { ConfirmEmailResponse as _latchkey_users_v1_ConfirmEmailResponse, ConfirmEmailResponse__Output as _latchkey_users_v1_ConfirmEmailResponse__Output } from '../../../latchkey/users/v1/ConfirmEmailResponse.ts';
import type { CreateUserRequest as _latchkey_users_v1_CreateUserRequest, CreateUserRequest__Output as _latchkey_users_v1_CreateUserRequest__Output } from '../../../latchkey/users/v1/CreateUserRequest.ts';
import type { CreateUserResponse as _latchkey_users_v1_CreateUserResponse, CreateUserResponse__Output as _latchkey_users_v1_CreateUserResponse__Output } from '../../../latchkey/users/v1/CreateUserResponse.ts';
import type { DeleteUserRequest as _latchkey_users_v1_DeleteUserRequest, DeleteUserRequest__Output as _latchkey_users_v1_DeleteUserRequest__Output } from '../../../latchkey/users/v1/DeleteUserRequest.ts';
import type { DeleteUserResponse as _latchkey_users_v1_DeleteUserResponse, DeleteUserResponse__Output as _latchkey_users_v1_DeleteUserResponse__Output } from '../../../latchkey/users/v1/DeleteUserResponse.ts';
import type { GetLoginStateRequest as _latchkey_users_v1_GetLoginStateRequest, GetLoginStateRequest__Output as _latchkey_users_v1_GetLoginStateRequest__Output } from '../../../latchkey/users/v1/GetLoginStateRequest.ts';
import type { GetLoginStateResponse as _latchkey_users_v1_GetLoginStateResponse, GetLoginStateResponse__Output as _latchkey_users_v1_GetLoginStateResponse__Output } from '../../../latchkey/users/v1/GetLoginStateResponse.ts';
import type { GetUserByEmailRequest as _latchkey_users_v1_GetUserByEmailRequest, GetUserByEmailRequest__Output as _latchkey_users_v1_GetUserByEmailRequest__Output } from '../../../latchkey/users/v1/GetUserByEmailRequest.ts';
import type { GetUserByEmailResponse as _latchkey_users_v1_GetUserByEmailResponse, GetUserByEmailResponse__Output as _latchkey_users_v1_GetUserByEmailResponse__Output } from '../../../latchkey/users/v1/GetUserByEmailResponse.ts';
import type { GetUserByUsernameRequest as _latchkey_users_v1_GetUserByUsernameRequest, GetUserByUsernameRequest__Output as _latchkey_users_v1_GetUserByUsernameRequest__Output } from '../../../latchkey/users/v1/GetUserByUsernameRequest.ts';
import type { GetUserByUsernameResponse as _latchkey_users_v1_GetUserByUsernameResponse, GetUserByUsernameResponse__Output as _latchkey_users_v1_GetUserByUsernameResponse__Output } from '../../../latchkey/users/v1/GetUserByUsernameResponse.ts';
import type { GetUserRequest as _latchkey_users_v1_GetUserRequest, GetUserRequest__Output as _latchkey_users_v1_GetUserRequest__Output } from '../../../latchkey/users/v1/GetUserRequest.ts';
import type { GetUserResponse as _latchkey_users_v1_GetUserResponse, GetUserResponse__Output as _latchkey_users_v1_GetUserResponse__Output } from '../../../latchkey/users/v1/GetUserResponse.ts';
import type { InviteUserRequest as _latchkey_users_v1_InviteUserRequest, InviteUserRequest__Output as _latchkey_users_v1_InviteUserRequest__Output } from '../../../latchkey/users/v1/InviteUserRequest.ts';
import type { InviteUserResponse as _latchkey_users_v1_InviteUserResponse, InviteUserResponse__Output as _latchkey_users_v1_InviteUserResponse__Output } from '../../../latchkey/users/v1/InviteUserResponse.ts';
import type { ListUsersRequest as _latchkey_users_v1_ListUsersRequest, ListUsersRequest__Output as _latchkey_users_v1_ListUsersRequest__Output } from '../../../latchkey/users/v1/ListUsersRequest.ts';
import type { ListUsersResponse as _latchkey_users_v1_ListUsersResponse, ListUsersResponse__Output as _latchkey_users_v1_ListUsersResponse__Output } from '../../../latchkey/users/v1/ListUsersResponse.ts';
import type { SendPasswordResetRequest as _latchkey_users_v1_SendPasswordResetRequest, SendPasswordResetRequest__Output as _latchkey_users_v1_SendPasswordResetRequest__Output } from '../../../latchkey/users/v1/SendPasswordResetRequest.ts';
import type { SendPasswordResetResponse as _latchkey_users_v1_SendPasswordResetResponse, SendPasswordResetResponse__Output as _latchkey_users_v1_SendPasswordResetResponse__Output } from '../../../latchkey/users/v1/SendPasswordResetResponse.ts';
import type { SetTemporaryPasswordRequest as _latchkey_users_v1_SetTemporaryPasswordRequest, SetTemporaryPasswordRequest__Output as _latchkey_users_v1_SetTemporaryPasswordRequest__Output } from '../../../latchkey/users/v1/SetTemporaryPasswordRequest.ts';
import type { SetTemporaryPasswordResponse as _latchkey_users_v1_SetTemporaryPasswordResponse, SetTemporaryPasswordResponse__Output as _latchkey_users_v1_SetTemporaryPasswordResponse__Output } from '../../../latchkey/users/v1/SetTemporaryPasswordResponse.ts';
import type { SignUpRequest as _latchkey_users_v1_SignUpRequest, SignUpRequest__Output as _latchkey_users_v1_SignUpRequest__Output } from '../../../latchkey/users/v1/SignUpRequest.ts';
import type { SignUpResponse as _latchkey_users_v1_SignUpResponse, SignUpResponse__Output as _latchkey_users_v1_SignUpResponse__Output } from '../../../latchkey/users/v1/SignUpResponse.ts';
import type { UpdateUserRequest as _latchkey_users_v1_UpdateUserRequest, UpdateUserRequest__Output as _latchkey_users_v1_UpdateUserRequest__Output } from '../../../latchkey/users/v1/UpdateUserRequest.ts';
import type { UpdateUserResponse as _latchkey_users_v1_UpdateUserResponse, UpdateUserResponse__Output as _latchkey_users_v1_UpdateUserResponse__Output } from '../../../latchkey/users/v1/UpdateUserResponse.ts';

export interface UserServiceClient extends grpc.Client {
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  
  CreateUser(argument: _latchkey_users_v1_CreateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _latchkey_users_v1_CreateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _latchkey_users_v1_CreateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  CreateUser(argument: _latchkey_users_v1_CreateUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  createUser(argument: _latchkey_users_v1_CreateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  createUser(argument: _latchkey_users_v1_CreateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  createUser(argument: _latchkey_users_v1_CreateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  createUser(argument: _latchkey_users_v1_CreateUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_CreateUserResponse__Output>): grpc.ClientUnaryCall;
  
  DeleteUser(argument: _latchkey_users_v1_DeleteUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  DeleteUser(argument: _latchkey_users_v1_DeleteUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  DeleteUser(argument: _latchkey_users_v1_DeleteUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  DeleteUser(argument: _latchkey_users_v1_DeleteUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  deleteUser(argument: _latchkey_users_v1_DeleteUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  deleteUser(argument: _latchkey_users_v1_DeleteUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  deleteUser(argument: _latchkey_users_v1_DeleteUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  deleteUser(argument: _latchkey_users_v1_DeleteUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_DeleteUserResponse__Output>): grpc.ClientUnaryCall;
  
  GetLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  GetLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  GetLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  GetLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  getLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  getLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  getLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  getLoginState(argument: _latchkey_users_v1_GetLoginStateRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetLoginStateResponse__Output>): grpc.ClientUnaryCall;
  
  GetUser(argument: _latchkey_users_v1_GetUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _latchkey_users_v1_GetUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _latchkey_users_v1_GetUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  GetUser(argument: _latchkey_users_v1_GetUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _latchkey_users_v1_GetUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _latchkey_users_v1_GetUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _latchkey_users_v1_GetUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  getUser(argument: _latchkey_users_v1_GetUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserResponse__Output>): grpc.ClientUnaryCall;
  
  GetUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  GetUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  GetUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  GetUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  getUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  getUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  getUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  getUserByEmail(argument: _latchkey_users_v1_GetUserByEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByEmailResponse__Output>): grpc.ClientUnaryCall;
  
  GetUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  GetUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  GetUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  GetUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  getUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  getUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  getUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  getUserByUsername(argument: _latchkey_users_v1_GetUserByUsernameRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetUserByUsernameResponse__Output>): grpc.ClientUnaryCall;
  
  InviteUser(argument: _latchkey_users_v1_InviteUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _latchkey_users_v1_InviteUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _latchkey_users_v1_InviteUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  InviteUser(argument: _latchkey_users_v1_InviteUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _latchkey_users_v1_InviteUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _latchkey_users_v1_InviteUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _latchkey_users_v1_InviteUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  inviteUser(argument: _latchkey_users_v1_InviteUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_InviteUserResponse__Output>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  
  SendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  SendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  SendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  SendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  sendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  sendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  sendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  sendPasswordReset(argument: _latchkey_users_v1_SendPasswordResetRequest, callback: grpc.requestCallback<_latchkey_users_v1_SendPasswordResetResponse__Output>): grpc.ClientUnaryCall;
  
  SetTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  SetTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  setTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  setTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  setTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  setTemporaryPassword(argument: _latchkey_users_v1_SetTemporaryPasswordRequest, callback: grpc.requestCallback<_latchkey_users_v1_SetTemporaryPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  SignUp(argument: _latchkey_users_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _latchkey_users_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _latchkey_users_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  SignUp(argument: _latchkey_users_v1_SignUpRequest, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _latchkey_users_v1_SignUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _latchkey_users_v1_SignUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _latchkey_users_v1_SignUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  signUp(argument: _latchkey_users_v1_SignUpRequest, callback: grpc.requestCallback<_latchkey_users_v1_SignUpResponse__Output>): grpc.ClientUnaryCall;
  
  UpdateUser(argument: _latchkey_users_v1_UpdateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _latchkey_users_v1_UpdateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _latchkey_users_v1_UpdateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  UpdateUser(argument: _latchkey_users_v1_UpdateUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _latchkey_users_v1_UpdateUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _latchkey_users_v1_UpdateUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _latchkey_users_v1_UpdateUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  updateUser(argument: _latchkey_users_v1_UpdateUserRequest, callback: grpc.requestCallback<_latchkey_users_v1_UpdateUserResponse__Output>): grpc.ClientUnaryCall;
  
}

export interface UserServiceHandlers extends grpc.UntypedServiceImplementation {
  ConfirmEmail: grpc.handleUnaryCall<_latchkey_users_v1_ConfirmEmailRequest__Output, _latchkey_users_v1_ConfirmEmailResponse>;
  
  CreateUser: grpc.handleUnaryCall<_latchkey_users_v1_CreateUserRequest__Output, _latchkey_users_v1_CreateUserResponse>;
  
  DeleteUser: grpc.handleUnaryCall<_latchkey_users_v1_DeleteUserRequest__Output, _latchkey_users_v1_DeleteUserResponse>;
  
  GetLoginState: grpc.handleUnaryCall<_latchkey_users_v1_GetLoginStateRequest__Output, _latchkey_users_v1_GetLoginStateResponse>;
  
  GetUser: grpc.handleUnaryCall<_latchkey_users_v1_GetUserRequest__Output, _latchkey_users_v1_GetUserResponse>;
  
  GetUserByEmail: grpc.handleUnaryCall<_latchkey_users_v1_GetUserByEmailRequest__Output, _latchkey_users_v1_GetUserByEmailResponse>;
  
  GetUserByUsername: grpc.handleUnaryCall<_latchkey_users_v1_GetUserByUsernameRequest__Output, _latchkey_users_v1_GetUserByUsernameResponse>;
  
  InviteUser: grpc.handleUnaryCall<_latchkey_users_v1_InviteUserRequest__Output, _latchkey_users_v1_InviteUserResponse>;
  
  ListUsers: grpc.handleUnaryCall<_latchkey_users_v1_ListUsersRequest__Output, _latchkey_users_v1_ListUsersResponse>;
  
  SendPasswordReset: grpc.handleUnaryCall<_latchkey_users_v1_SendPasswordResetRequest__Output, _latchkey_users_v1_SendPasswordResetResponse>;
  
  SetTemporaryPassword: grpc.handleUnaryCall<_latchkey_users_v1_SetTemporaryPasswordRequest__Output, _latchkey_users_v1_SetTemporaryPasswordResponse>;
  
  SignUp: grpc.handleUnaryCall<_latchkey_users_v1_SignUpRequest__Output, _latchkey_users_v1_SignUpResponse>;
  
  UpdateUser: grpc.handleUnaryCall<_latchkey_users_v1_UpdateUserRequest__Output, _latchkey_users_v1_UpdateUserResponse>;
  
}

export interface UserServiceDefinition extends grpc.ServiceDefinition {
  ConfirmEmail: MethodDefinition<_latchkey_users_v1_ConfirmEmailRequest, _latchkey_users_v1_ConfirmEmailResponse, _latchkey_users_v1_ConfirmEmailRequest__Output, _latchkey_users_v1_ConfirmEmailResponse__Output>
  CreateUser: MethodDefinition<_latchkey_users_v1_CreateUserRequest, _latchkey_users_v1_CreateUserResponse, _latchkey_users_v1_CreateUserRequest__Output, _latchkey_users_v1_CreateUserResponse__Output>
  DeleteUser: MethodDefinition<_latchkey_users_v1_DeleteUserRequest, _latchkey_users_v1_DeleteUserResponse, _latchkey_users_v1_DeleteUserRequest__Output, _latchkey_users_v1_DeleteUserResponse__Output>
  GetLoginState: MethodDefinition<_latchkey_users_v1_GetLoginStateRequest, _latchkey_users_v1_GetLoginStateResponse, _latchkey_users_v1_GetLoginStateRequest__Output, _latchkey_users_v1_GetLoginStateResponse__Output>
  GetUser: MethodDefinition<_latchkey_users_v1_GetUserRequest, _latchkey_users_v1_GetUserResponse, _latchkey_users_v1_GetUserRequest__Output, _latchkey_users_v1_GetUserResponse__Output>
  GetUserByEmail: MethodDefinition<_latchkey_users_v1_GetUserByEmailRequest, _latchkey_users_v1_GetUserByEmailResponse, _latchkey_users_v1_GetUserByEmailRequest__Output, _latchkey_users_v1_GetUserByEmailResponse__Output>
  GetUserByUsername: MethodDefinition<_latchkey_users_v1_GetUserByUsernameRequest, _latchkey_users_v1_GetUserByUsernameResponse, _latchkey_users_v1_GetUserByUsernameRequest__Output, _latchkey_users_v1_GetUserByUsernameResponse__Output>
  InviteUser: MethodDefinition<_latchkey_users_v1_InviteUserRequest, _latchkey_users_v1_InviteUserResponse, _latchkey_users_v1_InviteUserRequest__Output, _latchkey_users_v1_InviteUserResponse__Output>
  ListUsers: MethodDefinition<_latchkey_users_v1_ListUsersRequest, _latchkey_users_v1_ListUsersResponse, _latchkey_users_v1_ListUsersRequest__Output, _latchkey_users_v1_ListUsersResponse__Output>
  SendPasswordReset: MethodDefinition<_latchkey_users_v1_SendPasswordResetRequest, _latchkey_users_v1_SendPasswordResetResponse, _latchkey_users_v1_SendPasswordResetRequest__Output, _latchkey_users_v1_SendPasswordResetResponse__Output>
  SetTemporaryPassword: MethodDefinition<_latchkey_users_v1_SetTemporaryPasswordRequest, _latchkey_users_v1_SetTemporaryPasswordResponse, _latchkey_users_v1_SetTemporaryPasswordRequest__Output, _latchkey_users_v1_SetTemporaryPasswordResponse__Output>
  SignUp: MethodDefinition<_latchkey_users_v1_SignUpRequest, _latchkey_users_v1_SignUpResponse, _latchkey_users_v1_SignUpRequest__Output, _latchkey_users_v1_SignUpResponse__Output>
  UpdateUser: MethodDefinition<_latchkey_users_v1_UpdateUserRequest, _latchkey_users_v1_UpdateUserResponse, _latchkey_users_v1_UpdateUserRequest__Output, _latchkey_users_v1_UpdateUserResponse__Output>
}
