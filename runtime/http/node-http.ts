/**
 * Node's HTTP module, which is not imported: an import reads all exports of a module, and the `WebSocket` of this one would load
 * all of fetch, which takes 40 ms of the start.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
