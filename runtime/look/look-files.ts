import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'

interface LookFile {
  type: string
  content: Buffer
  /** A part of the hash of the content, so that a browser may cache the file for good. */
  version: string
}

const lookFile = (type: string, read: () => Buffer) => {
  let kept: LookFile | undefined
  return (): LookFile => {
    if (kept) return kept
    const content = read()
    kept = { type, content, version: hash('sha256', content, 'hex').slice(0, 16) }
    return kept
  }
}

const files = {
  'inter.woff2': lookFile('font/woff2', () =>
    readFileSync(new URL('./generated/inter.woff2', import.meta.url)),
  ),
  'mark.svg': lookFile('image/svg+xml', () => readFileSync(new URL('./generated/mark.svg', import.meta.url))),
}

const isName = (name: string): name is keyof typeof files => Object.hasOwn(files, name)

/**
 * Returns the path of a file of the design system, relative to the root of the service. It begins with `account/`, because a proxy
 * may pass on that folder only.
 */
export const lookPath = (name: keyof typeof files): string =>
  `account/assets/${files[name]().version}/${name}`

/** Returns what leads from a page to the root of its service, such as `../` for `/account/sign-in`. */
export const toRoot = (path: string): string =>
  '../'.repeat((path.split('?', 1)[0] ?? '').split('/').length - 2)

/** Serves the font and the mark. Each service does, so that a browser gets them from the origin of the page. */
export function lookFiles(app: FastifyInstance): void {
  app.get<{ Params: { version: string; name: string } }>(
    '/account/assets/:version/:name',
    ({ params }, reply) => {
      const file = isName(params.name) ? files[params.name]() : undefined
      if (file?.version !== params.version) throw new Failure('route_not_found')
      return reply
        .headers({ 'content-type': file.type, 'cache-control': 'public, max-age=31536000, immutable' })
        .send(file.content)
    },
  )
}
