// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface GreetManyResponse {
  'greeting'?: (string);
  'count'?: (number);
}

export interface GreetManyResponse__Output {
  'greeting': (string);
  'count': (number);
}
