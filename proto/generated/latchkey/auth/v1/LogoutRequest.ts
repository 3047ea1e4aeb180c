// Original file: proto/latchkey/auth/v1/auth.proto


export interface LogoutRequest {
}

export interface LogoutRequest__Output {
}
