// Original file: proto/latchkey/auth/v1/auth.proto


export interface ValidateTokenRequest {
}

export interface ValidateTokenRequest__Output {
}
