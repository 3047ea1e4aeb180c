// Original file: proto/latchkey/notifications/v1/notifications.proto


export interface DeleteNotificationResponse {
}

export interface DeleteNotificationResponse__Output {
}
