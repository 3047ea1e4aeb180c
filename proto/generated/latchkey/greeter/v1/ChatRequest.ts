// Original file: proto/latchkey/greeter/v1/greeter.proto


export interface ChatRequest {
  'text'?: (string);
}

export interface ChatRequest__Output {
  'text': (string);
}
