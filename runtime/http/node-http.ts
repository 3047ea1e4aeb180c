/**
 * Node's HTTP module. It is not imported, because an import reads all exports of a module, and reading its export `WebSocket`
 * would load all of fetch, which takes 40 ms of the start.
 */
export const { Agent, createServer, request, ServerResponse, STATUS_CODES } =
  process.getBuiltinModule('node:http')
