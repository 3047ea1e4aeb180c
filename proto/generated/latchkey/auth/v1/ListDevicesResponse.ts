// Original file: proto/latchkey/auth/v1/auth.proto

import type { Device as _latchkey_auth_v1_Device, Device__Output as _latchkey_auth_v1_Device__Output } from '../../../latchkey/auth/v1/Device.ts';

export interface ListDevicesResponse {
  'devices'?: (_latchkey_auth_v1_Device)[];
}

export interface ListDevicesResponse__Output {
  'devices': (_latchkey_auth_v1_Device__Output)[];
}
