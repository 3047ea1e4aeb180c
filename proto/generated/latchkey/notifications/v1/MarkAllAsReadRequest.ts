// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface MarkAllAsReadRequest {
}

export interface MarkAllAsReadRequest__Output {
}
