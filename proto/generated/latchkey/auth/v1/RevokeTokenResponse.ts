// Original file: proto/latchkey/auth/v1/auth.proto


export interface RevokeTokenResponse {
}

export interface RevokeTokenResponse__Output {
}
