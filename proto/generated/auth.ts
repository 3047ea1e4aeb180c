import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { FieldMask as _google_protobuf_FieldMask, FieldMask__Output as _google_protobuf_FieldMask__Output } from './google/protobuf/FieldMask.ts';
import type { ListValue as _google_protobuf_ListValue, ListValue__Output as _google_protobuf_ListValue__Output } from './google/protobuf/ListValue.ts';
import type { Struct as _google_protobuf_Struct, Struct__Output as _google_protobuf_Struct__Output } from './google/protobuf/Struct.ts';
import type { Timestamp as _google_protobuf_Timestamp, Timestamp__Output as _google_protobuf_Timestamp__Output } from './google/protobuf/Timestamp.ts';
import type { Value as _google_protobuf_Value, Value__Output as _google_protobuf_Value__Output } from './google/protobuf/Value.ts';
import type { AuthServiceClient as _latchkey_auth_v1_AuthServiceClient, AuthServiceDefinition as _latchkey_auth_v1_AuthServiceDefinition } from './latchkey/auth/v1/AuthService.ts';
import type { BeginFederatedLoginRequest as _latchkey_auth_v1_BeginFederatedLoginRequest, BeginFederatedLoginRequest__Output as _latchkey_auth_v1_BeginFederatedLoginRequest__Output } from './latchkey/auth/v1/BeginFederatedLoginRequest.ts';
import type { BeginFederatedLoginResponse as _latchkey_auth_v1_BeginFederatedLoginResponse, BeginFederatedLoginResponse__Output as _latchkey_auth_v1_BeginFederatedLoginResponse__Output } from './latchkey/auth/v1/BeginFederatedLoginResponse.ts';
import type { BeginFederatedStepUpRequest as _latchkey_auth_v1_BeginFederatedStepUpRequest, BeginFederatedStepUpRequest__Output as _latchkey_auth_v1_BeginFederatedStepUpRequest__Output } from './latchkey/auth/v1/BeginFederatedStepUpRequest.ts';
import type { BeginFederatedStepUpResponse as _latchkey_auth_v1_BeginFederatedStepUpResponse, BeginFederatedStepUpResponse__Output as _latchkey_auth_v1_BeginFederatedStepUpResponse__Output } from './latchkey/auth/v1/BeginFederatedStepUpResponse.ts';
import type { BeginIdentityLinkRequest as _latchkey_auth_v1_BeginIdentityLinkRequest, BeginIdentityLinkRequest__Output as _latchkey_auth_v1_BeginIdentityLinkRequest__Output } from './latchkey/auth/v1/BeginIdentityLinkRequest.ts';
import type { BeginIdentityLinkResponse as _latchkey_auth_v1_BeginIdentityLinkResponse, BeginIdentityLinkResponse__Output as _latchkey_auth_v1_BeginIdentityLinkResponse__Output } from './latchkey/auth/v1/BeginIdentityLinkResponse.ts';
import type { BeginPasskeyLoginRequest as _latchkey_auth_v1_BeginPasskeyLoginRequest, BeginPasskeyLoginRequest__Output as _latchkey_auth_v1_BeginPasskeyLoginRequest__Output } from './latchkey/auth/v1/BeginPasskeyLoginRequest.ts';
import type { BeginPasskeyLoginResponse as _latchkey_auth_v1_BeginPasskeyLoginResponse, BeginPasskeyLoginResponse__Output as _latchkey_auth_v1_BeginPasskeyLoginResponse__Output } from './latchkey/auth/v1/BeginPasskeyLoginResponse.ts';
import type { BeginPasskeyStepRequest as _latchkey_auth_v1_BeginPasskeyStepRequest, BeginPasskeyStepRequest__Output as _latchkey_auth_v1_BeginPasskeyStepRequest__Output } from './latchkey/auth/v1/BeginPasskeyStepRequest.ts';
import type { BeginPasskeyStepResponse as _latchkey_auth_v1_BeginPasskeyStepResponse, BeginPasskeyStepResponse__Output as _latchkey_auth_v1_BeginPasskeyStepResponse__Output } from './latchkey/auth/v1/BeginPasskeyStepResponse.ts';
import type { BeginPasskeyStepUpRequest as _latchkey_auth_v1_BeginPasskeyStepUpRequest, BeginPasskeyStepUpRequest__Output as _latchkey_auth_v1_BeginPasskeyStepUpRequest__Output } from './latchkey/auth/v1/BeginPasskeyStepUpRequest.ts';
import type { BeginPasskeyStepUpResponse as _latchkey_auth_v1_BeginPasskeyStepUpResponse, BeginPasskeyStepUpResponse__Output as _latchkey_auth_v1_BeginPasskeyStepUpResponse__Output } from './latchkey/auth/v1/BeginPasskeyStepUpResponse.ts';
import type { ChangePasswordRequest as _latchkey_auth_v1_ChangePasswordRequest, ChangePasswordRequest__Output as _latchkey_auth_v1_ChangePasswordRequest__Output } from './latchkey/auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponse as _latchkey_auth_v1_ChangePasswordResponse, ChangePasswordResponse__Output as _latchkey_auth_v1_ChangePasswordResponse__Output } from './latchkey/auth/v1/ChangePasswordResponse.ts';
import type { CompleteFederatedLoginRequest as _latchkey_auth_v1_CompleteFederatedLoginRequest, CompleteFederatedLoginRequest__Output as _latchkey_auth_v1_CompleteFederatedLoginRequest__Output } from './latchkey/auth/v1/CompleteFederatedLoginRequest.ts';
import type { CompleteFederatedLoginResponse as _latchkey_auth_v1_CompleteFederatedLoginResponse, CompleteFederatedLoginResponse__Output as _latchkey_auth_v1_CompleteFederatedLoginResponse__Output } from './latchkey/auth/v1/CompleteFederatedLoginResponse.ts';
import type { CompleteFederatedStepUpRequest as _latchkey_auth_v1_CompleteFederatedStepUpRequest, CompleteFederatedStepUpRequest__Output as _latchkey_auth_v1_CompleteFederatedStepUpRequest__Output } from './latchkey/auth/v1/CompleteFederatedStepUpRequest.ts';
import type { CompleteFederatedStepUpResponse as _latchkey_auth_v1_CompleteFederatedStepUpResponse, CompleteFederatedStepUpResponse__Output as _latchkey_auth_v1_CompleteFederatedStepUpResponse__Output } from './latchkey/auth/v1/CompleteFederatedStepUpResponse.ts';
import type { CompleteIdentityLinkRequest as _latchkey_auth_v1_CompleteIdentityLinkRequest, CompleteIdentityLinkRequest__Output as _latchkey_auth_v1_CompleteIdentityLinkRequest__Output } from './latchkey/auth/v1/CompleteIdentityLinkRequest.ts';
import type { CompleteIdentityLinkResponse as _latchkey_auth_v1_CompleteIdentityLinkResponse, CompleteIdentityLinkResponse__Output as _latchkey_auth_v1_CompleteIdentityLinkResponse__Output } from './latchkey/auth/v1/CompleteIdentityLinkResponse.ts';
import type { CompleteLoginByPasskeyRequest as _latchkey_auth_v1_CompleteLoginByPasskeyRequest, CompleteLoginByPasskeyRequest__Output as _latchkey_auth_v1_CompleteLoginByPasskeyRequest__Output } from './latchkey/auth/v1/CompleteLoginByPasskeyRequest.ts';
import type { CompleteLoginByPasskeyResponse as _latchkey_auth_v1_CompleteLoginByPasskeyResponse, CompleteLoginByPasskeyResponse__Output as _latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output } from './latchkey/auth/v1/CompleteLoginByPasskeyResponse.ts';
import type { CompleteLoginByRecoveryCodeRequest as _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, CompleteLoginByRecoveryCodeRequest__Output as _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest__Output } from './latchkey/auth/v1/CompleteLoginByRecoveryCodeRequest.ts';
import type { CompleteLoginByRecoveryCodeResponse as _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse, CompleteLoginByRecoveryCodeResponse__Output as _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output } from './latchkey/auth/v1/CompleteLoginByRecoveryCodeResponse.ts';
import type { CompleteLoginByTotpRequest as _latchkey_auth_v1_CompleteLoginByTotpRequest, CompleteLoginByTotpRequest__Output as _latchkey_auth_v1_CompleteLoginByTotpRequest__Output } from './latchkey/auth/v1/CompleteLoginByTotpRequest.ts';
import type { CompleteLoginByTotpResponse as _latchkey_auth_v1_CompleteLoginByTotpResponse, CompleteLoginByTotpResponse__Output as _latchkey_auth_v1_CompleteLoginByTotpResponse__Output } from './latchkey/auth/v1/CompleteLoginByTotpResponse.ts';
import type { Device as _latchkey_auth_v1_Device, Device__Output as _latchkey_auth_v1_Device__Output } from './latchkey/auth/v1/Device.ts';
import type { EnrolTotpAtLoginRequest as _latchkey_auth_v1_EnrolTotpAtLoginRequest, EnrolTotpAtLoginRequest__Output as _latchkey_auth_v1_EnrolTotpAtLoginRequest__Output } from './latchkey/auth/v1/EnrolTotpAtLoginRequest.ts';
import type { EnrolTotpAtLoginResponse as _latchkey_auth_v1_EnrolTotpAtLoginResponse, EnrolTotpAtLoginResponse__Output as _latchkey_auth_v1_EnrolTotpAtLoginResponse__Output } from './latchkey/auth/v1/EnrolTotpAtLoginResponse.ts';
import type { ForgetDeviceRequest as _latchkey_auth_v1_ForgetDeviceRequest, ForgetDeviceRequest__Output as _latchkey_auth_v1_ForgetDeviceRequest__Output } from './latchkey/auth/v1/ForgetDeviceRequest.ts';
import type { ForgetDeviceResponse as _latchkey_auth_v1_ForgetDeviceResponse, ForgetDeviceResponse__Output as _latchkey_auth_v1_ForgetDeviceResponse__Output } from './latchkey/auth/v1/ForgetDeviceResponse.ts';
import type { ForgotPasswordRequest as _latchkey_auth_v1_ForgotPasswordRequest, ForgotPasswordRequest__Output as _latchkey_auth_v1_ForgotPasswordRequest__Output } from './latchkey/auth/v1/ForgotPasswordRequest.ts';
import type { ForgotPasswordResponse as _latchkey_auth_v1_ForgotPasswordResponse, ForgotPasswordResponse__Output as _latchkey_auth_v1_ForgotPasswordResponse__Output } from './latchkey/auth/v1/ForgotPasswordResponse.ts';
import type { GetUserLockRequest as _latchkey_auth_v1_GetUserLockRequest, GetUserLockRequest__Output as _latchkey_auth_v1_GetUserLockRequest__Output } from './latchkey/auth/v1/GetUserLockRequest.ts';
import type { GetUserLockResponse as _latchkey_auth_v1_GetUserLockResponse, GetUserLockResponse__Output as _latchkey_auth_v1_GetUserLockResponse__Output } from './latchkey/auth/v1/GetUserLockResponse.ts';
import type { Heartbeat as _latchkey_auth_v1_Heartbeat, Heartbeat__Output as _latchkey_auth_v1_Heartbeat__Output } from './latchkey/auth/v1/Heartbeat.ts';
import type { ListDevicesRequest as _latchkey_auth_v1_ListDevicesRequest, ListDevicesRequest__Output as _latchkey_auth_v1_ListDevicesRequest__Output } from './latchkey/auth/v1/ListDevicesRequest.ts';
import type { ListDevicesResponse as _latchkey_auth_v1_ListDevicesResponse, ListDevicesResponse__Output as _latchkey_auth_v1_ListDevicesResponse__Output } from './latchkey/auth/v1/ListDevicesResponse.ts';
import type { ListProvidersRequest as _latchkey_auth_v1_ListProvidersRequest, ListProvidersRequest__Output as _latchkey_auth_v1_ListProvidersRequest__Output } from './latchkey/auth/v1/ListProvidersRequest.ts';
import type { ListProvidersResponse as _latchkey_auth_v1_ListProvidersResponse, ListProvidersResponse__Output as _latchkey_auth_v1_ListProvidersResponse__Output } from './latchkey/auth/v1/ListProvidersResponse.ts';
import type { ListSessionsRequest as _latchkey_auth_v1_ListSessionsRequest, ListSessionsRequest__Output as _latchkey_auth_v1_ListSessionsRequest__Output } from './latchkey/auth/v1/ListSessionsRequest.ts';
import type { ListSessionsResponse as _latchkey_auth_v1_ListSessionsResponse, ListSessionsResponse__Output as _latchkey_auth_v1_ListSessionsResponse__Output } from './latchkey/auth/v1/ListSessionsResponse.ts';
import type { LogInByPasskeyRequest as _latchkey_auth_v1_LogInByPasskeyRequest, LogInByPasskeyRequest__Output as _latchkey_auth_v1_LogInByPasskeyRequest__Output } from './latchkey/auth/v1/LogInByPasskeyRequest.ts';
import type { LogInByPasskeyResponse as _latchkey_auth_v1_LogInByPasskeyResponse, LogInByPasskeyResponse__Output as _latchkey_auth_v1_LogInByPasskeyResponse__Output } from './latchkey/auth/v1/LogInByPasskeyResponse.ts';
import type { LoginRequest as _latchkey_auth_v1_LoginRequest, LoginRequest__Output as _latchkey_auth_v1_LoginRequest__Output } from './latchkey/auth/v1/LoginRequest.ts';
import type { LoginResponse as _latchkey_auth_v1_LoginResponse, LoginResponse__Output as _latchkey_auth_v1_LoginResponse__Output } from './latchkey/auth/v1/LoginResponse.ts';
import type { LogoutRequest as _latchkey_auth_v1_LogoutRequest, LogoutRequest__Output as _latchkey_auth_v1_LogoutRequest__Output } from './latchkey/auth/v1/LogoutRequest.ts';
import type { LogoutResponse as _latchkey_auth_v1_LogoutResponse, LogoutResponse__Output as _latchkey_auth_v1_LogoutResponse__Output } from './latchkey/auth/v1/LogoutResponse.ts';
import type { Provider as _latchkey_auth_v1_Provider, Provider__Output as _latchkey_auth_v1_Provider__Output } from './latchkey/auth/v1/Provider.ts';
import type { RefreshRequest as _latchkey_auth_v1_RefreshRequest, RefreshRequest__Output as _latchkey_auth_v1_RefreshRequest__Output } from './latchkey/auth/v1/RefreshRequest.ts';
import type { RefreshResponse as _latchkey_auth_v1_RefreshResponse, RefreshResponse__Output as _latchkey_auth_v1_RefreshResponse__Output } from './latchkey/auth/v1/RefreshResponse.ts';
import type { ResetPasswordRequest as _latchkey_auth_v1_ResetPasswordRequest, ResetPasswordRequest__Output as _latchkey_auth_v1_ResetPasswordRequest__Output } from './latchkey/auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponse as _latchkey_auth_v1_ResetPasswordResponse, ResetPasswordResponse__Output as _latchkey_auth_v1_ResetPasswordResponse__Output } from './latchkey/auth/v1/ResetPasswordResponse.ts';
import type { RevokeSessionRequest as _latchkey_auth_v1_RevokeSessionRequest, RevokeSessionRequest__Output as _latchkey_auth_v1_RevokeSessionRequest__Output } from './latchkey/auth/v1/RevokeSessionRequest.ts';
import type { RevokeSessionResponse as _latchkey_auth_v1_RevokeSessionResponse, RevokeSessionResponse__Output as _latchkey_auth_v1_RevokeSessionResponse__Output } from './latchkey/auth/v1/RevokeSessionResponse.ts';
import type { RevokeSessionsRequest as _latchkey_auth_v1_RevokeSessionsRequest, RevokeSessionsRequest__Output as _latchkey_auth_v1_RevokeSessionsRequest__Output } from './latchkey/auth/v1/RevokeSessionsRequest.ts';
import type { RevokeSessionsResponse as _latchkey_auth_v1_RevokeSessionsResponse, RevokeSessionsResponse__Output as _latchkey_auth_v1_RevokeSessionsResponse__Output } from './latchkey/auth/v1/RevokeSessionsResponse.ts';
import type { RevokeTokenRequest as _latchkey_auth_v1_RevokeTokenRequest, RevokeTokenRequest__Output as _latchkey_auth_v1_RevokeTokenRequest__Output } from './latchkey/auth/v1/RevokeTokenRequest.ts';
import type { RevokeTokenResponse as _latchkey_auth_v1_RevokeTokenResponse, RevokeTokenResponse__Output as _latchkey_auth_v1_RevokeTokenResponse__Output } from './latchkey/auth/v1/RevokeTokenResponse.ts';
import type { SendVerificationRequest as _latchkey_auth_v1_SendVerificationRequest, SendVerificationRequest__Output as _latchkey_auth_v1_SendVerificationRequest__Output } from './latchkey/auth/v1/SendVerificationRequest.ts';
import type { SendVerificationResponse as _latchkey_auth_v1_SendVerificationResponse, SendVerificationResponse__Output as _latchkey_auth_v1_SendVerificationResponse__Output } from './latchkey/auth/v1/SendVerificationResponse.ts';
import type { Session as _latchkey_auth_v1_Session, Session__Output as _latchkey_auth_v1_Session__Output } from './latchkey/auth/v1/Session.ts';
import type { SessionEnded as _latchkey_auth_v1_SessionEnded, SessionEnded__Output as _latchkey_auth_v1_SessionEnded__Output } from './latchkey/auth/v1/SessionEnded.ts';
import type { StepUpByPasskeyRequest as _latchkey_auth_v1_StepUpByPasskeyRequest, StepUpByPasskeyRequest__Output as _latchkey_auth_v1_StepUpByPasskeyRequest__Output } from './latchkey/auth/v1/StepUpByPasskeyRequest.ts';
import type { StepUpByPasskeyResponse as _latchkey_auth_v1_StepUpByPasskeyResponse, StepUpByPasskeyResponse__Output as _latchkey_auth_v1_StepUpByPasskeyResponse__Output } from './latchkey/auth/v1/StepUpByPasskeyResponse.ts';
import type { StepUpRequest as _latchkey_auth_v1_StepUpRequest, StepUpRequest__Output as _latchkey_auth_v1_StepUpRequest__Output } from './latchkey/auth/v1/StepUpRequest.ts';
import type { StepUpResponse as _latchkey_auth_v1_StepUpResponse, StepUpResponse__Output as _latchkey_auth_v1_StepUpResponse__Output } from './latchkey/auth/v1/StepUpResponse.ts';
import type { TakeBackRequest as _latchkey_auth_v1_TakeBackRequest, TakeBackRequest__Output as _latchkey_auth_v1_TakeBackRequest__Output } from './latchkey/auth/v1/TakeBackRequest.ts';
import type { TakeBackResponse as _latchkey_auth_v1_TakeBackResponse, TakeBackResponse__Output as _latchkey_auth_v1_TakeBackResponse__Output } from './latchkey/auth/v1/TakeBackResponse.ts';
import type { TokenPair as _latchkey_auth_v1_TokenPair, TokenPair__Output as _latchkey_auth_v1_TokenPair__Output } from './latchkey/auth/v1/TokenPair.ts';
import type { UnlockUserRequest as _latchkey_auth_v1_UnlockUserRequest, UnlockUserRequest__Output as _latchkey_auth_v1_UnlockUserRequest__Output } from './latchkey/auth/v1/UnlockUserRequest.ts';
import type { UnlockUserResponse as _latchkey_auth_v1_UnlockUserResponse, UnlockUserResponse__Output as _latchkey_auth_v1_UnlockUserResponse__Output } from './latchkey/auth/v1/UnlockUserResponse.ts';
import type { ValidateTokenRequest as _latchkey_auth_v1_ValidateTokenRequest, ValidateTokenRequest__Output as _latchkey_auth_v1_ValidateTokenRequest__Output } from './latchkey/auth/v1/ValidateTokenRequest.ts';
import type { ValidateTokenResponse as _latchkey_auth_v1_ValidateTokenResponse, ValidateTokenResponse__Output as _latchkey_auth_v1_ValidateTokenResponse__Output } from './latchkey/auth/v1/ValidateTokenResponse.ts';
import type { VerifyEmailRequest as _latchkey_auth_v1_VerifyEmailRequest, VerifyEmailRequest__Output as _latchkey_auth_v1_VerifyEmailRequest__Output } from './latchkey/auth/v1/VerifyEmailRequest.ts';
import type { VerifyEmailResponse as _latchkey_auth_v1_VerifyEmailResponse, VerifyEmailResponse__Output as _latchkey_auth_v1_VerifyEmailResponse__Output } from './latchkey/auth/v1/VerifyEmailResponse.ts';
import type { WatchRevocationsRequest as _latchkey_auth_v1_WatchRevocationsRequest, WatchRevocationsRequest__Output as _latchkey_auth_v1_WatchRevocationsRequest__Output } from './latchkey/auth/v1/WatchRevocationsRequest.ts';
import type { WatchRevocationsResponse as _latchkey_auth_v1_WatchRevocationsResponse, WatchRevocationsResponse__Output as _latchkey_auth_v1_WatchRevocationsResponse__Output } from './latchkey/auth/v1/WatchRevocationsResponse.ts';
import type { WrongPasswords as _latchkey_auth_v1_WrongPasswords, WrongPasswords__Output as _latchkey_auth_v1_WrongPasswords__Output } from './latchkey/auth/v1/WrongPasswords.ts';
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
    auth: {
      v1: {
        AuthService: SubtypeConstructor<typeof grpc.Client, _latchkey_auth_v1_AuthServiceClient> & { service: _latchkey_auth_v1_AuthServiceDefinition }
        BeginFederatedLoginRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginFederatedLoginRequest, _latchkey_auth_v1_BeginFederatedLoginRequest__Output>
        BeginFederatedLoginResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginFederatedLoginResponse, _latchkey_auth_v1_BeginFederatedLoginResponse__Output>
        BeginFederatedStepUpRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginFederatedStepUpRequest, _latchkey_auth_v1_BeginFederatedStepUpRequest__Output>
        BeginFederatedStepUpResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginFederatedStepUpResponse, _latchkey_auth_v1_BeginFederatedStepUpResponse__Output>
        BeginIdentityLinkRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginIdentityLinkRequest, _latchkey_auth_v1_BeginIdentityLinkRequest__Output>
        BeginIdentityLinkResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginIdentityLinkResponse, _latchkey_auth_v1_BeginIdentityLinkResponse__Output>
        BeginPasskeyLoginRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyLoginRequest, _latchkey_auth_v1_BeginPasskeyLoginRequest__Output>
        BeginPasskeyLoginResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyLoginResponse, _latchkey_auth_v1_BeginPasskeyLoginResponse__Output>
        BeginPasskeyStepRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyStepRequest, _latchkey_auth_v1_BeginPasskeyStepRequest__Output>
        BeginPasskeyStepResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyStepResponse, _latchkey_auth_v1_BeginPasskeyStepResponse__Output>
        BeginPasskeyStepUpRequest: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyStepUpRequest, _latchkey_auth_v1_BeginPasskeyStepUpRequest__Output>
        BeginPasskeyStepUpResponse: MessageTypeDefinition<_latchkey_auth_v1_BeginPasskeyStepUpResponse, _latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>
        ChangePasswordRequest: MessageTypeDefinition<_latchkey_auth_v1_ChangePasswordRequest, _latchkey_auth_v1_ChangePasswordRequest__Output>
        ChangePasswordResponse: MessageTypeDefinition<_latchkey_auth_v1_ChangePasswordResponse, _latchkey_auth_v1_ChangePasswordResponse__Output>
        CompleteFederatedLoginRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteFederatedLoginRequest, _latchkey_auth_v1_CompleteFederatedLoginRequest__Output>
        CompleteFederatedLoginResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteFederatedLoginResponse, _latchkey_auth_v1_CompleteFederatedLoginResponse__Output>
        CompleteFederatedStepUpRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteFederatedStepUpRequest, _latchkey_auth_v1_CompleteFederatedStepUpRequest__Output>
        CompleteFederatedStepUpResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteFederatedStepUpResponse, _latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>
        CompleteIdentityLinkRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteIdentityLinkRequest, _latchkey_auth_v1_CompleteIdentityLinkRequest__Output>
        CompleteIdentityLinkResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteIdentityLinkResponse, _latchkey_auth_v1_CompleteIdentityLinkResponse__Output>
        CompleteLoginByPasskeyRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByPasskeyRequest, _latchkey_auth_v1_CompleteLoginByPasskeyRequest__Output>
        CompleteLoginByPasskeyResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByPasskeyResponse, _latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>
        CompleteLoginByRecoveryCodeRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest__Output>
        CompleteLoginByRecoveryCodeResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse, _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>
        CompleteLoginByTotpRequest: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByTotpRequest, _latchkey_auth_v1_CompleteLoginByTotpRequest__Output>
        CompleteLoginByTotpResponse: MessageTypeDefinition<_latchkey_auth_v1_CompleteLoginByTotpResponse, _latchkey_auth_v1_CompleteLoginByTotpResponse__Output>
        Device: MessageTypeDefinition<_latchkey_auth_v1_Device, _latchkey_auth_v1_Device__Output>
        EndReason: EnumTypeDefinition
        EnrolTotpAtLoginRequest: MessageTypeDefinition<_latchkey_auth_v1_EnrolTotpAtLoginRequest, _latchkey_auth_v1_EnrolTotpAtLoginRequest__Output>
        EnrolTotpAtLoginResponse: MessageTypeDefinition<_latchkey_auth_v1_EnrolTotpAtLoginResponse, _latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>
        ForgetDeviceRequest: MessageTypeDefinition<_latchkey_auth_v1_ForgetDeviceRequest, _latchkey_auth_v1_ForgetDeviceRequest__Output>
        ForgetDeviceResponse: MessageTypeDefinition<_latchkey_auth_v1_ForgetDeviceResponse, _latchkey_auth_v1_ForgetDeviceResponse__Output>
        ForgotPasswordRequest: MessageTypeDefinition<_latchkey_auth_v1_ForgotPasswordRequest, _latchkey_auth_v1_ForgotPasswordRequest__Output>
        ForgotPasswordResponse: MessageTypeDefinition<_latchkey_auth_v1_ForgotPasswordResponse, _latchkey_auth_v1_ForgotPasswordResponse__Output>
        GetUserLockRequest: MessageTypeDefinition<_latchkey_auth_v1_GetUserLockRequest, _latchkey_auth_v1_GetUserLockRequest__Output>
        GetUserLockResponse: MessageTypeDefinition<_latchkey_auth_v1_GetUserLockResponse, _latchkey_auth_v1_GetUserLockResponse__Output>
        Heartbeat: MessageTypeDefinition<_latchkey_auth_v1_Heartbeat, _latchkey_auth_v1_Heartbeat__Output>
        ListDevicesRequest: MessageTypeDefinition<_latchkey_auth_v1_ListDevicesRequest, _latchkey_auth_v1_ListDevicesRequest__Output>
        ListDevicesResponse: MessageTypeDefinition<_latchkey_auth_v1_ListDevicesResponse, _latchkey_auth_v1_ListDevicesResponse__Output>
        ListProvidersRequest: MessageTypeDefinition<_latchkey_auth_v1_ListProvidersRequest, _latchkey_auth_v1_ListProvidersRequest__Output>
        ListProvidersResponse: MessageTypeDefinition<_latchkey_auth_v1_ListProvidersResponse, _latchkey_auth_v1_ListProvidersResponse__Output>
        ListSessionsRequest: MessageTypeDefinition<_latchkey_auth_v1_ListSessionsRequest, _latchkey_auth_v1_ListSessionsRequest__Output>
        ListSessionsResponse: MessageTypeDefinition<_latchkey_auth_v1_ListSessionsResponse, _latchkey_auth_v1_ListSessionsResponse__Output>
        LogInByPasskeyRequest: MessageTypeDefinition<_latchkey_auth_v1_LogInByPasskeyRequest, _latchkey_auth_v1_LogInByPasskeyRequest__Output>
        LogInByPasskeyResponse: MessageTypeDefinition<_latchkey_auth_v1_LogInByPasskeyResponse, _latchkey_auth_v1_LogInByPasskeyResponse__Output>
        LoginNameKind: EnumTypeDefinition
        LoginRequest: MessageTypeDefinition<_latchkey_auth_v1_LoginRequest, _latchkey_auth_v1_LoginRequest__Output>
        LoginResponse: MessageTypeDefinition<_latchkey_auth_v1_LoginResponse, _latchkey_auth_v1_LoginResponse__Output>
        LogoutRequest: MessageTypeDefinition<_latchkey_auth_v1_LogoutRequest, _latchkey_auth_v1_LogoutRequest__Output>
        LogoutResponse: MessageTypeDefinition<_latchkey_auth_v1_LogoutResponse, _latchkey_auth_v1_LogoutResponse__Output>
        Provider: MessageTypeDefinition<_latchkey_auth_v1_Provider, _latchkey_auth_v1_Provider__Output>
        RefreshRequest: MessageTypeDefinition<_latchkey_auth_v1_RefreshRequest, _latchkey_auth_v1_RefreshRequest__Output>
        RefreshResponse: MessageTypeDefinition<_latchkey_auth_v1_RefreshResponse, _latchkey_auth_v1_RefreshResponse__Output>
        ResetPasswordRequest: MessageTypeDefinition<_latchkey_auth_v1_ResetPasswordRequest, _latchkey_auth_v1_ResetPasswordRequest__Output>
        ResetPasswordResponse: MessageTypeDefinition<_latchkey_auth_v1_ResetPasswordResponse, _latchkey_auth_v1_ResetPasswordResponse__Output>
        RevocationScope: EnumTypeDefinition
        RevokeSessionRequest: MessageTypeDefinition<_latchkey_auth_v1_RevokeSessionRequest, _latchkey_auth_v1_RevokeSessionRequest__Output>
        RevokeSessionResponse: MessageTypeDefinition<_latchkey_auth_v1_RevokeSessionResponse, _latchkey_auth_v1_RevokeSessionResponse__Output>
        RevokeSessionsRequest: MessageTypeDefinition<_latchkey_auth_v1_RevokeSessionsRequest, _latchkey_auth_v1_RevokeSessionsRequest__Output>
        RevokeSessionsResponse: MessageTypeDefinition<_latchkey_auth_v1_RevokeSessionsResponse, _latchkey_auth_v1_RevokeSessionsResponse__Output>
        RevokeTokenRequest: MessageTypeDefinition<_latchkey_auth_v1_RevokeTokenRequest, _latchkey_auth_v1_RevokeTokenRequest__Output>
        RevokeTokenResponse: MessageTypeDefinition<_latchkey_auth_v1_RevokeTokenResponse, _latchkey_auth_v1_RevokeTokenResponse__Output>
        SendVerificationRequest: MessageTypeDefinition<_latchkey_auth_v1_SendVerificationRequest, _latchkey_auth_v1_SendVerificationRequest__Output>
        SendVerificationResponse: MessageTypeDefinition<_latchkey_auth_v1_SendVerificationResponse, _latchkey_auth_v1_SendVerificationResponse__Output>
        Session: MessageTypeDefinition<_latchkey_auth_v1_Session, _latchkey_auth_v1_Session__Output>
        SessionEnded: MessageTypeDefinition<_latchkey_auth_v1_SessionEnded, _latchkey_auth_v1_SessionEnded__Output>
        StepUpByPasskeyRequest: MessageTypeDefinition<_latchkey_auth_v1_StepUpByPasskeyRequest, _latchkey_auth_v1_StepUpByPasskeyRequest__Output>
        StepUpByPasskeyResponse: MessageTypeDefinition<_latchkey_auth_v1_StepUpByPasskeyResponse, _latchkey_auth_v1_StepUpByPasskeyResponse__Output>
        StepUpRequest: MessageTypeDefinition<_latchkey_auth_v1_StepUpRequest, _latchkey_auth_v1_StepUpRequest__Output>
        StepUpResponse: MessageTypeDefinition<_latchkey_auth_v1_StepUpResponse, _latchkey_auth_v1_StepUpResponse__Output>
        TakeBackRequest: MessageTypeDefinition<_latchkey_auth_v1_TakeBackRequest, _latchkey_auth_v1_TakeBackRequest__Output>
        TakeBackResponse: MessageTypeDefinition<_latchkey_auth_v1_TakeBackResponse, _latchkey_auth_v1_TakeBackResponse__Output>
        TokenPair: MessageTypeDefinition<_latchkey_auth_v1_TokenPair, _latchkey_auth_v1_TokenPair__Output>
        UnlockUserRequest: MessageTypeDefinition<_latchkey_auth_v1_UnlockUserRequest, _latchkey_auth_v1_UnlockUserRequest__Output>
        UnlockUserResponse: MessageTypeDefinition<_latchkey_auth_v1_UnlockUserResponse, _latchkey_auth_v1_UnlockUserResponse__Output>
        ValidateTokenRequest: MessageTypeDefinition<_latchkey_auth_v1_ValidateTokenRequest, _latchkey_auth_v1_ValidateTokenRequest__Output>
        ValidateTokenResponse: MessageTypeDefinition<_latchkey_auth_v1_ValidateTokenResponse, _latchkey_auth_v1_ValidateTokenResponse__Output>
        VerifyEmailRequest: MessageTypeDefinition<_latchkey_auth_v1_VerifyEmailRequest, _latchkey_auth_v1_VerifyEmailRequest__Output>
        VerifyEmailResponse: MessageTypeDefinition<_latchkey_auth_v1_VerifyEmailResponse, _latchkey_auth_v1_VerifyEmailResponse__Output>
        WatchRevocationsRequest: MessageTypeDefinition<_latchkey_auth_v1_WatchRevocationsRequest, _latchkey_auth_v1_WatchRevocationsRequest__Output>
        WatchRevocationsResponse: MessageTypeDefinition<_latchkey_auth_v1_WatchRevocationsResponse, _latchkey_auth_v1_WatchRevocationsResponse__Output>
        WrongPasswords: MessageTypeDefinition<_latchkey_auth_v1_WrongPasswords, _latchkey_auth_v1_WrongPasswords__Output>
        WrongPasswordsKind: EnumTypeDefinition
      }
    }
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

