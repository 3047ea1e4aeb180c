// Original file: proto/latchkey/auth/v1/auth.proto


export interface LogoutResponse {
}

export interface LogoutResponse__Output {
}
