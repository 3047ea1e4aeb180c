// Original file: proto/latchkey/users/v1/users.proto


export interface SendPasswordResetResponse {
}

export interface SendPasswordResetResponse__Output {
}
