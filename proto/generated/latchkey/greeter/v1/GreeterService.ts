// Original file: proto/latchkey/greeter/v1/greeter.proto

import type * as grpc from '@grpc/grpc-js'
import type { MethodDefinition } from '@grpc/proto-loader'
import type { ChatRequest as _latchkey_greeter_v1_ChatRequest, ChatRequest__Output as _latchkey_greeter_v1_ChatRequest__Output } from '../../../latchkey/greeter/v1/ChatRequest.ts';
import type { ChatResponse as _latchkey_greeter_v1_ChatResponse, ChatResponse__Output as _latchkey_greeter_v1_ChatResponse__Output } from '../../../latchkey/greeter/v1/ChatResponse.ts';
import type { GreetManyRequest as _latchkey_greeter_v1_GreetManyRequest, GreetManyRequest__Output as _latchkey_greeter_v1_GreetManyRequest__Output } from '../../../latchkey/greeter/v1/GreetManyRequest.ts';
import type { GreetManyResponse as _latchkey_greeter_v1_GreetManyResponse, GreetManyResponse__Output as _latchkey_greeter_v1_GreetManyResponse__Output } from '../../../latchkey/greeter/v1/GreetManyResponse.ts';
import type { SayHelloRequest as _latchkey_greeter_v1_SayHelloRequest, SayHelloRequest__Output as _latchkey_greeter_v1_SayHelloRequest__Output } from '../../../latchkey/greeter/v1/SayHelloRequest.ts';
import type { SayHelloResponse as _latchkey_greeter_v1_SayHelloResponse, SayHelloResponse__Output as _latchkey_greeter_v1_SayHelloResponse__Output } from '../../../latchkey/greeter/v1/SayHelloResponse.ts';
import type { SayHelloStreamRequest as _latchkey_greeter_v1_SayHelloStreamRequest, SayHelloStreamRequest__Output as _latchkey_greeter_v1_SayHelloStreamRequest__Output } from '../../../latchkey/greeter/v1/SayHelloStreamRequest.ts';
import type { SayHelloStreamResponse as _latchkey_greeter_v1_SayHelloStreamResponse, SayHelloStreamResponse__Output as _latchkey_greeter_v1_SayHelloStreamResponse__Output } from '../../../latchkey/greeter/v1/SayHelloStreamResponse.ts';

export interface GreeterServiceClient extends grpc.Client {
  Chat(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatResponse__Output>;
  Chat(options?: grpc.CallOptions): grpc.ClientDuplexStream<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatResponse__Output>;
  chat(metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientDuplexStream<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatResponse__Output>;
  chat(options?: grpc.CallOptions): grpc.ClientDuplexStream<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatResponse__Output>;
  
  GreetMany(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  GreetMany(metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  GreetMany(options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  GreetMany(callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  greetMany(metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  greetMany(metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  greetMany(options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  greetMany(callback: grpc.requestCallback<_latchkey_greeter_v1_GreetManyResponse__Output>): grpc.ClientWritableStream<_latchkey_greeter_v1_GreetManyRequest>;
  
  SayHello(argument: _latchkey_greeter_v1_SayHelloRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  SayHello(argument: _latchkey_greeter_v1_SayHelloRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  SayHello(argument: _latchkey_greeter_v1_SayHelloRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  SayHello(argument: _latchkey_greeter_v1_SayHelloRequest, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  sayHello(argument: _latchkey_greeter_v1_SayHelloRequest, metadata: grpc.Metadata, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  sayHello(argument: _latchkey_greeter_v1_SayHelloRequest, metadata: grpc.Metadata, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  sayHello(argument: _latchkey_greeter_v1_SayHelloRequest, options: grpc.CallOptions, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  sayHello(argument: _latchkey_greeter_v1_SayHelloRequest, callback: grpc.requestCallback<_latchkey_greeter_v1_SayHelloResponse__Output>): grpc.ClientUnaryCall;
  
  SayHelloStream(argument: _latchkey_greeter_v1_SayHelloStreamRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_greeter_v1_SayHelloStreamResponse__Output>;
  SayHelloStream(argument: _latchkey_greeter_v1_SayHelloStreamRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_greeter_v1_SayHelloStreamResponse__Output>;
  sayHelloStream(argument: _latchkey_greeter_v1_SayHelloStreamRequest, metadata: grpc.Metadata, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_greeter_v1_SayHelloStreamResponse__Output>;
  sayHelloStream(argument: _latchkey_greeter_v1_SayHelloStreamRequest, options?: grpc.CallOptions): grpc.ClientReadableStream<_latchkey_greeter_v1_SayHelloStreamResponse__Output>;
  
}

export interface GreeterServiceHandlers extends grpc.UntypedServiceImplementation {
  Chat: grpc.handleBidiStreamingCall<_latchkey_greeter_v1_ChatRequest__Output, _latchkey_greeter_v1_ChatResponse>;
  
  GreetMany: grpc.handleClientStreamingCall<_latchkey_greeter_v1_GreetManyRequest__Output, _latchkey_greeter_v1_GreetManyResponse>;
  
  SayHello: grpc.handleUnaryCall<_latchkey_greeter_v1_SayHelloRequest__Output, _latchkey_greeter_v1_SayHelloResponse>;
  
  SayHelloStream: grpc.handleServerStreamingCall<_latchkey_greeter_v1_SayHelloStreamRequest__Output, _latchkey_greeter_v1_SayHelloStreamResponse>;
  
}

export interface GreeterServiceDefinition extends grpc.ServiceDefinition {
  Chat: MethodDefinition<_latchkey_greeter_v1_ChatRequest, _latchkey_greeter_v1_ChatResponse, _latchkey_greeter_v1_ChatRequest__Output, _latchkey_greeter_v1_ChatResponse__Output>
  GreetMany: MethodDefinition<_latchkey_greeter_v1_GreetManyRequest, _latchkey_greeter_v1_GreetManyResponse, _latchkey_greeter_v1_GreetManyRequest__Output, _latchkey_greeter_v1_GreetManyResponse__Output>
  SayHello: MethodDefinition<_latchkey_greeter_v1_SayHelloRequest, _latchkey_greeter_v1_SayHelloResponse, _latchkey_greeter_v1_SayHelloRequest__Output, _latchkey_greeter_v1_SayHelloResponse__Output>
  SayHelloStream: MethodDefinition<_latchkey_greeter_v1_SayHelloStreamRequest, _latchkey_greeter_v1_SayHelloStreamResponse, _latchkey_greeter_v1_SayHelloStreamRequest__Output, _latchkey_greeter_v1_SayHelloStreamResponse__Output>
}
