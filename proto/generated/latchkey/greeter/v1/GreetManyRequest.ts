// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface GreetManyRequest {
  'name'?: (string);
}

export interface GreetManyRequest__Output {
  'name': (string);
}
