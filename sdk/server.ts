export type { Caller } from './server/caller.ts'
export type { Exchange, ReplyHeaders } from './server/exchange.ts'
export type { WebSessionClient } from './server/hosted/hosted-pages.ts'
export { HttpFailure } from './server/http-failure.ts'
export type { IncomingRequest } from './server/incoming-request.ts'
export { webSessionOptions } from './server/session-options.ts'
export {
  createWebSession,
  type ServeOptions,
  type WebSession,
  type WebSessionOptions,
} from './server/web-session.ts'
