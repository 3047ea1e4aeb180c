// Original file: proto/latchkey/users/v1/users.proto


export interface InviteUserResponse {
}

export interface InviteUserResponse__Output {
}
