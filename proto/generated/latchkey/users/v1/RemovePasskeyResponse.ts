// Original file: proto/latchkey/users/v1/users.proto


export interface RemovePasskeyResponse {
}

export interface RemovePasskeyResponse__Output {
}
