import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface PageServer extends AsyncDisposable {
  /** The origin of the pages. */
  url: string
}

const typeOf = (path: string): string =>
  path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8'

/**
 * Serves the files of a browser application, by path, at an origin of their own. Every other path gets an empty page. Without a
 * port, any free one is taken.
 */
export async function servePages(files: Record<string, string> = {}, port = 0): Promise<PageServer> {
  const server = createServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?', 1)
    const text = files[path] ?? '<!doctype html><title>An application</title>'
    response.writeHead(200, { 'content-type': typeOf(files[path] === undefined ? '/' : path) }).end(text)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
