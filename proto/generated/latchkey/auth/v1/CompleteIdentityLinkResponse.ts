// Original file: proto/latchkey/auth/v1/auth.proto


export interface CompleteIdentityLinkResponse {
}

export interface CompleteIdentityLinkResponse__Output {
}
