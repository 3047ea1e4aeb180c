// Original file: proto/latchkey/users/v1/users.proto


export interface DeleteUserResponse {
}

export interface DeleteUserResponse__Output {
}
