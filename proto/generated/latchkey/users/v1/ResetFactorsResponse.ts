// Original file: proto/latchkey/users/v1/users.proto


export interface ResetFactorsResponse {
}

export interface ResetFactorsResponse__Output {
}
