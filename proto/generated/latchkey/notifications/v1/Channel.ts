// Original file: proto/latchkey/notifications/v1/notifications.proto

export const Channel = {
  CHANNEL_UNSPECIFIED: 'CHANNEL_UNSPECIFIED',
  CHANNEL_IN_APP: 'CHANNEL_IN_APP',
  CHANNEL_EMAIL: 'CHANNEL_EMAIL',
} as const;

export type Channel =
  | 'CHANNEL_UNSPECIFIED'
  | 0
  | 'CHANNEL_IN_APP'
  | 1
  | 'CHANNEL_EMAIL'
  | 2

export type Channel__Output = typeof Channel[keyof typeof Channel]
