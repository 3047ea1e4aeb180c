import { type LocalServer, startLocalServer } from './local-server.ts'

const typeOf = (path: string): string =>
  path.endsWith('.js') ? 'text/javascript' : path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8'

/**
 * Serves the files of a browser application, by path, at an origin of their own. Every other path gets an empty page. Without a
 * port, any free one is taken.
 */
export const servePages = (files: Record<string, string> = {}, port = 0): Promise<LocalServer> =>
  startLocalServer(({ url = '' }, response) => {
    const [path = ''] = url.split('?', 1)
    const text = files[path] ?? '<!doctype html><title>An application</title>'
    response.writeHead(200, { 'content-type': typeOf(files[path] === undefined ? '/' : path) }).end(text)
  }, port)
