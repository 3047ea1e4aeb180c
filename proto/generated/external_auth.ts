import type * as grpc from '@grpc/grpc-js';
import type { EnumTypeDefinition, MessageTypeDefinition } from '@grpc/proto-loader';

import type { HeaderValue as _envoy_config_core_v3_HeaderValue, HeaderValue__Output as _envoy_config_core_v3_HeaderValue__Output } from './envoy/config/core/v3/HeaderValue.ts';
import type { HeaderValueOption as _envoy_config_core_v3_HeaderValueOption, HeaderValueOption__Output as _envoy_config_core_v3_HeaderValueOption__Output } from './envoy/config/core/v3/HeaderValueOption.ts';
import type { AttributeContext as _envoy_service_auth_v3_AttributeContext, AttributeContext__Output as _envoy_service_auth_v3_AttributeContext__Output } from './envoy/service/auth/v3/AttributeContext.ts';
import type { AuthorizationClient as _envoy_service_auth_v3_AuthorizationClient, AuthorizationDefinition as _envoy_service_auth_v3_AuthorizationDefinition } from './envoy/service/auth/v3/Authorization.ts';
import type { CheckRequest as _envoy_service_auth_v3_CheckRequest, CheckRequest__Output as _envoy_service_auth_v3_CheckRequest__Output } from './envoy/service/auth/v3/CheckRequest.ts';
import type { CheckResponse as _envoy_service_auth_v3_CheckResponse, CheckResponse__Output as _envoy_service_auth_v3_CheckResponse__Output } from './envoy/service/auth/v3/CheckResponse.ts';
import type { DeniedHttpResponse as _envoy_service_auth_v3_DeniedHttpResponse, DeniedHttpResponse__Output as _envoy_service_auth_v3_DeniedHttpResponse__Output } from './envoy/service/auth/v3/DeniedHttpResponse.ts';
import type { OkHttpResponse as _envoy_service_auth_v3_OkHttpResponse, OkHttpResponse__Output as _envoy_service_auth_v3_OkHttpResponse__Output } from './envoy/service/auth/v3/OkHttpResponse.ts';
import type { HttpStatus as _envoy_type_v3_HttpStatus, HttpStatus__Output as _envoy_type_v3_HttpStatus__Output } from './envoy/type/v3/HttpStatus.ts';
import type { Any as _google_protobuf_Any, Any__Output as _google_protobuf_Any__Output } from './google/protobuf/Any.ts';
import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from './google/protobuf/Duration.ts';
import type { BadRequest as _google_rpc_BadRequest, BadRequest__Output as _google_rpc_BadRequest__Output } from './google/rpc/BadRequest.ts';
import type { ErrorInfo as _google_rpc_ErrorInfo, ErrorInfo__Output as _google_rpc_ErrorInfo__Output } from './google/rpc/ErrorInfo.ts';
import type { RetryInfo as _google_rpc_RetryInfo, RetryInfo__Output as _google_rpc_RetryInfo__Output } from './google/rpc/RetryInfo.ts';
import type { Status as _google_rpc_Status, Status__Output as _google_rpc_Status__Output } from './google/rpc/Status.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  envoy: {
    config: {
      core: {
        v3: {
          HeaderValue: MessageTypeDefinition<_envoy_config_core_v3_HeaderValue, _envoy_config_core_v3_HeaderValue__Output>
          HeaderValueOption: MessageTypeDefinition<_envoy_config_core_v3_HeaderValueOption, _envoy_config_core_v3_HeaderValueOption__Output>
        }
      }
    }
    service: {
      auth: {
        v3: {
          AttributeContext: MessageTypeDefinition<_envoy_service_auth_v3_AttributeContext, _envoy_service_auth_v3_AttributeContext__Output>
          Authorization: SubtypeConstructor<typeof grpc.Client, _envoy_service_auth_v3_AuthorizationClient> & { service: _envoy_service_auth_v3_AuthorizationDefinition }
          CheckRequest: MessageTypeDefinition<_envoy_service_auth_v3_CheckRequest, _envoy_service_auth_v3_CheckRequest__Output>
          CheckResponse: MessageTypeDefinition<_envoy_service_auth_v3_CheckResponse, _envoy_service_auth_v3_CheckResponse__Output>
          DeniedHttpResponse: MessageTypeDefinition<_envoy_service_auth_v3_DeniedHttpResponse, _envoy_service_auth_v3_DeniedHttpResponse__Output>
          OkHttpResponse: MessageTypeDefinition<_envoy_service_auth_v3_OkHttpResponse, _envoy_service_auth_v3_OkHttpResponse__Output>
        }
      }
    }
    type: {
      v3: {
        HttpStatus: MessageTypeDefinition<_envoy_type_v3_HttpStatus, _envoy_type_v3_HttpStatus__Output>
        StatusCode: EnumTypeDefinition
      }
    }
  }
  google: {
    protobuf: {
      Any: MessageTypeDefinition<_google_protobuf_Any, _google_protobuf_Any__Output>
      Duration: MessageTypeDefinition<_google_protobuf_Duration, _google_protobuf_Duration__Output>
    }
    rpc: {
      BadRequest: MessageTypeDefinition<_google_rpc_BadRequest, _google_rpc_BadRequest__Output>
      ErrorInfo: MessageTypeDefinition<_google_rpc_ErrorInfo, _google_rpc_ErrorInfo__Output>
      RetryInfo: MessageTypeDefinition<_google_rpc_RetryInfo, _google_rpc_RetryInfo__Output>
      Status: MessageTypeDefinition<_google_rpc_Status, _google_rpc_Status__Output>
    }
  }
}

