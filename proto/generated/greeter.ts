import type * as grpc from '@grpc/grpc-js';
import type { MessageTypeDefinition } from '@grpc/proto-loader';

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from './google/protobuf/Duration.ts';
import type { ChatRequest as _latchkey_greeter_v1_ChatRequest, ChatRequest__Output as _latchkey_greeter_v1_ChatRequest__Output } from './latchkey/greeter/v1/ChatRequest.ts';
import type { ChatResponse as _latchkey_greeter_v1_ChatResponse, ChatResponse__Output as _latchkey_greeter_v1_ChatResponse__Output } from './latchkey/greeter/v1/ChatResponse.ts';
import type { GreetManyRequest as _latchkey_greeter_v1_GreetManyRequest, GreetManyRequest__Output as _latchkey_greeter_v1_GreetManyRequest__Output } from './latchkey/greeter/v1/GreetManyRequest.ts';
import type { GreetManyResponse as _latchkey_greeter_v1_GreetManyResponse, GreetManyResponse__Output as _latchkey_greeter_v1_GreetManyResponse__Output } from './latchkey/greeter/v1/GreetManyResponse.ts';
import type { GreeterServiceClient as _latchkey_greeter_v1_GreeterServiceClient, GreeterServiceDefinition as _latchkey_greeter_v1_GreeterServiceDefinition } from './latchkey/greeter/v1/GreeterService.ts';
import type { SayHelloRequest as _latchkey_greeter_v1_SayHelloRequest, SayHelloRequest__Output as _latchkey_greeter_v1_SayHelloRequest__Output } from './latchkey/greeter/v1/SayHelloRequest.ts';
import type { SayHelloResponse as _latchkey_greeter_v1_SayHelloResponse, SayHelloResponse__Output as _latchkey_greeter_v1_SayHelloResponse__Output } from './latchkey/greeter/v1/SayHelloResponse.ts';
import type { SayHelloStreamRequest as _latchkey_greeter_v1_SayHelloStreamRequest, SayHelloStreamRequest__Output as _latchkey_greeter_v1_SayHelloStreamRequest__Output } from './latchkey/greeter/v1/SayHelloStreamRequest.ts';
import type { SayHelloStreamResponse as _latchkey_greeter_v1_SayHelloStreamResponse, SayHelloStreamResponse__Output as _latchkey_greeter_v1_SayHelloStreamResponse__Output } from './latchkey/greeter/v1/SayHelloStreamResponse.ts';

type SubtypeConstructor<Constructor extends new (...args: any) => any, Subtype> = {
  new(...args: ConstructorParameters<Constructor>): Subtype;
};

export interface ProtoGrpcType {
  google: {
    protobuf: {
      Duration: MessageTypeDefinition<_google_protobuf_Duration, _google_protobuf_Duration__Output>
    }
  }
  latchkey: {
    greeter: {
      v1: {
        ChatRequest: MessageTypeDefinition<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatRequest__Output>
        ChatResponse: MessageTypeDefinition<_latchkey_greeter_v1_ChatResponse, _latchkey_greeter_v1_ChatResponse__Output>
        GreetManyRequest: MessageTypeDefinition<_latchkey_greeter_v1_GreetManyRequest, _latchkey_greeter_v1_GreetManyRequest__Output>
        GreetManyResponse: MessageTypeDefinition<_latchkey_greeter_v1_GreetManyResponse, _latchkey_greeter_v1_GreetManyResponse__Output>
        GreeterService: SubtypeConstructor<typeof grpc.Client, _latchkey_greeter_v1_GreeterServiceClient> & { service: _latchkey_greeter_v1_GreeterServiceDefinition }
        SayHelloRequest: MessageTypeDefinition<_latchkey_greeter_v1_SayHelloRequest, _latchkey_greeter_v1_SayHelloRequest__Output>
        SayHelloResponse: MessageTypeDefinition<_latchkey_greeter_v1_SayHelloResponse, _latchkey_greeter_v1_SayHelloResponse__Output>
        SayHelloStreamRequest: MessageTypeDefinition<_latchkey_greeter_v1_SayHelloStreamRequest, _latchkey_greeter_v1_SayHelloStreamRequest__Output>
        SayHelloStreamResponse: MessageTypeDefinition<_latchkey_greeter_v1_SayHelloStreamResponse, _latchkey_greeter_v1_SayHelloStreamResponse__Output>
      }
    }
  }
}

