// Original file: proto/latchkey/auth/v1/auth.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { BeginFederatedLoginRequest as _latchkey_auth_v1_BeginFederatedLoginRequest, BeginFederatedLoginRequest__Output as _latchkey_auth_v1_BeginFederatedLoginRequest__Output } from '../../../latchkey/auth/v1/BeginFederatedLoginRequest.ts';
import type { BeginFederatedLoginResponse as _latchkey_auth_v1_BeginFederatedLoginResponse, BeginFederatedLoginResponse__Output as _latchkey_auth_v1_BeginFederatedLoginResponse__Output } from '../../../latchkey/auth/v1/BeginFederatedLoginResponse.ts';
import type { BeginFederatedStepUpRequest as _latchkey_auth_v1_BeginFederatedStepUpRequest, BeginFederatedStepUpRequest__Output as _latchkey_auth_v1_BeginFederatedStepUpRequest__Output } from '../../../latchkey/auth/v1/BeginFederatedStepUpRequest.ts';
import type { BeginFederatedStepUpResponse as _latchkey_auth_v1_BeginFederatedStepUpResponse, BeginFederatedStepUpResponse__Output as _latchkey_auth_v1_BeginFederatedStepUpResponse__Output } from '../../../latchkey/auth/v1/BeginFederatedStepUpResponse.ts';
import type { BeginIdentityLinkRequest as _latchkey_auth_v1_BeginIdentityLinkRequest, BeginIdentityLinkRequest__Output as _latchkey_auth_v1_BeginIdentityLinkRequest__Output } from '../../../latchkey/auth/v1/BeginIdentityLinkRequest.ts';
import type { BeginIdentityLinkResponse as _latchkey_auth_v1_BeginIdentityLinkResponse, BeginIdentityLinkResponse__Output as _latchkey_auth_v1_BeginIdentityLinkResponse__Output } from '../../../latchkey/auth/v1/BeginIdentityLinkResponse.ts';
import type { BeginPasskeyLoginRequest as _latchkey_auth_v1_BeginPasskeyLoginRequest, BeginPasskeyLoginRequest__Output as _latchkey_auth_v1_BeginPasskeyLoginRequest__Output } from '../../../latchkey/auth/v1/BeginPasskeyLoginRequest.ts';
import type { BeginPasskeyLoginResponse as _latchkey_auth_v1_BeginPasskeyLoginResponse, BeginPasskeyLoginResponse__Output as _latchkey_auth_v1_BeginPasskeyLoginResponse__Output } from '../../../latchkey/auth/v1/BeginPasskeyLoginResponse.ts';
import type { BeginPasskeyStepRequest as _latchkey_auth_v1_BeginPasskeyStepRequest, BeginPasskeyStepRequest__Output as _latchkey_auth_v1_BeginPasskeyStepRequest__Output } from '../../../latchkey/auth/v1/BeginPasskeyStepRequest.ts';
import type { BeginPasskeyStepResponse as _latchkey_auth_v1_BeginPasskeyStepResponse, BeginPasskeyStepResponse__Output as _latchkey_auth_v1_BeginPasskeyStepResponse__Output } from '../../../latchkey/auth/v1/BeginPasskeyStepResponse.ts';
import type { BeginPasskeyStepUpRequest as _latchkey_auth_v1_BeginPasskeyStepUpRequest, BeginPasskeyStepUpRequest__Output as _latchkey_auth_v1_BeginPasskeyStepUpRequest__Output } from '../../../latchkey/auth/v1/BeginPasskeyStepUpRequest.ts';
import type { BeginPasskeyStepUpResponse as _latchkey_auth_v1_BeginPasskeyStepUpResponse, BeginPasskeyStepUpResponse__Output as _latchkey_auth_v1_BeginPasskeyStepUpResponse__Output } from '../../../latchkey/auth/v1/BeginPasskeyStepUpResponse.ts';
import type { ChangePasswordRequest as _latchkey_auth_v1_ChangePasswordRequest, ChangePasswordRequest__Output as _latchkey_auth_v1_ChangePasswordRequest__Output } from '../../../latchkey/auth/v1/ChangePasswordRequest.ts';
import type { ChangePasswordResponse as _latchkey_auth_v1_ChangePasswordResponse, ChangePasswordResponse__Output as _latchkey_auth_v1_ChangePasswordResponse__Output } from '../../../latchkey/auth/v1/ChangePasswordResponse.ts';
import type { CompleteFederatedLoginRequest as _latchkey_auth_v1_CompleteFederatedLoginRequest, CompleteFederatedLoginRequest__Output as _latchkey_auth_v1_CompleteFederatedLoginRequest__Output } from '../../../latchkey/auth/v1/CompleteFederatedLoginRequest.ts';
import type { CompleteFederatedLoginResponse as _latchkey_auth_v1_CompleteFederatedLoginResponse, CompleteFederatedLoginResponse__Output as _latchkey_auth_v1_CompleteFederatedLoginResponse__Output } from '../../../latchkey/auth/v1/CompleteFederatedLoginResponse.ts';
import type { CompleteFederatedStepUpRequest as _latchkey_auth_v1_CompleteFederatedStepUpRequest, CompleteFederatedStepUpRequest__Output as _latchkey_auth_v1_CompleteFederatedStepUpRequest__Output } from '../../../latchkey/auth/v1/CompleteFederatedStepUpRequest.ts';
import type { CompleteFederatedStepUpResponse as _latchkey_auth_v1_CompleteFederatedStepUpResponse, CompleteFederatedStepUpResponse__Output as _latchkey_auth_v1_CompleteFederatedStepUpResponse__Output } from '../../../latchkey/auth/v1/CompleteFederatedStepUpResponse.ts';
import type { CompleteIdentityLinkRequest as _latchkey_auth_v1_CompleteIdentityLinkRequest, CompleteIdentityLinkRequest__Output as _latchkey_auth_v1_CompleteIdentityLinkRequest__Output } from '../../../latchkey/auth/v1/CompleteIdentityLinkRequest.ts';
import type { CompleteIdentityLinkResponse as _latchkey_auth_v1_CompleteIdentityLinkResponse, CompleteIdentityLinkResponse__Output as _latchkey_auth_v1_CompleteIdentityLinkResponse__Output } from '../../../latchkey/auth/v1/CompleteIdentityLinkResponse.ts';
import type { CompleteLoginByPasskeyRequest as _latchkey_auth_v1_CompleteLoginByPasskeyRequest, CompleteLoginByPasskeyRequest__Output as _latchkey_auth_v1_CompleteLoginByPasskeyRequest__Output } from '../../../latchkey/auth/v1/CompleteLoginByPasskeyRequest.ts';
import type { CompleteLoginByPasskeyResponse as _latchkey_auth_v1_CompleteLoginByPasskeyResponse, CompleteLoginByPasskeyResponse__Output as _latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output } from '../../../latchkey/auth/v1/CompleteLoginByPasskeyResponse.ts';
import type { CompleteLoginByRecoveryCodeRequest as _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, CompleteLoginByRecoveryCodeRequest__Output as _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest__Output } from '../../../latchkey/auth/v1/CompleteLoginByRecoveryCodeRequest.ts';
import type { CompleteLoginByRecoveryCodeResponse as _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse, CompleteLoginByRecoveryCodeResponse__Output as _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output } from '../../../latchkey/auth/v1/CompleteLoginByRecoveryCodeResponse.ts';
import type { CompleteLoginByTotpRequest as _latchkey_auth_v1_CompleteLoginByTotpRequest, CompleteLoginByTotpRequest__Output as _latchkey_auth_v1_CompleteLoginByTotpRequest__Output } from '../../../latchkey/auth/v1/CompleteLoginByTotpRequest.ts';
import type { CompleteLoginByTotpResponse as _latchkey_auth_v1_CompleteLoginByTotpResponse, CompleteLoginByTotpResponse__Output as _latchkey_auth_v1_CompleteLoginByTotpResponse__Output } from '../../../latchkey/auth/v1/CompleteLoginByTotpResponse.ts';
import type { EnrolTotpAtLoginRequest as _latchkey_auth_v1_EnrolTotpAtLoginRequest, EnrolTotpAtLoginRequest__Output as _latchkey_auth_v1_EnrolTotpAtLoginRequest__Output } from '../../../latchkey/auth/v1/EnrolTotpAtLoginRequest.ts';
import type { EnrolTotpAtLoginResponse as _latchkey_auth_v1_EnrolTotpAtLoginResponse, EnrolTotpAtLoginResponse__Output as _latchkey_auth_v1_EnrolTotpAtLoginResponse__Output } from '../../../latchkey/auth/v1/EnrolTotpAtLoginResponse.ts';
import type { ForgetDeviceRequest as _latchkey_auth_v1_ForgetDeviceRequest, ForgetDeviceRequest__Output as _latchkey_auth_v1_ForgetDeviceRequest__Output } from '../../../latchkey/auth/v1/ForgetDeviceRequest.ts';
import type { ForgetDeviceResponse as _latchkey_auth_v1_ForgetDeviceResponse, ForgetDeviceResponse__Output as _latchkey_auth_v1_ForgetDeviceResponse__Output } from '../../../latchkey/auth/v1/ForgetDeviceResponse.ts';
import type { ForgotPasswordRequest as _latchkey_auth_v1_ForgotPasswordRequest, ForgotPasswordRequest__Output as _latchkey_auth_v1_ForgotPasswordRequest__Output } from '../../../latchkey/auth/v1/ForgotPasswordRequest.ts';
import type { ForgotPasswordResponse as _latchkey_auth_v1_ForgotPasswordResponse, ForgotPasswordResponse__Output as _latchkey_auth_v1_ForgotPasswordResponse__Output } from '../../../latchkey/auth/v1/ForgotPasswordResponse.ts';
import type { GetUserLockRequest as _latchkey_auth_v1_GetUserLockRequest, GetUserLockRequest__Output as _latchkey_auth_v1_GetUserLockRequest__Output } from '../../../latchkey/auth/v1/GetUserLockRequest.ts';
import type { GetUserLockResponse as _latchkey_auth_v1_GetUserLockResponse, GetUserLockResponse__Output as _latchkey_auth_v1_GetUserLockResponse__Output } from '../../../latchkey/auth/v1/GetUserLockResponse.ts';
import type { ListDevicesRequest as _latchkey_auth_v1_ListDevicesRequest, ListDevicesRequest__Output as _latchkey_auth_v1_ListDevicesRequest__Output } from '../../../latchkey/auth/v1/ListDevicesRequest.ts';
import type { ListDevicesResponse as _latchkey_auth_v1_ListDevicesResponse, ListDevicesResponse__Output as _latchkey_auth_v1_ListDevicesResponse__Output } from '../../../latchkey/auth/v1/ListDevicesResponse.ts';
import type { ListProvidersRequest as _latchkey_auth_v1_ListProvidersRequest, ListProvidersRequest__Output as _latchkey_auth_v1_ListProvidersRequest__Output } from '../../../latchkey/auth/v1/ListProvidersRequest.ts';
import type { ListProvidersResponse as _latchkey_auth_v1_ListProvidersResponse, ListProvidersResponse__Output as _latchkey_auth_v1_ListProvidersResponse__Output } from '../../../latchkey/auth/v1/ListProvidersResponse.ts';
import type { ListSessionsRequest as _latchkey_auth_v1_ListSessionsRequest, ListSessionsRequest__Output as _latchkey_auth_v1_ListSessionsRequest__Output } from '../../../latchkey/auth/v1/ListSessionsRequest.ts';
import type { ListSessionsResponse as _latchkey_auth_v1_ListSessionsResponse, ListSessionsResponse__Output as _latchkey_auth_v1_ListSessionsResponse__Output } from '../../../latchkey/auth/v1/ListSessionsResponse.ts';
import type { LogInByPasskeyRequest as _latchkey_auth_v1_LogInByPasskeyRequest, LogInByPasskeyRequest__Output as _latchkey_auth_v1_LogInByPasskeyRequest__Output } from '../../../latchkey/auth/v1/LogInByPasskeyRequest.ts';
import type { LogInByPasskeyResponse as _latchkey_auth_v1_LogInByPasskeyResponse, LogInByPasskeyResponse__Output as _latchkey_auth_v1_LogInByPasskeyResponse__Output } from '../../../latchkey/auth/v1/LogInByPasskeyResponse.ts';
import type { LoginRequest as _latchkey_auth_v1_LoginRequest, LoginRequest__Output as _latchkey_auth_v1_LoginRequest__Output } from '../../../latchkey/auth/v1/LoginRequest.ts';
import type { LoginResponse as _latchkey_auth_v1_LoginResponse, LoginResponse__Output as _latchkey_auth_v1_LoginResponse__Output } from '../../../latchkey/auth/v1/LoginResponse.ts';
import type { LogoutRequest as _latchkey_auth_v1_LogoutRequest, LogoutRequest__Output as _latchkey_auth_v1_LogoutRequest__Output } from '../../../latchkey/auth/v1/LogoutRequest.ts';
import type { LogoutResponse as _latchkey_auth_v1_LogoutResponse, LogoutResponse__Output as _latchkey_auth_v1_LogoutResponse__Output } from '../../../latchkey/auth/v1/LogoutResponse.ts';
import type { RefreshRequest as _latchkey_auth_v1_RefreshRequest, RefreshRequest__Output as _latchkey_auth_v1_RefreshRequest__Output } from '../../../latchkey/auth/v1/RefreshRequest.ts';
import type { RefreshResponse as _latchkey_auth_v1_RefreshResponse, RefreshResponse__Output as _latchkey_auth_v1_RefreshResponse__Output } from '../../../latchkey/auth/v1/RefreshResponse.ts';
import type { ResetPasswordRequest as _latchkey_auth_v1_ResetPasswordRequest, ResetPasswordRequest__Output as _latchkey_auth_v1_ResetPasswordRequest__Output } from '../../../latchkey/auth/v1/ResetPasswordRequest.ts';
import type { ResetPasswordResponse as _latchkey_auth_v1_ResetPasswordResponse, ResetPasswordResponse__Output as _latchkey_auth_v1_ResetPasswordResponse__Output } from '../../../latchkey/auth/v1/ResetPasswordResponse.ts';
import type { RevokeSessionRequest as _latchkey_auth_v1_RevokeSessionRequest, RevokeSessionRequest__Output as _latchkey_auth_v1_RevokeSessionRequest__Output } from '../../../latchkey/auth/v1/RevokeSessionRequest.ts';
import type { RevokeSessionResponse as _latchkey_auth_v1_RevokeSessionResponse, RevokeSessionResponse__Output as _latchkey_auth_v1_RevokeSessionResponse__Output } from '../../../latchkey/auth/v1/RevokeSessionResponse.ts';
import type { RevokeSessionsRequest as _latchkey_auth_v1_RevokeSessionsRequest, RevokeSessionsRequest__Output as _latchkey_auth_v1_RevokeSessionsRequest__Output } from '../../../latchkey/auth/v1/RevokeSessionsRequest.ts';
import type { RevokeSessionsResponse as _latchkey_auth_v1_RevokeSessionsResponse, RevokeSessionsResponse__Output as _latchkey_auth_v1_RevokeSessionsResponse__Output } from '../../../latchkey/auth/v1/RevokeSessionsResponse.ts';
import type { RevokeTokenRequest as _latchkey_auth_v1_RevokeTokenRequest, RevokeTokenRequest__Output as _latchkey_auth_v1_RevokeTokenRequest__Output } from '../../../latchkey/auth/v1/RevokeTokenRequest.ts';
import type { RevokeTokenResponse as _latchkey_auth_v1_RevokeTokenResponse, RevokeTokenResponse__Output as _latchkey_auth_v1_RevokeTokenResponse__Output } from '../../../latchkey/auth/v1/RevokeTokenResponse.ts';
import type { SendVerificationRequest as _latchkey_auth_v1_SendVerificationRequest, SendVerificationRequest__Output as _latchkey_auth_v1_SendVerificationRequest__Output } from '../../../latchkey/auth/v1/SendVerificationRequest.ts';
import type { SendVerificationResponse as _latchkey_auth_v1_SendVerificationResponse, SendVerificationResponse__Output as _latchkey_auth_v1_SendVerificationResponse__Output } from '../../../latchkey/auth/v1/SendVerificationResponse.ts';
import type { StepUpByPasskeyRequest as _latchkey_auth_v1_StepUpByPasskeyRequest, StepUpByPasskeyRequest__Output as _latchkey_auth_v1_StepUpByPasskeyRequest__Output } from '../../../latchkey/auth/v1/StepUpByPasskeyRequest.ts';
import type { StepUpByPasskeyResponse as _latchkey_auth_v1_StepUpByPasskeyResponse, StepUpByPasskeyResponse__Output as _latchkey_auth_v1_StepUpByPasskeyResponse__Output } from '../../../latchkey/auth/v1/StepUpByPasskeyResponse.ts';
import type { StepUpRequest as _latchkey_auth_v1_StepUpRequest, StepUpRequest__Output as _latchkey_auth_v1_StepUpRequest__Output } from '../../../latchkey/auth/v1/StepUpRequest.ts';
import type { StepUpResponse as _latchkey_auth_v1_StepUpResponse, StepUpResponse__Output as _latchkey_auth_v1_StepUpResponse__Output } from '../../../latchkey/auth/v1/StepUpResponse.ts';
import type { TakeBackRequest as _latchkey_auth_v1_TakeBackRequest, TakeBackRequest__Output as _latchkey_auth_v1_TakeBackRequest__Output } from '../../../latchkey/auth/v1/TakeBackRequest.ts';
import type { TakeBackResponse as _latchkey_auth_v1_TakeBackResponse, TakeBackResponse__Output as _latchkey_auth_v1_TakeBackResponse__Output } from '../../../latchkey/auth/v1/TakeBackResponse.ts';
import type { UnlockUserRequest as _latchkey_auth_v1_UnlockUserRequest, UnlockUserRequest__Output as _latchkey_auth_v1_UnlockUserRequest__Output } from '../../../latchkey/auth/v1/UnlockUserRequest.ts';
import type { UnlockUserResponse as _latchkey_auth_v1_UnlockUserResponse, UnlockUserResponse__Output as _latchkey_auth_v1_UnlockUserResponse__Output } from '../../../latchkey/auth/v1/UnlockUserResponse.ts';
import type { ValidateTokenRequest as _latchkey_auth_v1_ValidateTokenRequest, ValidateTokenRequest__Output as _latchkey_auth_v1_ValidateTokenRequest__Output } from '../../../latchkey/auth/v1/ValidateTokenRequest.ts';
import type { ValidateTokenResponse as _latchkey_auth_v1_ValidateTokenResponse, ValidateTokenResponse__Output as _latchkey_auth_v1_ValidateTokenResponse__Output } from '../../../latchkey/auth/v1/ValidateTokenResponse.ts';
import type { VerifyEmailRequest as _latchkey_auth_v1_VerifyEmailRequest, VerifyEmailRequest__Output as _latchkey_auth_v1_VerifyEmailRequest__Output } from '../../../latchkey/auth/v1/VerifyEmailRequest.ts';
import type { VerifyEmailResponse as _latchkey_auth_v1_VerifyEmailResponse, VerifyEmailResponse__Output as _latchkey_auth_v1_VerifyEmailResponse__Output } from '../../../latchkey/auth/v1/VerifyEmailResponse.ts';
import type { WatchRevocationsRequest as _latchkey_auth_v1_WatchRevocationsRequest, WatchRevocationsRequest__Output as _latchkey_auth_v1_WatchRevocationsRequest__Output } from '../../../latchkey/auth/v1/WatchRevocationsRequest.ts';
import type { WatchRevocationsResponse as _latchkey_auth_v1_WatchRevocationsResponse, WatchRevocationsResponse__Output as _latchkey_auth_v1_WatchRevocationsResponse__Output } from '../../../latchkey/auth/v1/WatchRevocationsResponse.ts';

export interface AuthServiceClient extends grpc.Client {
  BeginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedLogin(argument: _latchkey_auth_v1_BeginFederatedLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  
  BeginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginFederatedStepUp(argument: _latchkey_auth_v1_BeginFederatedStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  
  BeginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  BeginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  BeginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  BeginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  beginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  beginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  beginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  beginIdentityLink(argument: _latchkey_auth_v1_BeginIdentityLinkRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  
  BeginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyLogin(argument: _latchkey_auth_v1_BeginPasskeyLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyLoginResponse__Output>): grpc.ClientUnaryCall;
  
  BeginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStep(argument: _latchkey_auth_v1_BeginPasskeyStepRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepResponse__Output>): grpc.ClientUnaryCall;
  
  BeginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  BeginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  beginPasskeyStepUp(argument: _latchkey_auth_v1_BeginPasskeyStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>): grpc.ClientUnaryCall;
  
  ChangePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  ChangePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  changePassword(argument: _latchkey_auth_v1_ChangePasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ChangePasswordResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedLogin(argument: _latchkey_auth_v1_CompleteFederatedLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedLoginResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  CompleteFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  completeFederatedStepUp(argument: _latchkey_auth_v1_CompleteFederatedStepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  CompleteIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  CompleteIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  CompleteIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  completeIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  completeIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  completeIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  completeIdentityLink(argument: _latchkey_auth_v1_CompleteIdentityLinkRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteIdentityLinkResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByPasskey(argument: _latchkey_auth_v1_CompleteLoginByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByRecoveryCode(argument: _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>): grpc.ClientUnaryCall;
  
  CompleteLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  CompleteLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  completeLoginByTotp(argument: _latchkey_auth_v1_CompleteLoginByTotpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_CompleteLoginByTotpResponse__Output>): grpc.ClientUnaryCall;
  
  EnrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  EnrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  enrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  enrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  enrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  enrolTotpAtLogin(argument: _latchkey_auth_v1_EnrolTotpAtLoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>): grpc.ClientUnaryCall;
  
  ForgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  ForgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  ForgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  ForgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  forgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  forgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  forgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  forgetDevice(argument: _latchkey_auth_v1_ForgetDeviceRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ForgetDeviceResponse__Output>): grpc.ClientUnaryCall;
  
  ForgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  ForgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  ForgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  ForgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  forgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  forgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  forgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  forgotPassword(argument: _latchkey_auth_v1_ForgotPasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ForgotPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  GetUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  GetUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  GetUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  GetUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  getUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  getUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  getUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  getUserLock(argument: _latchkey_auth_v1_GetUserLockRequest, callback: grpc.requestCallback<_latchkey_auth_v1_GetUserLockResponse__Output>): grpc.ClientUnaryCall;
  
  ListDevices(argument: _latchkey_auth_v1_ListDevicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  ListDevices(argument: _latchkey_auth_v1_ListDevicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  ListDevices(argument: _latchkey_auth_v1_ListDevicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  ListDevices(argument: _latchkey_auth_v1_ListDevicesRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  listDevices(argument: _latchkey_auth_v1_ListDevicesRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  listDevices(argument: _latchkey_auth_v1_ListDevicesRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  listDevices(argument: _latchkey_auth_v1_ListDevicesRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  listDevices(argument: _latchkey_auth_v1_ListDevicesRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListDevicesResponse__Output>): grpc.ClientUnaryCall;
  
  ListProviders(argument: _latchkey_auth_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _latchkey_auth_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _latchkey_auth_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  ListProviders(argument: _latchkey_auth_v1_ListProvidersRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _latchkey_auth_v1_ListProvidersRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _latchkey_auth_v1_ListProvidersRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _latchkey_auth_v1_ListProvidersRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  listProviders(argument: _latchkey_auth_v1_ListProvidersRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListProvidersResponse__Output>): grpc.ClientUnaryCall;
  
  ListSessions(argument: _latchkey_auth_v1_ListSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _latchkey_auth_v1_ListSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _latchkey_auth_v1_ListSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  ListSessions(argument: _latchkey_auth_v1_ListSessionsRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _latchkey_auth_v1_ListSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _latchkey_auth_v1_ListSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _latchkey_auth_v1_ListSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  listSessions(argument: _latchkey_auth_v1_ListSessionsRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ListSessionsResponse__Output>): grpc.ClientUnaryCall;
  
  LogInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  LogInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  LogInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  LogInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  logInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  logInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  logInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  logInByPasskey(argument: _latchkey_auth_v1_LogInByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LogInByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  Login(argument: _latchkey_auth_v1_LoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  Login(argument: _latchkey_auth_v1_LoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  Login(argument: _latchkey_auth_v1_LoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  Login(argument: _latchkey_auth_v1_LoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  login(argument: _latchkey_auth_v1_LoginRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  login(argument: _latchkey_auth_v1_LoginRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  login(argument: _latchkey_auth_v1_LoginRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  login(argument: _latchkey_auth_v1_LoginRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LoginResponse__Output>): grpc.ClientUnaryCall;
  
  Logout(argument: _latchkey_auth_v1_LogoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  Logout(argument: _latchkey_auth_v1_LogoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  Logout(argument: _latchkey_auth_v1_LogoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  Logout(argument: _latchkey_auth_v1_LogoutRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  logout(argument: _latchkey_auth_v1_LogoutRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  logout(argument: _latchkey_auth_v1_LogoutRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  logout(argument: _latchkey_auth_v1_LogoutRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  logout(argument: _latchkey_auth_v1_LogoutRequest, callback: grpc.requestCallback<_latchkey_auth_v1_LogoutResponse__Output>): grpc.ClientUnaryCall;
  
  Refresh(argument: _latchkey_auth_v1_RefreshRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  Refresh(argument: _latchkey_auth_v1_RefreshRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  Refresh(argument: _latchkey_auth_v1_RefreshRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  Refresh(argument: _latchkey_auth_v1_RefreshRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  refresh(argument: _latchkey_auth_v1_RefreshRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  refresh(argument: _latchkey_auth_v1_RefreshRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  refresh(argument: _latchkey_auth_v1_RefreshRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  refresh(argument: _latchkey_auth_v1_RefreshRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RefreshResponse__Output>): grpc.ClientUnaryCall;
  
  ResetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  ResetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  resetPassword(argument: _latchkey_auth_v1_ResetPasswordRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ResetPasswordResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  RevokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  RevokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  RevokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  revokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  revokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  revokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  revokeSession(argument: _latchkey_auth_v1_RevokeSessionRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  RevokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  RevokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  RevokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  revokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  revokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  revokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  revokeSessions(argument: _latchkey_auth_v1_RevokeSessionsRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeSessionsResponse__Output>): grpc.ClientUnaryCall;
  
  RevokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  RevokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  revokeToken(argument: _latchkey_auth_v1_RevokeTokenRequest, callback: grpc.requestCallback<_latchkey_auth_v1_RevokeTokenResponse__Output>): grpc.ClientUnaryCall;
  
  SendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  SendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  SendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  SendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  sendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  sendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  sendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  sendVerification(argument: _latchkey_auth_v1_SendVerificationRequest, callback: grpc.requestCallback<_latchkey_auth_v1_SendVerificationResponse__Output>): grpc.ClientUnaryCall;
  
  StepUp(argument: _latchkey_auth_v1_StepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _latchkey_auth_v1_StepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _latchkey_auth_v1_StepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  StepUp(argument: _latchkey_auth_v1_StepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _latchkey_auth_v1_StepUpRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _latchkey_auth_v1_StepUpRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _latchkey_auth_v1_StepUpRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  stepUp(argument: _latchkey_auth_v1_StepUpRequest, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpResponse__Output>): grpc.ClientUnaryCall;
  
  StepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  StepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  StepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  StepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  stepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  stepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  stepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  stepUpByPasskey(argument: _latchkey_auth_v1_StepUpByPasskeyRequest, callback: grpc.requestCallback<_latchkey_auth_v1_StepUpByPasskeyResponse__Output>): grpc.ClientUnaryCall;
  
  TakeBack(argument: _latchkey_auth_v1_TakeBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  TakeBack(argument: _latchkey_auth_v1_TakeBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  TakeBack(argument: _latchkey_auth_v1_TakeBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  TakeBack(argument: _latchkey_auth_v1_TakeBackRequest, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  takeBack(argument: _latchkey_auth_v1_TakeBackRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  takeBack(argument: _latchkey_auth_v1_TakeBackRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  takeBack(argument: _latchkey_auth_v1_TakeBackRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  takeBack(argument: _latchkey_auth_v1_TakeBackRequest, callback: grpc.requestCallback<_latchkey_auth_v1_TakeBackResponse__Output>): grpc.ClientUnaryCall;
  
  UnlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  UnlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  UnlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  UnlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  unlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  unlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  unlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  unlockUser(argument: _latchkey_auth_v1_UnlockUserRequest, callback: grpc.requestCallback<_latchkey_auth_v1_UnlockUserResponse__Output>): grpc.ClientUnaryCall;
  
  ValidateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  ValidateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  ValidateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  ValidateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  validateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  validateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  validateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  validateToken(argument: _latchkey_auth_v1_ValidateTokenRequest, callback: grpc.requestCallback<_latchkey_auth_v1_ValidateTokenResponse__Output>): grpc.ClientUnaryCall;
  
  VerifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  VerifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  verifyEmail(argument: _latchkey_auth_v1_VerifyEmailRequest, callback: grpc.requestCallback<_latchkey_auth_v1_VerifyEmailResponse__Output>): grpc.ClientUnaryCall;
  
  WatchRevocations(argument: _latchkey_auth_v1_WatchRevocationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_auth_v1_WatchRevocationsResponse__Output>;
  WatchRevocations(argument: _latchkey_auth_v1_WatchRevocationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_auth_v1_WatchRevocationsResponse__Output>;
  watchRevocations(argument: _latchkey_auth_v1_WatchRevocationsRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_auth_v1_WatchRevocationsResponse__Output>;
  watchRevocations(argument: _latchkey_auth_v1_WatchRevocationsRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_auth_v1_WatchRevocationsResponse__Output>;
  
}

export interface AuthServiceHandlers extends grpc.UntypedServiceImplementation {
  BeginFederatedLogin: grpc.handleUnaryCall<_latchkey_auth_v1_BeginFederatedLoginRequest__Output, _latchkey_auth_v1_BeginFederatedLoginResponse>;
  
  BeginFederatedStepUp: grpc.handleUnaryCall<_latchkey_auth_v1_BeginFederatedStepUpRequest__Output, _latchkey_auth_v1_BeginFederatedStepUpResponse>;
  
  BeginIdentityLink: grpc.handleUnaryCall<_latchkey_auth_v1_BeginIdentityLinkRequest__Output, _latchkey_auth_v1_BeginIdentityLinkResponse>;
  
  BeginPasskeyLogin: grpc.handleUnaryCall<_latchkey_auth_v1_BeginPasskeyLoginRequest__Output, _latchkey_auth_v1_BeginPasskeyLoginResponse>;
  
  BeginPasskeyStep: grpc.handleUnaryCall<_latchkey_auth_v1_BeginPasskeyStepRequest__Output, _latchkey_auth_v1_BeginPasskeyStepResponse>;
  
  BeginPasskeyStepUp: grpc.handleUnaryCall<_latchkey_auth_v1_BeginPasskeyStepUpRequest__Output, _latchkey_auth_v1_BeginPasskeyStepUpResponse>;
  
  ChangePassword: grpc.handleUnaryCall<_latchkey_auth_v1_ChangePasswordRequest__Output, _latchkey_auth_v1_ChangePasswordResponse>;
  
  CompleteFederatedLogin: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteFederatedLoginRequest__Output, _latchkey_auth_v1_CompleteFederatedLoginResponse>;
  
  CompleteFederatedStepUp: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteFederatedStepUpRequest__Output, _latchkey_auth_v1_CompleteFederatedStepUpResponse>;
  
  CompleteIdentityLink: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteIdentityLinkRequest__Output, _latchkey_auth_v1_CompleteIdentityLinkResponse>;
  
  CompleteLoginByPasskey: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteLoginByPasskeyRequest__Output, _latchkey_auth_v1_CompleteLoginByPasskeyResponse>;
  
  CompleteLoginByRecoveryCode: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest__Output, _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse>;
  
  CompleteLoginByTotp: grpc.handleUnaryCall<_latchkey_auth_v1_CompleteLoginByTotpRequest__Output, _latchkey_auth_v1_CompleteLoginByTotpResponse>;
  
  EnrolTotpAtLogin: grpc.handleUnaryCall<_latchkey_auth_v1_EnrolTotpAtLoginRequest__Output, _latchkey_auth_v1_EnrolTotpAtLoginResponse>;
  
  ForgetDevice: grpc.handleUnaryCall<_latchkey_auth_v1_ForgetDeviceRequest__Output, _latchkey_auth_v1_ForgetDeviceResponse>;
  
  ForgotPassword: grpc.handleUnaryCall<_latchkey_auth_v1_ForgotPasswordRequest__Output, _latchkey_auth_v1_ForgotPasswordResponse>;
  
  GetUserLock: grpc.handleUnaryCall<_latchkey_auth_v1_GetUserLockRequest__Output, _latchkey_auth_v1_GetUserLockResponse>;
  
  ListDevices: grpc.handleUnaryCall<_latchkey_auth_v1_ListDevicesRequest__Output, _latchkey_auth_v1_ListDevicesResponse>;
  
  ListProviders: grpc.handleUnaryCall<_latchkey_auth_v1_ListProvidersRequest__Output, _latchkey_auth_v1_ListProvidersResponse>;
  
  ListSessions: grpc.handleUnaryCall<_latchkey_auth_v1_ListSessionsRequest__Output, _latchkey_auth_v1_ListSessionsResponse>;
  
  LogInByPasskey: grpc.handleUnaryCall<_latchkey_auth_v1_LogInByPasskeyRequest__Output, _latchkey_auth_v1_LogInByPasskeyResponse>;
  
  Login: grpc.handleUnaryCall<_latchkey_auth_v1_LoginRequest__Output, _latchkey_auth_v1_LoginResponse>;
  
  Logout: grpc.handleUnaryCall<_latchkey_auth_v1_LogoutRequest__Output, _latchkey_auth_v1_LogoutResponse>;
  
  Refresh: grpc.handleUnaryCall<_latchkey_auth_v1_RefreshRequest__Output, _latchkey_auth_v1_RefreshResponse>;
  
  ResetPassword: grpc.handleUnaryCall<_latchkey_auth_v1_ResetPasswordRequest__Output, _latchkey_auth_v1_ResetPasswordResponse>;
  
  RevokeSession: grpc.handleUnaryCall<_latchkey_auth_v1_RevokeSessionRequest__Output, _latchkey_auth_v1_RevokeSessionResponse>;
  
  RevokeSessions: grpc.handleUnaryCall<_latchkey_auth_v1_RevokeSessionsRequest__Output, _latchkey_auth_v1_RevokeSessionsResponse>;
  
  RevokeToken: grpc.handleUnaryCall<_latchkey_auth_v1_RevokeTokenRequest__Output, _latchkey_auth_v1_RevokeTokenResponse>;
  
  SendVerification: grpc.handleUnaryCall<_latchkey_auth_v1_SendVerificationRequest__Output, _latchkey_auth_v1_SendVerificationResponse>;
  
  StepUp: grpc.handleUnaryCall<_latchkey_auth_v1_StepUpRequest__Output, _latchkey_auth_v1_StepUpResponse>;
  
  StepUpByPasskey: grpc.handleUnaryCall<_latchkey_auth_v1_StepUpByPasskeyRequest__Output, _latchkey_auth_v1_StepUpByPasskeyResponse>;
  
  TakeBack: grpc.handleUnaryCall<_latchkey_auth_v1_TakeBackRequest__Output, _latchkey_auth_v1_TakeBackResponse>;
  
  UnlockUser: grpc.handleUnaryCall<_latchkey_auth_v1_UnlockUserRequest__Output, _latchkey_auth_v1_UnlockUserResponse>;
  
  ValidateToken: grpc.handleUnaryCall<_latchkey_auth_v1_ValidateTokenRequest__Output, _latchkey_auth_v1_ValidateTokenResponse>;
  
  VerifyEmail: grpc.handleUnaryCall<_latchkey_auth_v1_VerifyEmailRequest__Output, _latchkey_auth_v1_VerifyEmailResponse>;
  
  WatchRevocations: grpc.handleServerStreamingCall<_latchkey_auth_v1_WatchRevocationsRequest__Output, _latchkey_auth_v1_WatchRevocationsResponse>;
  
}

export interface AuthServiceDefinition extends grpc.ServiceDefinition {
  BeginFederatedLogin: MethodDefinition<_latchkey_auth_v1_BeginFederatedLoginRequest, _latchkey_auth_v1_BeginFederatedLoginResponse, _latchkey_auth_v1_BeginFederatedLoginRequest__Output, _latchkey_auth_v1_BeginFederatedLoginResponse__Output>
  BeginFederatedStepUp: MethodDefinition<_latchkey_auth_v1_BeginFederatedStepUpRequest, _latchkey_auth_v1_BeginFederatedStepUpResponse, _latchkey_auth_v1_BeginFederatedStepUpRequest__Output, _latchkey_auth_v1_BeginFederatedStepUpResponse__Output>
  BeginIdentityLink: MethodDefinition<_latchkey_auth_v1_BeginIdentityLinkRequest, _latchkey_auth_v1_BeginIdentityLinkResponse, _latchkey_auth_v1_BeginIdentityLinkRequest__Output, _latchkey_auth_v1_BeginIdentityLinkResponse__Output>
  BeginPasskeyLogin: MethodDefinition<_latchkey_auth_v1_BeginPasskeyLoginRequest, _latchkey_auth_v1_BeginPasskeyLoginResponse, _latchkey_auth_v1_BeginPasskeyLoginRequest__Output, _latchkey_auth_v1_BeginPasskeyLoginResponse__Output>
  BeginPasskeyStep: MethodDefinition<_latchkey_auth_v1_BeginPasskeyStepRequest, _latchkey_auth_v1_BeginPasskeyStepResponse, _latchkey_auth_v1_BeginPasskeyStepRequest__Output, _latchkey_auth_v1_BeginPasskeyStepResponse__Output>
  BeginPasskeyStepUp: MethodDefinition<_latchkey_auth_v1_BeginPasskeyStepUpRequest, _latchkey_auth_v1_BeginPasskeyStepUpResponse, _latchkey_auth_v1_BeginPasskeyStepUpRequest__Output, _latchkey_auth_v1_BeginPasskeyStepUpResponse__Output>
  ChangePassword: MethodDefinition<_latchkey_auth_v1_ChangePasswordRequest, _latchkey_auth_v1_ChangePasswordResponse, _latchkey_auth_v1_ChangePasswordRequest__Output, _latchkey_auth_v1_ChangePasswordResponse__Output>
  CompleteFederatedLogin: MethodDefinition<_latchkey_auth_v1_CompleteFederatedLoginRequest, _latchkey_auth_v1_CompleteFederatedLoginResponse, _latchkey_auth_v1_CompleteFederatedLoginRequest__Output, _latchkey_auth_v1_CompleteFederatedLoginResponse__Output>
  CompleteFederatedStepUp: MethodDefinition<_latchkey_auth_v1_CompleteFederatedStepUpRequest, _latchkey_auth_v1_CompleteFederatedStepUpResponse, _latchkey_auth_v1_CompleteFederatedStepUpRequest__Output, _latchkey_auth_v1_CompleteFederatedStepUpResponse__Output>
  CompleteIdentityLink: MethodDefinition<_latchkey_auth_v1_CompleteIdentityLinkRequest, _latchkey_auth_v1_CompleteIdentityLinkResponse, _latchkey_auth_v1_CompleteIdentityLinkRequest__Output, _latchkey_auth_v1_CompleteIdentityLinkResponse__Output>
  CompleteLoginByPasskey: MethodDefinition<_latchkey_auth_v1_CompleteLoginByPasskeyRequest, _latchkey_auth_v1_CompleteLoginByPasskeyResponse, _latchkey_auth_v1_CompleteLoginByPasskeyRequest__Output, _latchkey_auth_v1_CompleteLoginByPasskeyResponse__Output>
  CompleteLoginByRecoveryCode: MethodDefinition<_latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest, _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse, _latchkey_auth_v1_CompleteLoginByRecoveryCodeRequest__Output, _latchkey_auth_v1_CompleteLoginByRecoveryCodeResponse__Output>
  CompleteLoginByTotp: MethodDefinition<_latchkey_auth_v1_CompleteLoginByTotpRequest, _latchkey_auth_v1_CompleteLoginByTotpResponse, _latchkey_auth_v1_CompleteLoginByTotpRequest__Output, _latchkey_auth_v1_CompleteLoginByTotpResponse__Output>
  EnrolTotpAtLogin: MethodDefinition<_latchkey_auth_v1_EnrolTotpAtLoginRequest, _latchkey_auth_v1_EnrolTotpAtLoginResponse, _latchkey_auth_v1_EnrolTotpAtLoginRequest__Output, _latchkey_auth_v1_EnrolTotpAtLoginResponse__Output>
  ForgetDevice: MethodDefinition<_latchkey_auth_v1_ForgetDeviceRequest, _latchkey_auth_v1_ForgetDeviceResponse, _latchkey_auth_v1_ForgetDeviceRequest__Output, _latchkey_auth_v1_ForgetDeviceResponse__Output>
  ForgotPassword: MethodDefinition<_latchkey_auth_v1_ForgotPasswordRequest, _latchkey_auth_v1_ForgotPasswordResponse, _latchkey_auth_v1_ForgotPasswordRequest__Output, _latchkey_auth_v1_ForgotPasswordResponse__Output>
  GetUserLock: MethodDefinition<_latchkey_auth_v1_GetUserLockRequest, _latchkey_auth_v1_GetUserLockResponse, _latchkey_auth_v1_GetUserLockRequest__Output, _latchkey_auth_v1_GetUserLockResponse__Output>
  ListDevices: MethodDefinition<_latchkey_auth_v1_ListDevicesRequest, _latchkey_auth_v1_ListDevicesResponse, _latchkey_auth_v1_ListDevicesRequest__Output, _latchkey_auth_v1_ListDevicesResponse__Output>
  ListProviders: MethodDefinition<_latchkey_auth_v1_ListProvidersRequest, _latchkey_auth_v1_ListProvidersResponse, _latchkey_auth_v1_ListProvidersRequest__Output, _latchkey_auth_v1_ListProvidersResponse__Output>
  ListSessions: MethodDefinition<_latchkey_auth_v1_ListSessionsRequest, _latchkey_auth_v1_ListSessionsResponse, _latchkey_auth_v1_ListSessionsRequest__Output, _latchkey_auth_v1_ListSessionsResponse__Output>
  LogInByPasskey: MethodDefinition<_latchkey_auth_v1_LogInByPasskeyRequest, _latchkey_auth_v1_LogInByPasskeyResponse, _latchkey_auth_v1_LogInByPasskeyRequest__Output, _latchkey_auth_v1_LogInByPasskeyResponse__Output>
  Login: MethodDefinition<_latchkey_auth_v1_LoginRequest, _latchkey_auth_v1_LoginResponse, _latchkey_auth_v1_LoginRequest__Output, _latchkey_auth_v1_LoginResponse__Output>
  Logout: MethodDefinition<_latchkey_auth_v1_LogoutRequest, _latchkey_auth_v1_LogoutResponse, _latchkey_auth_v1_LogoutRequest__Output, _latchkey_auth_v1_LogoutResponse__Output>
  Refresh: MethodDefinition<_latchkey_auth_v1_RefreshRequest, _latchkey_auth_v1_RefreshResponse, _latchkey_auth_v1_RefreshRequest__Output, _latchkey_auth_v1_RefreshResponse__Output>
  ResetPassword: MethodDefinition<_latchkey_auth_v1_ResetPasswordRequest, _latchkey_auth_v1_ResetPasswordResponse, _latchkey_auth_v1_ResetPasswordRequest__Output, _latchkey_auth_v1_ResetPasswordResponse__Output>
  RevokeSession: MethodDefinition<_latchkey_auth_v1_RevokeSessionRequest, _latchkey_auth_v1_RevokeSessionResponse, _latchkey_auth_v1_RevokeSessionRequest__Output, _latchkey_auth_v1_RevokeSessionResponse__Output>
  RevokeSessions: MethodDefinition<_latchkey_auth_v1_RevokeSessionsRequest, _latchkey_auth_v1_RevokeSessionsResponse, _latchkey_auth_v1_RevokeSessionsRequest__Output, _latchkey_auth_v1_RevokeSessionsResponse__Output>
  RevokeToken: MethodDefinition<_latchkey_auth_v1_RevokeTokenRequest, _latchkey_auth_v1_RevokeTokenResponse, _latchkey_auth_v1_RevokeTokenRequest__Output, _latchkey_auth_v1_RevokeTokenResponse__Output>
  SendVerification: MethodDefinition<_latchkey_auth_v1_SendVerificationRequest, _latchkey_auth_v1_SendVerificationResponse, _latchkey_auth_v1_SendVerificationRequest__Output, _latchkey_auth_v1_SendVerificationResponse__Output>
  StepUp: MethodDefinition<_latchkey_auth_v1_StepUpRequest, _latchkey_auth_v1_StepUpResponse, _latchkey_auth_v1_StepUpRequest__Output, _latchkey_auth_v1_StepUpResponse__Output>
  StepUpByPasskey: MethodDefinition<_latchkey_auth_v1_StepUpByPasskeyRequest, _latchkey_auth_v1_StepUpByPasskeyResponse, _latchkey_auth_v1_StepUpByPasskeyRequest__Output, _latchkey_auth_v1_StepUpByPasskeyResponse__Output>
  TakeBack: MethodDefinition<_latchkey_auth_v1_TakeBackRequest, _latchkey_auth_v1_TakeBackResponse, _latchkey_auth_v1_TakeBackRequest__Output, _latchkey_auth_v1_TakeBackResponse__Output>
  UnlockUser: MethodDefinition<_latchkey_auth_v1_UnlockUserRequest, _latchkey_auth_v1_UnlockUserResponse, _latchkey_auth_v1_UnlockUserRequest__Output, _latchkey_auth_v1_UnlockUserResponse__Output>
  ValidateToken: MethodDefinition<_latchkey_auth_v1_ValidateTokenRequest, _latchkey_auth_v1_ValidateTokenResponse, _latchkey_auth_v1_ValidateTokenRequest__Output, _latchkey_auth_v1_ValidateTokenResponse__Output>
  VerifyEmail: MethodDefinition<_latchkey_auth_v1_VerifyEmailRequest, _latchkey_auth_v1_VerifyEmailResponse, _latchkey_auth_v1_VerifyEmailRequest__Output, _latchkey_auth_v1_VerifyEmailResponse__Output>
  WatchRevocations: MethodDefinition<_latchkey_auth_v1_WatchRevocationsRequest, _latchkey_auth_v1_WatchRevocationsResponse, _latchkey_auth_v1_WatchRevocationsRequest__Output, _latchkey_auth_v1_WatchRevocationsResponse__Output>
}
