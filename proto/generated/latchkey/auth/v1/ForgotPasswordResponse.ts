// Original file: proto/latchkey/auth/v1/auth.proto


export interface ForgotPasswordResponse {
}

export interface ForgotPasswordResponse__Output {
}
