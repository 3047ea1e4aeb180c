// Original file: proto/latchkey/greeter/v1/greeter.proto

import type { Duration as _google_protobuf_Duration, Duration__Output as _google_protobuf_Duration__Output } from '../../../google/protobuf/Duration.ts';

export interface SayHelloStreamRequest {
  'name'?: (string);
  'count'?: (number);
  'interval'?: (_google_protobuf_Duration | null);
}

export interface SayHelloStreamRequest__Output {
  'name': (string);
  'count': (number);
  'interval': (_google_protobuf_Duration__Output | null);
}
