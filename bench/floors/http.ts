import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The baseline for HTTP: a bare server that checks that a bearer token is present and answers 200 bytes of
 * JSON. It prints its address.
 */
const head = '{"valid":true,"padding":"'
const tail = '"}'
const body = `${head}${'x'.repeat(200 - head.length - tail.length)}${tail}`

const server = createServer((request, response) => {
  if (request.headers.authorization?.startsWith('Bearer ')) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  } else response.writeHead(401).end()
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
