// Original file: proto/latchkey/users/v1/users.proto


export interface RemoveIdentityResponse {
}

export interface RemoveIdentityResponse__Output {
}
