// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface ChatResponse {
  'text'?: (string);
  'number'?: (number);
}

export interface ChatResponse__Output {
  'text': (string);
  'number': (number);
}
