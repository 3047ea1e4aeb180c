import { createSession, local } from '@latchkey/client/session'

export const baseUrl = import.meta.env.VITE_LATCHKEY_URL

export const session = createSession({ baseUrl, storage: local() })
