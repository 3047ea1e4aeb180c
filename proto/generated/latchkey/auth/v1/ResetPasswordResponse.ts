// Original file: proto/latchkey/auth/v1/auth.proto


export interface ResetPasswordResponse {
}

export interface ResetPasswordResponse__Output {
}
