// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface GetPreferencesRequest {
}

export interface GetPreferencesRequest__Output {
}
