// Original file: proto/latchkey/auth/v1/auth.proto


export interface ListProvidersRequest {
}

export interface ListProvidersRequest__Output {
}
