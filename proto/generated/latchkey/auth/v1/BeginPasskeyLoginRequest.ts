// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyLoginRequest {
}

export interface BeginPasskeyLoginRequest__Output {
}
