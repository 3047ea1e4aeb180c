// Original file: proto/latchkey/auth/v1/auth.proto


export interface RevokeSessionResponse {
}

export interface RevokeSessionResponse__Output {
}
