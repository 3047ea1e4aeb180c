// Original file: proto/latchkey/auth/v1/auth.proto


export interface BeginPasskeyStepUpRequest {
}

export interface BeginPasskeyStepUpRequest__Output {
}
