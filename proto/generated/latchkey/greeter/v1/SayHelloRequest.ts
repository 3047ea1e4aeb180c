// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface SayHelloRequest {
  'name'?: (string);
}

export interface SayHelloRequest__Output {
  'name': (string);
}
