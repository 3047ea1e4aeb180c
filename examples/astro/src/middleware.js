import { createWebSession, webSessionOptions } from '@latchkey/client/server'

const session = createWebSession(webSessionOptions(process.env))

export const onRequest = ({ request, locals, clientAddress }, next) =>
  session.serve(
    request,
    async () => {
      locals.caller = await session.caller(request)
      return next()
    },
    { address: clientAddress },
  )
