// Original file: proto/latchkey/auth/v1/auth.proto


export interface ForgetDeviceResponse {
}

export interface ForgetDeviceResponse__Output {
}
