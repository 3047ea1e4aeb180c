// Original file: proto/latchkey/users/v1/users.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { AddPasskeyRequest as _latchkey_users_v1_AddPasskeyRequest, AddPasskeyRequest__Output as _latchkey_users_v1_AddPasskeyRequest__Output } from '../../../latchkey/users/v1/AddPasskeyRequest.ts';
import type { AddPasskeyResponse as _latchkey_users_v1_AddPasskeyResponse, AddPasskeyResponse__Output as _latchkey_users_v1_AddPasskeyResponse__Output } from '../../../latchkey/users/v1/AddPasskeyResponse.ts';
import type { BeginPasskeyRequest as _latchkey_users_v1_BeginPasskeyRequest, BeginPasskeyRequest__Output as _latchkey_users_v1_BeginPasskeyRequest__Output } from '../../../latchkey/users/v1/BeginPasskeyRequest.ts';
import type { BeginPasskeyResponse as _latchkey_users_v1_BeginPasskeyResponse, BeginPasskeyResponse__Output as _latchkey_users_v1_BeginPasskeyResponse__Output } from '../../../latchkey/users/v1/BeginPasskeyResponse.ts';
import type { ConfirmEmailRequest as _latchkey_users_v1_ConfirmEmailRequest, ConfirmEmailRequest__Output as _latchkey_users_v1_ConfirmEmailRequest__Output } from '../../../latchkey/users/v1/ConfirmEmailRequest.ts';
import type { ConfirmEmailResponse as _latchkey_users_v1_ConfirmEmailResponse, ConfirmEmailResponse__Output as _latchkey_users_v1_ConfirmEmailResponse__Output } from '../../../latchkey/users/v1/ConfirmEmailResponse.ts';
import type { ConfirmTotpRequest as _latchkey_users_v1_ConfirmTotpRequest, ConfirmTotpRequest__Output as _latchkey_users_v1_ConfirmTotpRequest__Output } from '../../../latchkey/users/v1/ConfirmTotpRequest.ts';
import type { ConfirmTotpResponse as _latchkey_users_v1_ConfirmTotpResponse, ConfirmTotpResponse__Output as _latchkey_users_v1_ConfirmTotpResponse__Output } from '../../../latchkey/users/v1/ConfirmTotpResponse.ts';
import type { CreateUserRequest as _latchkey_users_v1_CreateUserRequest, CreateUserRequest__Output as _latchkey_users_v1_CreateUserRequest__Output } from '../../../latchkey/users/v1/CreateUserRequest.ts';
import type { CreateUserResponse as _latchkey_users_v1_CreateUserResponse, CreateUserResponse__Output as _latchkey_users_v1_CreateUserResponse__Output } from '../../../latchkey/users/v1/CreateUserResponse.ts';
import type { DeleteUserRequest as _latchkey_users_v1_DeleteUserRequest, DeleteUserRequest__Output as _latchkey_users_v1_DeleteUserRequest__Output } from '../../../latchkey/users/v1/DeleteUserRequest.ts';
import type { DeleteUserResponse as _latchkey_users_v1_DeleteUserResponse, DeleteUserResponse__Output as _latchkey_users_v1_DeleteUserResponse__Output } from '../../../latchkey/users/v1/DeleteUserResponse.ts';
import type { EnrolTotpRequest as _latchkey_users_v1_EnrolTotpRequest, EnrolTotpRequest__Output as _latchkey_users_v1_EnrolTotpRequest__Output } from '../../../latchkey/users/v1/EnrolTotpRequest.ts';
import type { EnrolTotpResponse as _latchkey_users_v1_EnrolTotpResponse, EnrolTotpResponse__Output as _latchkey_users_v1_EnrolTotpResponse__Output } from '../../../latchkey/users/v1/EnrolTotpResponse.ts';
import type { GetFactorsRequest as _latchkey_users_v1_GetFactorsRequest, GetFactorsRequest__Output as _latchkey_users_v1_GetFactorsRequest__Output } from '../../../latchkey/users/v1/GetFactorsRequest.ts';
import type { GetFactorsResponse as _latchkey_users_v1_GetFactorsResponse, GetFactorsResponse__Output as _latchkey_users_v1_GetFactorsResponse__Output } from '../../../latchkey/users/v1/GetFactorsResponse.ts';
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
import type { ListIdentitiesRequest as _latchkey_users_v1_ListIdentitiesRequest, ListIdentitiesRequest__Output as _latchkey_users_v1_ListIdentitiesRequest__Output } from '../../../latchkey/users/v1/ListIdentitiesRequest.ts';
import type { ListIdentitiesResponse as _latchkey_users_v1_ListIdentitiesResponse, ListIdentitiesResponse__Output as _latchkey_users_v1_ListIdentitiesResponse__Output } from '../../../latchkey/users/v1/ListIdentitiesResponse.ts';
import type { ListPasskeysRequest as _latchkey_users_v1_ListPasskeysRequest, ListPasskeysRequest__Output as _latchkey_users_v1_ListPasskeysRequest__Output } from '../../../latchkey/users/v1/ListPasskeysRequest.ts';
import type { ListPasskeysResponse as _latchkey_users_v1_ListPasskeysResponse, ListPasskeysResponse__Output as _latchkey_users_v1_ListPasskeysResponse__Output } from '../../../latchkey/users/v1/ListPasskeysResponse.ts';
import type { ListUsersRequest as _latchkey_users_v1_ListUsersRequest, ListUsersRequest__Output as _latchkey_users_v1_ListUsersRequest__Output } from '../../../latchkey/users/v1/ListUsersRequest.ts';
import type { ListUsersResponse as _latchkey_users_v1_ListUsersResponse, ListUsersResponse__Output as _latchkey_users_v1_ListUsersResponse__Output } from '../../../latchkey/users/v1/ListUsersResponse.ts';
import type { MakeRecoveryCodesRequest as _latchkey_users_v1_MakeRecoveryCodesRequest, MakeRecoveryCodesRequest__Output as _latchkey_users_v1_MakeRecoveryCodesRequest__Output } from '../../../latchkey/users/v1/MakeRecoveryCodesRequest.ts';
import type { MakeRecoveryCodesResponse as _latchkey_users_v1_MakeRecoveryCodesResponse, MakeRecoveryCodesResponse__Output as _latchkey_users_v1_MakeRecoveryCodesResponse__Output } from '../../../latchkey/users/v1/MakeRecoveryCodesResponse.ts';
import type { RemoveIdentityRequest as _latchkey_users_v1_RemoveIdentityRequest, RemoveIdentityRequest__Output as _latchkey_users_v1_RemoveIdentityRequest__Output } from '../../../latchkey/users/v1/RemoveIdentityRequest.ts';
import type { RemoveIdentityResponse as _latchkey_users_v1_RemoveIdentityResponse, RemoveIdentityResponse__Output as _latchkey_users_v1_RemoveIdentityResponse__Output } from '../../../latchkey/users/v1/RemoveIdentityResponse.ts';
import type { RemovePasskeyRequest as _latchkey_users_v1_RemovePasskeyRequest, RemovePasskeyRequest__Output as _latchkey_users_v1_RemovePasskeyRequest__Output } from '../../../latchkey/users/v1/RemovePasskeyRequest.ts';
import type { RemovePasskeyResponse as _latchkey_users_v1_RemovePasskeyResponse, RemovePasskeyResponse__Output as _latchkey_users_v1_RemovePasskeyResponse__Output } from '../../../latchkey/users/v1/RemovePasskeyResponse.ts';
import type { RemoveTotpRequest as _latchkey_users_v1_RemoveTotpRequest, RemoveTotpRequest__Output as _latchkey_users_v1_RemoveTotpRequest__Output } from '../../../latchkey/users/v1/RemoveTotpRequest.ts';
import type { RemoveTotpResponse as _latchkey_users_v1_RemoveTotpResponse, RemoveTotpResponse__Output as _latchkey_users_v1_RemoveTotpResponse__Output } from '../../../latchkey/users/v1/RemoveTotpResponse.ts';
import type { RenamePasskeyRequest as _latchkey_users_v1_RenamePasskeyRequest, RenamePasskeyRequest__Output as _latchkey_users_v1_RenamePasskeyRequest__Output } from '../../../latchkey/users/v1/RenamePasskeyRequest.ts';
import type { RenamePasskeyResponse as _latchkey_users_v1_RenamePasskeyResponse, RenamePasskeyResponse__Output as _latchkey_users_v1_RenamePasskeyResponse__Output } from '../../../latchkey/users/v1/RenamePasskeyResponse.ts';
import type { ResetFactorsRequest as _latchkey_users_v1_ResetFactorsRequest, ResetFactorsRequest__Output as _latchkey_users_v1_ResetFactorsRequest__Output } from '../../../latchkey/users/v1/ResetFactorsRequest.ts';
import type { ResetFactorsResponse as _latchkey_users_v1_ResetFactorsResponse, ResetFactorsResponse__Output as _latchkey_users_v1_ResetFactorsResponse__Output } from '../../../latchkey/users/v1/ResetFactorsResponse.ts';
import type { SendPasswordResetRequest as _latchkey_users_v1_SendPasswordResetRequest, SendPasswordResetRequest__Output as _latchkey_users_v1_SendPasswordResetRequest__Output } from '../../../latchkey/users/v1/SendPasswordResetRequest.ts';
import type { SendPasswordResetResponse as _latchkey_users_v1_SendPasswordResetResponse, SendPasswordResetResponse__Output as _latchkey_users_v1_SendPasswordResetResponse__Output } from '../../../latchkey/users/v1/SendPasswordResetResponse.ts';
import type { SetTemporaryPasswordRequest as _latchkey_users_v1_SetTemporaryPasswordRequest, SetTemporaryPasswordRequest__Output as _latchkey_users_v1_SetTemporaryPasswordRequest__Output } from '../../../latchkey/users/v1/SetTemporaryPasswordRequest.ts';
import type { SetTemporaryPasswordResponse as _latchkey_users_v1_SetTemporaryPasswordResponse, SetTemporaryPasswordResponse__Output as _latchkey_users_v1_SetTemporaryPasswordResponse__Output } from '../../../latchkey/users/v1/SetTemporaryPasswordResponse.ts';
import type { SignUpRequest as _latchkey_users_v1_SignUpRequest, SignUpRequest__Output as _latchkey_users_v1_SignUpRequest__Output } from '../../../latchkey/users/v1/SignUpRequest.ts';
import type { SignUpResponse as _latchkey_users_v1_SignUpResponse, SignUpResponse__Output as _latchkey_users_v1_SignUpResponse__Output } from '../../../latchkey/users/v1/SignUpResponse.ts';
import type { UpdateUserRequest as _latchkey_users_v1_UpdateUserRequest, UpdateUserRequest__Output as _latchkey_users_v1_UpdateUserRequest__Output } from '../../../latchkey/users/v1/UpdateUserRequest.ts';
import type { UpdateUserResponse as _latchkey_users_v1_UpdateUserResponse, UpdateUserResponse__Output as _latchkey_users_v1_UpdateUserResponse__Output } from '../../../latchkey/users/v1/UpdateUserResponse.ts';

export interface UserServiceClient extends grpc.Client {
  AddPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  AddPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  addPasskey(argument: _latchkey_users_v1_AddPasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_AddPasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  BeginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  beginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  beginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  beginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  beginPasskey(argument: _latchkey_users_v1_BeginPasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_BeginPasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  ConfirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  confirmEmail(argument: _latchkey_users_v1_ConfirmEmailRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmEmailResponse__Output>): grpc.ClientUnaryCall;
  
  ConfirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  ConfirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  confirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  confirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  confirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  confirmTotp(argument: _latchkey_users_v1_ConfirmTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_ConfirmTotpResponse__Output>): grpc.ClientUnaryCall;
  
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
  
  EnrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  enrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  enrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  enrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  enrolTotp(argument: _latchkey_users_v1_EnrolTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_EnrolTotpResponse__Output>): grpc.ClientUnaryCall;
  
  GetFactors(argument: _latchkey_users_v1_GetFactorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  GetFactors(argument: _latchkey_users_v1_GetFactorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  GetFactors(argument: _latchkey_users_v1_GetFactorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  GetFactors(argument: _latchkey_users_v1_GetFactorsRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  getFactors(argument: _latchkey_users_v1_GetFactorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  getFactors(argument: _latchkey_users_v1_GetFactorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  getFactors(argument: _latchkey_users_v1_GetFactorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  getFactors(argument: _latchkey_users_v1_GetFactorsRequest, callback: grpc.requestCallback<_latchkey_users_v1_GetFactorsResponse__Output>): grpc.ClientUnaryCall;
  
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
  
  ListIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ListIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ListIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  ListIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  listIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  listIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  listIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  listIdentities(argument: _latchkey_users_v1_ListIdentitiesRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListIdentitiesResponse__Output>): grpc.ClientUnaryCall;
  
  ListPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  ListPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  ListPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  ListPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  listPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  listPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  listPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  listPasskeys(argument: _latchkey_users_v1_ListPasskeysRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListPasskeysResponse__Output>): grpc.ClientUnaryCall;
  
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  ListUsers(argument: _latchkey_users_v1_ListUsersRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  listUsers(argument: _latchkey_users_v1_ListUsersRequest, callback: grpc.requestCallback<_latchkey_users_v1_ListUsersResponse__Output>): grpc.ClientUnaryCall;
  
  MakeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  MakeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  MakeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  MakeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  makeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  makeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  makeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  makeRecoveryCodes(argument: _latchkey_users_v1_MakeRecoveryCodesRequest, callback: grpc.requestCallback<_latchkey_users_v1_MakeRecoveryCodesResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  RemoveIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  RemoveIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  RemoveIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  removeIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  removeIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  removeIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  removeIdentity(argument: _latchkey_users_v1_RemoveIdentityRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemoveIdentityResponse__Output>): grpc.ClientUnaryCall;
  
  RemovePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RemovePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  removePasskey(argument: _latchkey_users_v1_RemovePasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemovePasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  RemoveTotp(argument: _latchkey_users_v1_RemoveTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  RemoveTotp(argument: _latchkey_users_v1_RemoveTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  RemoveTotp(argument: _latchkey_users_v1_RemoveTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  RemoveTotp(argument: _latchkey_users_v1_RemoveTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  removeTotp(argument: _latchkey_users_v1_RemoveTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  removeTotp(argument: _latchkey_users_v1_RemoveTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  removeTotp(argument: _latchkey_users_v1_RemoveTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  removeTotp(argument: _latchkey_users_v1_RemoveTotpRequest, callback: grpc.requestCallback<_latchkey_users_v1_RemoveTotpResponse__Output>): grpc.ClientUnaryCall;
  
  RenamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RenamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RenamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  RenamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  renamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  renamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  renamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  renamePasskey(argument: _latchkey_users_v1_RenamePasskeyRequest, callback: grpc.requestCallback<_latchkey_users_v1_RenamePasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  ResetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  ResetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  ResetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  ResetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  resetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  resetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  resetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  resetFactors(argument: _latchkey_users_v1_ResetFactorsRequest, callback: grpc.requestCallback<_latchkey_users_v1_ResetFactorsResponse__Output>): grpc.ClientUnaryCall;
  
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
  AddPasskey: grpc.handleUnaryCall<_latchkey_users_v1_AddPasskeyRequest__Output, _latchkey_users_v1_AddPasskeyResponse>;
  
  BeginPasskey: grpc.handleUnaryCall<_latchkey_users_v1_BeginPasskeyRequest__Output, _latchkey_users_v1_BeginPasskeyResponse>;
  
  ConfirmEmail: grpc.handleUnaryCall<_latchkey_users_v1_ConfirmEmailRequest__Output, _latchkey_users_v1_ConfirmEmailResponse>;
  
  ConfirmTotp: grpc.handleUnaryCall<_latchkey_users_v1_ConfirmTotpRequest__Output, _latchkey_users_v1_ConfirmTotpResponse>;
  
  CreateUser: grpc.handleUnaryCall<_latchkey_users_v1_CreateUserRequest__Output, _latchkey_users_v1_CreateUserResponse>;
  
  DeleteUser: grpc.handleUnaryCall<_latchkey_users_v1_DeleteUserRequest__Output, _latchkey_users_v1_DeleteUserResponse>;
  
  EnrolTotp: grpc.handleUnaryCall<_latchkey_users_v1_EnrolTotpRequest__Output, _latchkey_users_v1_EnrolTotpResponse>;
  
  GetFactors: grpc.handleUnaryCall<_latchkey_users_v1_GetFactorsRequest__Output, _latchkey_users_v1_GetFactorsResponse>;
  
  GetLoginState: grpc.handleUnaryCall<_latchkey_users_v1_GetLoginStateRequest__Output, _latchkey_users_v1_GetLoginStateResponse>;
  
  GetUser: grpc.handleUnaryCall<_latchkey_users_v1_GetUserRequest__Output, _latchkey_users_v1_GetUserResponse>;
  
  GetUserByEmail: grpc.handleUnaryCall<_latchkey_users_v1_GetUserByEmailRequest__Output, _latchkey_users_v1_GetUserByEmailResponse>;
  
  GetUserByUsername: grpc.handleUnaryCall<_latchkey_users_v1_GetUserByUsernameRequest__Output, _latchkey_users_v1_GetUserByUsernameResponse>;
  
  InviteUser: grpc.handleUnaryCall<_latchkey_users_v1_InviteUserRequest__Output, _latchkey_users_v1_InviteUserResponse>;
  
  ListIdentities: grpc.handleUnaryCall<_latchkey_users_v1_ListIdentitiesRequest__Output, _latchkey_users_v1_ListIdentitiesResponse>;
  
  ListPasskeys: grpc.handleUnaryCall<_latchkey_users_v1_ListPasskeysRequest__Output, _latchkey_users_v1_ListPasskeysResponse>;
  
  ListUsers: grpc.handleUnaryCall<_latchkey_users_v1_ListUsersRequest__Output, _latchkey_users_v1_ListUsersResponse>;
  
  MakeRecoveryCodes: grpc.handleUnaryCall<_latchkey_users_v1_MakeRecoveryCodesRequest__Output, _latchkey_users_v1_MakeRecoveryCodesResponse>;
  
  RemoveIdentity: grpc.handleUnaryCall<_latchkey_users_v1_RemoveIdentityRequest__Output, _latchkey_users_v1_RemoveIdentityResponse>;
  
  RemovePasskey: grpc.handleUnaryCall<_latchkey_users_v1_RemovePasskeyRequest__Output, _latchkey_users_v1_RemovePasskeyResponse>;
  
  RemoveTotp: grpc.handleUnaryCall<_latchkey_users_v1_RemoveTotpRequest__Output, _latchkey_users_v1_RemoveTotpResponse>;
  
  RenamePasskey: grpc.handleUnaryCall<_latchkey_users_v1_RenamePasskeyRequest__Output, _latchkey_users_v1_RenamePasskeyResponse>;
  
  ResetFactors: grpc.handleUnaryCall<_latchkey_users_v1_ResetFactorsRequest__Output, _latchkey_users_v1_ResetFactorsResponse>;
  
  SendPasswordReset: grpc.handleUnaryCall<_latchkey_users_v1_SendPasswordResetRequest__Output, _latchkey_users_v1_SendPasswordResetResponse>;
  
  SetTemporaryPassword: grpc.handleUnaryCall<_latchkey_users_v1_SetTemporaryPasswordRequest__Output, _latchkey_users_v1_SetTemporaryPasswordResponse>;
  
  SignUp: grpc.handleUnaryCall<_latchkey_users_v1_SignUpRequest__Output, _latchkey_users_v1_SignUpResponse>;
  
  UpdateUser: grpc.handleUnaryCall<_latchkey_users_v1_UpdateUserRequest__Output, _latchkey_users_v1_UpdateUserResponse>;
  
}

export interface UserServiceDefinition extends grpc.ServiceDefinition {
  AddPasskey: MethodDefinition<_latchkey_users_v1_AddPasskeyRequest, _latchkey_users_v1_AddPasskeyResponse, _latchkey_users_v1_AddPasskeyRequest__Output, _latchkey_users_v1_AddPasskeyResponse__Output>
  BeginPasskey: MethodDefinition<_latchkey_users_v1_BeginPasskeyRequest, _latchkey_users_v1_BeginPasskeyResponse, _latchkey_users_v1_BeginPasskeyRequest__Output, _latchkey_users_v1_BeginPasskeyResponse__Output>
  ConfirmEmail: MethodDefinition<_latchkey_users_v1_ConfirmEmailRequest, _latchkey_users_v1_ConfirmEmailResponse, _latchkey_users_v1_ConfirmEmailRequest__Output, _latchkey_users_v1_ConfirmEmailResponse__Output>
  ConfirmTotp: MethodDefinition<_latchkey_users_v1_ConfirmTotpRequest, _latchkey_users_v1_ConfirmTotpResponse, _latchkey_users_v1_ConfirmTotpRequest__Output, _latchkey_users_v1_ConfirmTotpResponse__Output>
  CreateUser: MethodDefinition<_latchkey_users_v1_CreateUserRequest, _latchkey_users_v1_CreateUserResponse, _latchkey_users_v1_CreateUserRequest__Output, _latchkey_users_v1_CreateUserResponse__Output>
  DeleteUser: MethodDefinition<_latchkey_users_v1_DeleteUserRequest, _latchkey_users_v1_DeleteUserResponse, _latchkey_users_v1_DeleteUserRequest__Output, _latchkey_users_v1_DeleteUserResponse__Output>
  EnrolTotp: MethodDefinition<_latchkey_users_v1_EnrolTotpRequest, _latchkey_users_v1_EnrolTotpResponse, _latchkey_users_v1_EnrolTotpRequest__Output, _latchkey_users_v1_EnrolTotpResponse__Output>
  GetFactors: MethodDefinition<_latchkey_users_v1_GetFactorsRequest, _latchkey_users_v1_GetFactorsResponse, _latchkey_users_v1_GetFactorsRequest__Output, _latchkey_users_v1_GetFactorsResponse__Output>
  GetLoginState: MethodDefinition<_latchkey_users_v1_GetLoginStateRequest, _latchkey_users_v1_GetLoginStateResponse, _latchkey_users_v1_GetLoginStateRequest__Output, _latchkey_users_v1_GetLoginStateResponse__Output>
  GetUser: MethodDefinition<_latchkey_users_v1_GetUserRequest, _latchkey_users_v1_GetUserResponse, _latchkey_users_v1_GetUserRequest__Output, _latchkey_users_v1_GetUserResponse__Output>
  GetUserByEmail: MethodDefinition<_latchkey_users_v1_GetUserByEmailRequest, _latchkey_users_v1_GetUserByEmailResponse, _latchkey_users_v1_GetUserByEmailRequest__Output, _latchkey_users_v1_GetUserByEmailResponse__Output>
  GetUserByUsername: MethodDefinition<_latchkey_users_v1_GetUserByUsernameRequest, _latchkey_users_v1_GetUserByUsernameResponse, _latchkey_users_v1_GetUserByUsernameRequest__Output, _latchkey_users_v1_GetUserByUsernameResponse__Output>
  InviteUser: MethodDefinition<_latchkey_users_v1_InviteUserRequest, _latchkey_users_v1_InviteUserResponse, _latchkey_users_v1_InviteUserRequest__Output, _latchkey_users_v1_InviteUserResponse__Output>
  ListIdentities: MethodDefinition<_latchkey_users_v1_ListIdentitiesRequest, _latchkey_users_v1_ListIdentitiesResponse, _latchkey_users_v1_ListIdentitiesRequest__Output, _latchkey_users_v1_ListIdentitiesResponse__Output>
  ListPasskeys: MethodDefinition<_latchkey_users_v1_ListPasskeysRequest, _latchkey_users_v1_ListPasskeysResponse, _latchkey_users_v1_ListPasskeysRequest__Output, _latchkey_users_v1_ListPasskeysResponse__Output>
  ListUsers: MethodDefinition<_latchkey_users_v1_ListUsersRequest, _latchkey_users_v1_ListUsersResponse, _latchkey_users_v1_ListUsersRequest__Output, _latchkey_users_v1_ListUsersResponse__Output>
  MakeRecoveryCodes: MethodDefinition<_latchkey_users_v1_MakeRecoveryCodesRequest, _latchkey_users_v1_MakeRecoveryCodesResponse, _latchkey_users_v1_MakeRecoveryCodesRequest__Output, _latchkey_users_v1_MakeRecoveryCodesResponse__Output>
  RemoveIdentity: MethodDefinition<_latchkey_users_v1_RemoveIdentityRequest, _latchkey_users_v1_RemoveIdentityResponse, _latchkey_users_v1_RemoveIdentityRequest__Output, _latchkey_users_v1_RemoveIdentityResponse__Output>
  RemovePasskey: MethodDefinition<_latchkey_users_v1_RemovePasskeyRequest, _latchkey_users_v1_RemovePasskeyResponse, _latchkey_users_v1_RemovePasskeyRequest__Output, _latchkey_users_v1_RemovePasskeyResponse__Output>
  RemoveTotp: MethodDefinition<_latchkey_users_v1_RemoveTotpRequest, _latchkey_users_v1_RemoveTotpResponse, _latchkey_users_v1_RemoveTotpRequest__Output, _latchkey_users_v1_RemoveTotpResponse__Output>
  RenamePasskey: MethodDefinition<_latchkey_users_v1_RenamePasskeyRequest, _latchkey_users_v1_RenamePasskeyResponse, _latchkey_users_v1_RenamePasskeyRequest__Output, _latchkey_users_v1_RenamePasskeyResponse__Output>
  ResetFactors: MethodDefinition<_latchkey_users_v1_ResetFactorsRequest, _latchkey_users_v1_ResetFactorsResponse, _latchkey_users_v1_ResetFactorsRequest__Output, _latchkey_users_v1_ResetFactorsResponse__Output>
  SendPasswordReset: MethodDefinition<_latchkey_users_v1_SendPasswordResetRequest, _latchkey_users_v1_SendPasswordResetResponse, _latchkey_users_v1_SendPasswordResetRequest__Output, _latchkey_users_v1_SendPasswordResetResponse__Output>
  SetTemporaryPassword: MethodDefinition<_latchkey_users_v1_SetTemporaryPasswordRequest, _latchkey_users_v1_SetTemporaryPasswordResponse, _latchkey_users_v1_SetTemporaryPasswordRequest__Output, _latchkey_users_v1_SetTemporaryPasswordResponse__Output>
  SignUp: MethodDefinition<_latchkey_users_v1_SignUpRequest, _latchkey_users_v1_SignUpResponse, _latchkey_users_v1_SignUpRequest__Output, _latchkey_users_v1_SignUpResponse__Output>
  UpdateUser: MethodDefinition<_latchkey_users_v1_UpdateUserRequest, _latchkey_users_v1_UpdateUserResponse, _latchkey_users_v1_UpdateUserRequest__Output, _latchkey_users_v1_UpdateUserResponse__Output>
}
