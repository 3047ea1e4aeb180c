// Original file: proto/latchkey/auth/v1/auth.proto


export interface SendVerificationResponse {
}

export interface SendVerificationResponse__Output {
}
