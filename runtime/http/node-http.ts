/**
 * Node's own module, asked for and not imported: an import reads all that a module exports, and this one's `WebSocket` loads the
 * whole of fetch for that, 40 ms of the start.
 */
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http')
