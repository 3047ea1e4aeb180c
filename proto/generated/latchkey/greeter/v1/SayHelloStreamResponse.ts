// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface SayHelloStreamResponse {
  'greeting'?: (string);
  'number'?: (number);
}

export interface SayHelloStreamResponse__Output {
  'greeting': (string);
  'number': (number);
}
