import type { OperationReply } from '../call-operation.ts'
import type { TokenValidator } from '../token-validator.ts'

/** The context of every request of a web session. */
export interface WebSessionContext {
  issuer: string
  authUrl: string
  usersUrl: string
  origins: readonly string[]
  basePath: string
  loginPage: string | undefined
  signUpPage: string | undefined
  cookieName: string
  timeoutMs: number
  validator: TokenValidator
  refresh(refreshToken: string, headers: Record<string, string>): Promise<OperationReply<'refresh'>>
  now(): number
}
