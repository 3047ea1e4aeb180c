import { createWebSession, webSessionOptions } from '@latchkey/client/server'
import { createContext } from 'react-router'

const session = createWebSession(webSessionOptions(process.env))

export const callerContext = createContext()

export const latchkey = ({ request, context }, next) =>
  session.serve(request, async () => {
    context.set(callerContext, await session.caller(request))
    return next()
  })
