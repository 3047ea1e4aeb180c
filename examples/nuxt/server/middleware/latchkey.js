import { nodeSession } from '@latchkey/client/node'
import { createWebSession, webSessionOptions } from '@latchkey/client/server'

const session = createWebSession(webSessionOptions(process.env))
const open = fromNodeMiddleware(nodeSession(session).open)

export default defineEventHandler(async (event) => {
  await open(event)
  if (!event.handled) event.context.caller = await session.caller(event.node.req)
})
