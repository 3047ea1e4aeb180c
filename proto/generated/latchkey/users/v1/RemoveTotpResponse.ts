// Original file: proto/latchkey/users/v1/users.proto


export interface RemoveTotpResponse {
}

export interface RemoveTotpResponse__Output {
}
