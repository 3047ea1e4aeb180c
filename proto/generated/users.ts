import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { FieldMask as _google_protobuf_FieldMask, FieldMask__Output as _google_protobuf_FieldMask__Output } from './google/protobuf/FieldMask.ts';
import type { ListValue as _google_protobuf_ListValue, ListValue__Output as _google_protobuf_ListValue__Output } from './google/protobuf/ListValue.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from './google/protobuf/Struct.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';
import type { Value as _google_protobuf_Value, Value__Output as _google_protobuf_Value__Output } from './google/protobuf/Value.ts';
import type { AddPasskeyRequest as _latchkey_users_v1_AddPasskeyRequest, AddPasskeyRequest__Output as _latchkey_users_v1_AddPasskeyRequest__Output } from './latchkey/users/v1/AddPasskeyRequest.ts';
import type { AddPasskeyResponse as _latchkey_users_v1_AddPasskeyResponse, AddPasskeyResponse__Output as _latchkey_users_v1_AddPasskeyResponse__Output } from './latchkey/users/v1/AddPasskeyResponse.ts';
import type { BeginPasskeyRequest as _latchkey_users_v1_BeginPasskeyRequest, BeginPasskeyRequest__Output as _latchkey_users_v1_BeginPasskeyRequest__Output } from './latchkey/users/v1/BeginPasskeyRequest.ts';
import type { BeginPasskeyResponse as _latchkey_users_v1_BeginPasskeyResponse, BeginPasskeyResponse__Output as _latchkey_users_v1_BeginPasskeyResponse__Output } from './latchkey/users/v1/BeginPasskeyResponse.ts';
import type { ConfirmEmailRequest as _latchkey_users_v1_ConfirmEmailRequest, ConfirmEmailRequest__Output as _latchkey_users_v1_ConfirmEmailRequest__Output } from './latchkey/users/v1/ConfirmEmailRequest.ts';
import type { ConfirmEmailResponse as _latchkey_users_v1_ConfirmEmailResponse, ConfirmEmailResponse__Output as _latchkey_users_v1_ConfirmEmailResponse__Output } from './latchkey/users/v1/ConfirmEmailResponse.ts';
import type { ConfirmTotpRequest as _latchkey_users_v1_ConfirmTotpRequest, ConfirmTotpRequest__Output as _latchkey_users_v1_ConfirmTotpRequest__Output } from './latchkey/users/v1/ConfirmTotpRequest.ts';
import type { ConfirmTotpResponse as _latchkey_users_v1_ConfirmTotpResponse, ConfirmTotpResponse__Output as _latchkey_users_v1_ConfirmTotpResponse__Output } from './latchkey/users/v1/ConfirmTotpResponse.ts';
import type { CreateUserRequest as _latchkey_users_v1_CreateUserRequest, CreateUserRequest__Output as _latchkey_users_v1_CreateUserRequest__Output } from './latchkey/users/v1/CreateUserRequest.ts';
import type { CreateUserResponse as _latchkey_users_v1_CreateUserResponse, CreateUserResponse__Output as _latchkey_users_v1_CreateUserResponse__Output } from './latchkey/users/v1/CreateUserResponse.ts';
import type { DeleteUserRequest as _latchkey_users_v1_DeleteUserRequest, DeleteUserRequest__Output as _latchkey_users_v1_DeleteUserRequest__Output } from './latchkey/users/v1/DeleteUserRequest.ts';
import type { DeleteUserResponse as _latchkey_users_v1_DeleteUserResponse, DeleteUserResponse__Output as _latchkey_users_v1_DeleteUserResponse__Output } from './latchkey/users/v1/DeleteUserResponse.ts';
import type { EnrolTotpRequest as _latchkey_users_v1_EnrolTotpRequest, EnrolTotpRequest__Output as _latchkey_users_v1_EnrolTotpRequest__Output } from './latchkey/users/v1/EnrolTotpRequest.ts';
import type { EnrolTotpResponse as _latchkey_users_v1_EnrolTotpResponse, EnrolTotpResponse__Output as _latchkey_users_v1_EnrolTotpResponse__Output } from './latchkey/users/v1/EnrolTotpResponse.ts';
import type { GetFactorsRequest as _latchkey_users_v1_GetFactorsRequest, GetFactorsRequest__Output as _latchkey_users_v1_GetFactorsRequest__Output } from './latchkey/users/v1/GetFactorsRequest.ts';
import type { GetFactorsResponse as _latchkey_users_v1_GetFactorsResponse, GetFactorsResponse__Output as _latchkey_users_v1_GetFactorsResponse__Output } from './latchkey/users/v1/GetFactorsResponse.ts';
import type { GetLoginStateRequest as _latchkey_users_v1_GetLoginStateRequest, GetLoginStateRequest__Output as _latchkey_users_v1_GetLoginStateRequest__Output } from './latchkey/users/v1/GetLoginStateRequest.ts';
import type { GetLoginStateResponse as _latchkey_users_v1_GetLoginStateResponse, GetLoginStateResponse__Output as _latchkey_users_v1_GetLoginStateResponse__Output } from './latchkey/users/v1/GetLoginStateResponse.ts';
import type { GetUserByEmailRequest as _latchkey_users_v1_GetUserByEmailRequest, GetUserByEmailRequest__Output as _latchkey_users_v1_GetUserByEmailRequest__Output } from './latchkey/users/v1/GetUserByEmailRequest.ts';
import type { GetUserByEmailResponse as _latchkey_users_v1_GetUserByEmailResponse, GetUserByEmailResponse__Output as _latchkey_users_v1_GetUserByEmailResponse__Output } from './latchkey/users/v1/GetUserByEmailResponse.ts';
import type { GetUserByUsernameRequest as _latchkey_users_v1_GetUserByUsernameRequest, GetUserByUsernameRequest__Output as _latchkey_users_v1_GetUserByUsernameRequest__Output } from './latchkey/users/v1/GetUserByUsernameRequest.ts';
import type { GetUserByUsernameResponse as _latchkey_users_v1_GetUserByUsernameResponse, GetUserByUsernameResponse__Output as _latchkey_users_v1_GetUserByUsernameResponse__Output } from './latchkey/users/v1/GetUserByUsernameResponse.ts';
import type { GetUserRequest as _latchkey_users_v1_GetUserRequest, GetUserRequest__Output as _latchkey_users_v1_GetUserRequest__Output } from './latchkey/users/v1/GetUserRequest.ts';
import type { GetUserResponse as _latchkey_users_v1_GetUserResponse, GetUserResponse__Output as _latchkey_users_v1_GetUserResponse__Output } from './latchkey/users/v1/GetUserResponse.ts';
import type { Identity as _latchkey_users_v1_Identity, Identity__Output as _latchkey_users_v1_Identity__Output } from './latchkey/users/v1/Identity.ts';
import type { InviteUserRequest as _latchkey_users_v1_InviteUserRequest, InviteUserRequest__Output as _latchkey_users_v1_InviteUserRequest__Output } from './latchkey/users/v1/InviteUserRequest.ts';
import type { InviteUserResponse as _latchkey_users_v1_InviteUserResponse, InviteUserResponse__Output as _latchkey_users_v1_InviteUserResponse__Output } from './latchkey/users/v1/InviteUserResponse.ts';
import type { ListIdentitiesRequest as _latchkey_users_v1_ListIdentitiesRequest, ListIdentitiesRequest__Output as _latchkey_users_v1_ListIdentitiesRequest__Output } from './latchkey/users/v1/ListIdentitiesRequest.ts';
import type { ListIdentitiesResponse as _latchkey_users_v1_ListIdentitiesResponse, ListIdentitiesResponse__Output as _latchkey_users_v1_ListIdentitiesResponse__Output } from './latchkey/users/v1/ListIdentitiesResponse.ts';
import type { ListPasskeysRequest as _latchkey_users_v1_ListPasskeysRequest, ListPasskeysRequest__Output as _latchkey_users_v1_ListPasskeysRequest__Output } from './latchkey/users/v1/ListPasskeysRequest.ts';
import type { ListPasskeysResponse as _latchkey_users_v1_ListPasskeysResponse, ListPasskeysResponse__Output as _latchkey_users_v1_ListPasskeysResponse__Output } from './latchkey/users/v1/ListPasskeysResponse.ts';
import type { ListUsersRequest as _latchkey_users_v1_ListUsersRequest, ListUsersRequest__Output as _latchkey_users_v1_ListUsersRequest__Output } from './latchkey/users/v1/ListUsersRequest.ts';
import type { ListUsersResponse as _latchkey_users_v1_ListUsersResponse, ListUsersResponse__Output as _latchkey_users_v1_ListUsersResponse__Output } from './latchkey/users/v1/ListUsersResponse.ts';
import type { MakeRecoveryCodesRequest as _latchkey_users_v1_MakeRecoveryCodesRequest, MakeRecoveryCodesRequest__Output as _latchkey_users_v1_MakeRecoveryCodesRequest__Output } from './latchkey/users/v1/MakeRecoveryCodesRequest.ts';
import type { MakeRecoveryCodesResponse as _latchkey_users_v1_MakeRecoveryCodesResponse, MakeRecoveryCodesResponse__Output as _latchkey_users_v1_MakeRecoveryCodesResponse__Output } from './latchkey/users/v1/MakeRecoveryCodesResponse.ts';
import type { Passkey as _latchkey_users_v1_Passkey, Passkey__Output as _latchkey_users_v1_Passkey__Output } from './latchkey/users/v1/Passkey.ts';
import type { RecoveryCodeSet as _latchkey_users_v1_RecoveryCodeSet, RecoveryCodeSet__Output as _latchkey_users_v1_RecoveryCodeSet__Output } from './latchkey/users/v1/RecoveryCodeSet.ts';
import type { RemoveIdentityRequest as _latchkey_users_v1_RemoveIdentityRequest, RemoveIdentityRequest__Output as _latchkey_users_v1_RemoveIdentityRequest__Output } from './latchkey/users/v1/RemoveIdentityRequest.ts';
import type { RemoveIdentityResponse as _latchkey_users_v1_RemoveIdentityResponse, RemoveIdentityResponse__Output as _latchkey_users_v1_RemoveIdentityResponse__Output } from './latchkey/users/v1/RemoveIdentityResponse.ts';
import type { RemovePasskeyRequest as _latchkey_users_v1_RemovePasskeyRequest, RemovePasskeyRequest__Output as _latchkey_users_v1_RemovePasskeyRequest__Output } from './latchkey/users/v1/RemovePasskeyRequest.ts';
import type { RemovePasskeyResponse as _latchkey_users_v1_RemovePasskeyResponse, RemovePasskeyResponse__Output as _latchkey_users_v1_RemovePasskeyResponse__Output } from './latchkey/users/v1/RemovePasskeyResponse.ts';
import type { RemoveTotpRequest as _latchkey_users_v1_RemoveTotpRequest, RemoveTotpRequest__Output as _latchkey_users_v1_RemoveTotpRequest__Output } from './latchkey/users/v1/RemoveTotpRequest.ts';
import type { RemoveTotpResponse as _latchkey_users_v1_RemoveTotpResponse, RemoveTotpResponse__Output as _latchkey_users_v1_RemoveTotpResponse__Output } from './latchkey/users/v1/RemoveTotpResponse.ts';
import type { RenamePasskeyRequest as _latchkey_users_v1_RenamePasskeyRequest, RenamePasskeyRequest__Output as _latchkey_users_v1_RenamePasskeyRequest__Output } from './latchkey/users/v1/RenamePasskeyRequest.ts';
import type { RenamePasskeyResponse as _latchkey_users_v1_RenamePasskeyResponse, RenamePasskeyResponse__Output as _latchkey_users_v1_RenamePasskeyResponse__Output } from './latchkey/users/v1/RenamePasskeyResponse.ts';
import type { ResetFactorsRequest as _latchkey_users_v1_ResetFactorsRequest, ResetFactorsRequest__Output as _latchkey_users_v1_ResetFactorsRequest__Output } from './latchkey/users/v1/ResetFactorsRequest.ts';
import type { ResetFactorsResponse as _latchkey_users_v1_ResetFactorsResponse, ResetFactorsResponse__Output as _latchkey_users_v1_ResetFactorsResponse__Output } from './latchkey/users/v1/ResetFactorsResponse.ts';
import type { SendPasswordResetRequest as _latchkey_users_v1_SendPasswordResetRequest, SendPasswordResetRequest__Output as _latchkey_users_v1_SendPasswordResetRequest__Output } from './latchkey/users/v1/SendPasswordResetRequest.ts';
import type { SendPasswordResetResponse as _latchkey_users_v1_SendPasswordResetResponse, SendPasswordResetResponse__Output as _latchkey_users_v1_SendPasswordResetResponse__Output } from './latchkey/users/v1/SendPasswordResetResponse.ts';
import type { SetTemporaryPasswordRequest as _latchkey_users_v1_SetTemporaryPasswordRequest, SetTemporaryPasswordRequest__Output as _latchkey_users_v1_SetTemporaryPasswordRequest__Output } from './latchkey/users/v1/SetTemporaryPasswordRequest.ts';
import type { SetTemporaryPasswordResponse as _latchkey_users_v1_SetTemporaryPasswordResponse, SetTemporaryPasswordResponse__Output as _latchkey_users_v1_SetTemporaryPasswordResponse__Output } from './latchkey/users/v1/SetTemporaryPasswordResponse.ts';
import type { SignUpRequest as _latchkey_users_v1_SignUpRequest, SignUpRequest__Output as _latchkey_users_v1_SignUpRequest__Output } from './latchkey/users/v1/SignUpRequest.ts';
import type { SignUpResponse as _latchkey_users_v1_SignUpResponse, SignUpResponse__Output as _latchkey_users_v1_SignUpResponse__Output } from './latchkey/users/v1/SignUpResponse.ts';
import type { Suspension as _latchkey_users_v1_Suspension, Suspension__Output as _latchkey_users_v1_Suspension__Output } from './latchkey/users/v1/Suspension.ts';
import type { TotpFactor as _latchkey_users_v1_TotpFactor, TotpFactor__Output as _latchkey_users_v1_TotpFactor__Output } from './latchkey/users/v1/TotpFactor.ts';
import type { UpdateUserRequest as _latchkey_users_v1_UpdateUserRequest, UpdateUserRequest__Output as _latchkey_users_v1_UpdateUserRequest__Output } from './latchkey/users/v1/UpdateUserRequest.ts';
import type { UpdateUserResponse as _latchkey_users_v1_UpdateUserResponse, UpdateUserResponse__Output as _latchkey_users_v1_UpdateUserResponse__Output } from './latchkey/users/v1/UpdateUserResponse.ts';
import type { User as _latchkey_users_v1_User, User__Output as _latchkey_users_v1_User__Output } from './latchkey/users/v1/User.ts';
import type { UserChanges as _latchkey_users_v1_UserChanges, UserChanges__Output as _latchkey_users_v1_UserChanges__Output } from './latchkey/users/v1/UserChanges.ts';
import type { UserServiceClient as _latchkey_users_v1_UserServiceClient, UserServiceDefinition as _latchkey_users_v1_UserServiceDefinition } from './latchkey/users/v1/UserService.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  google: {
    protobuf: {
      FieldMask: MessageTypeDefinition<_google_protobuf_FieldMask, _google_protobuf_FieldMask__Output>
      ListValue: MessageTypeDefinition<_google_protobuf_ListValue, _google_protobuf_ListValue__Output>
      NullValue: EnumTypeDefinition
      Struct: MessageTypeDefinition<_google_protobuf_Struct, _google_protobuf_Struct__Output>
      Timestamp: MessageTypeDefinition<_google_protobuf_Timestamp, _google_protobuf_Timestamp__Output>
      Value: MessageTypeDefinition<_google_protobuf_Value, _google_protobuf_Value__Output>
    }
  }
  latchkey: {
    users: {
      v1: {
        AddPasskeyRequest: MessageTypeDefinition<_latchkey_users_v1_AddPasskeyRequest, _latchkey_users_v1_AddPasskeyRequest__Output>
        AddPasskeyResponse: MessageTypeDefinition<_latchkey_users_v1_AddPasskeyResponse, _latchkey_users_v1_AddPasskeyResponse__Output>
        BeginPasskeyRequest: MessageTypeDefinition<_latchkey_users_v1_BeginPasskeyRequest, _latchkey_users_v1_BeginPasskeyRequest__Output>
        BeginPasskeyResponse: MessageTypeDefinition<_latchkey_users_v1_BeginPasskeyResponse, _latchkey_users_v1_BeginPasskeyResponse__Output>
        ConfirmEmailRequest: MessageTypeDefinition<_latchkey_users_v1_ConfirmEmailRequest, _latchkey_users_v1_ConfirmEmailRequest__Output>
        ConfirmEmailResponse: MessageTypeDefinition<_latchkey_users_v1_ConfirmEmailResponse, _latchkey_users_v1_ConfirmEmailResponse__Output>
        ConfirmTotpRequest: MessageTypeDefinition<_latchkey_users_v1_ConfirmTotpRequest, _latchkey_users_v1_ConfirmTotpRequest__Output>
        ConfirmTotpResponse: MessageTypeDefinition<_latchkey_users_v1_ConfirmTotpResponse, _latchkey_users_v1_ConfirmTotpResponse__Output>
        CreateUserRequest: MessageTypeDefinition<_latchkey_users_v1_CreateUserRequest, _latchkey_users_v1_CreateUserRequest__Output>
        CreateUserResponse: MessageTypeDefinition<_latchkey_users_v1_CreateUserResponse, _latchkey_users_v1_CreateUserResponse__Output>
        DeleteUserRequest: MessageTypeDefinition<_latchkey_users_v1_DeleteUserRequest, _latchkey_users_v1_DeleteUserRequest__Output>
        DeleteUserResponse: MessageTypeDefinition<_latchkey_users_v1_DeleteUserResponse, _latchkey_users_v1_DeleteUserResponse__Output>
        EnrolTotpRequest: MessageTypeDefinition<_latchkey_users_v1_EnrolTotpRequest, _latchkey_users_v1_EnrolTotpRequest__Output>
        EnrolTotpResponse: MessageTypeDefinition<_latchkey_users_v1_EnrolTotpResponse, _latchkey_users_v1_EnrolTotpResponse__Output>
        GetFactorsRequest: MessageTypeDefinition<_latchkey_users_v1_GetFactorsRequest, _latchkey_users_v1_GetFactorsRequest__Output>
        GetFactorsResponse: MessageTypeDefinition<_latchkey_users_v1_GetFactorsResponse, _latchkey_users_v1_GetFactorsResponse__Output>
        GetLoginStateRequest: MessageTypeDefinition<_latchkey_users_v1_GetLoginStateRequest, _latchkey_users_v1_GetLoginStateRequest__Output>
        GetLoginStateResponse: MessageTypeDefinition<_latchkey_users_v1_GetLoginStateResponse, _latchkey_users_v1_GetLoginStateResponse__Output>
        GetUserByEmailRequest: MessageTypeDefinition<_latchkey_users_v1_GetUserByEmailRequest, _latchkey_users_v1_GetUserByEmailRequest__Output>
        GetUserByEmailResponse: MessageTypeDefinition<_latchkey_users_v1_GetUserByEmailResponse, _latchkey_users_v1_GetUserByEmailResponse__Output>
        GetUserByUsernameRequest: MessageTypeDefinition<_latchkey_users_v1_GetUserByUsernameRequest, _latchkey_users_v1_GetUserByUsernameRequest__Output>
        GetUserByUsernameResponse: MessageTypeDefinition<_latchkey_users_v1_GetUserByUsernameResponse, _latchkey_users_v1_GetUserByUsernameResponse__Output>
        GetUserRequest: MessageTypeDefinition<_latchkey_users_v1_GetUserRequest, _latchkey_users_v1_GetUserRequest__Output>
        GetUserResponse: MessageTypeDefinition<_latchkey_users_v1_GetUserResponse, _latchkey_users_v1_GetUserResponse__Output>
        Identity: MessageTypeDefinition<_latchkey_users_v1_Identity, _latchkey_users_v1_Identity__Output>
        InviteUserRequest: MessageTypeDefinition<_latchkey_users_v1_InviteUserRequest, _latchkey_users_v1_InviteUserRequest__Output>
        InviteUserResponse: MessageTypeDefinition<_latchkey_users_v1_InviteUserResponse, _latchkey_users_v1_InviteUserResponse__Output>
        ListIdentitiesRequest: MessageTypeDefinition<_latchkey_users_v1_ListIdentitiesRequest, _latchkey_users_v1_ListIdentitiesRequest__Output>
        ListIdentitiesResponse: MessageTypeDefinition<_latchkey_users_v1_ListIdentitiesResponse, _latchkey_users_v1_ListIdentitiesResponse__Output>
        ListPasskeysRequest: MessageTypeDefinition<_latchkey_users_v1_ListPasskeysRequest, _latchkey_users_v1_ListPasskeysRequest__Output>
        ListPasskeysResponse: MessageTypeDefinition<_latchkey_users_v1_ListPasskeysResponse, _latchkey_users_v1_ListPasskeysResponse__Output>
        ListUsersRequest: MessageTypeDefinition<_latchkey_users_v1_ListUsersRequest, _latchkey_users_v1_ListUsersRequest__Output>
        ListUsersResponse: MessageTypeDefinition<_latchkey_users_v1_ListUsersResponse, _latchkey_users_v1_ListUsersResponse__Output>
        MakeRecoveryCodesRequest: MessageTypeDefinition<_latchkey_users_v1_MakeRecoveryCodesRequest, _latchkey_users_v1_MakeRecoveryCodesRequest__Output>
        MakeRecoveryCodesResponse: MessageTypeDefinition<_latchkey_users_v1_MakeRecoveryCodesResponse, _latchkey_users_v1_MakeRecoveryCodesResponse__Output>
        Passkey: MessageTypeDefinition<_latchkey_users_v1_Passkey, _latchkey_users_v1_Passkey__Output>
        PasswordState: EnumTypeDefinition
        RecoveryCodeSet: MessageTypeDefinition<_latchkey_users_v1_RecoveryCodeSet, _latchkey_users_v1_RecoveryCodeSet__Output>
        RemoveIdentityRequest: MessageTypeDefinition<_latchkey_users_v1_RemoveIdentityRequest, _latchkey_users_v1_RemoveIdentityRequest__Output>
        RemoveIdentityResponse: MessageTypeDefinition<_latchkey_users_v1_RemoveIdentityResponse, _latchkey_users_v1_RemoveIdentityResponse__Output>
        RemovePasskeyRequest: MessageTypeDefinition<_latchkey_users_v1_RemovePasskeyRequest, _latchkey_users_v1_RemovePasskeyRequest__Output>
        RemovePasskeyResponse: MessageTypeDefinition<_latchkey_users_v1_RemovePasskeyResponse, _latchkey_users_v1_RemovePasskeyResponse__Output>
        RemoveTotpRequest: MessageTypeDefinition<_latchkey_users_v1_RemoveTotpRequest, _latchkey_users_v1_RemoveTotpRequest__Output>
        RemoveTotpResponse: MessageTypeDefinition<_latchkey_users_v1_RemoveTotpResponse, _latchkey_users_v1_RemoveTotpResponse__Output>
        RenamePasskeyRequest: MessageTypeDefinition<_latchkey_users_v1_RenamePasskeyRequest, _latchkey_users_v1_RenamePasskeyRequest__Output>
        RenamePasskeyResponse: MessageTypeDefinition<_latchkey_users_v1_RenamePasskeyResponse, _latchkey_users_v1_RenamePasskeyResponse__Output>
        ResetFactorsRequest: MessageTypeDefinition<_latchkey_users_v1_ResetFactorsRequest, _latchkey_users_v1_ResetFactorsRequest__Output>
        ResetFactorsResponse: MessageTypeDefinition<_latchkey_users_v1_ResetFactorsResponse, _latchkey_users_v1_ResetFactorsResponse__Output>
        Role: EnumTypeDefinition
        SendPasswordResetRequest: MessageTypeDefinition<_latchkey_users_v1_SendPasswordResetRequest, _latchkey_users_v1_SendPasswordResetRequest__Output>
        SendPasswordResetResponse: MessageTypeDefinition<_latchkey_users_v1_SendPasswordResetResponse, _latchkey_users_v1_SendPasswordResetResponse__Output>
        SetTemporaryPasswordRequest: MessageTypeDefinition<_latchkey_users_v1_SetTemporaryPasswordRequest, _latchkey_users_v1_SetTemporaryPasswordRequest__Output>
        SetTemporaryPasswordResponse: MessageTypeDefinition<_latchkey_users_v1_SetTemporaryPasswordResponse, _latchkey_users_v1_SetTemporaryPasswordResponse__Output>
        SignUpRequest: MessageTypeDefinition<_latchkey_users_v1_SignUpRequest, _latchkey_users_v1_SignUpRequest__Output>
        SignUpResponse: MessageTypeDefinition<_latchkey_users_v1_SignUpResponse, _latchkey_users_v1_SignUpResponse__Output>
        Suspension: MessageTypeDefinition<_latchkey_users_v1_Suspension, _latchkey_users_v1_Suspension__Output>
        TotpFactor: MessageTypeDefinition<_latchkey_users_v1_TotpFactor, _latchkey_users_v1_TotpFactor__Output>
        UpdateUserRequest: MessageTypeDefinition<_latchkey_users_v1_UpdateUserRequest, _latchkey_users_v1_UpdateUserRequest__Output>
        UpdateUserResponse: MessageTypeDefinition<_latchkey_users_v1_UpdateUserResponse, _latchkey_users_v1_UpdateUserResponse__Output>
        User: MessageTypeDefinition<_latchkey_users_v1_User, _latchkey_users_v1_User__Output>
        UserChanges: MessageTypeDefinition<_latchkey_users_v1_UserChanges, _latchkey_users_v1_UserChanges__Output>
        UserService: SubtypeConstructor<typeof grpc.Client, _latchkey_users_v1_UserServiceClient> & { service: _latchkey_users_v1_UserServiceDefinition }
        UserStatus: EnumTypeDefinition
      }
    }
  }
}

