// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface SayHelloResponse {
  'greeting'?: (string);
}

export interface SayHelloResponse__Output {
  'greeting': (string);
}
