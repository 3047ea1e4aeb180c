import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { type LastingFile, lastingFile, sendLastingFile } from '../lasting-file.ts'

/** Returns the function that reads a file of the design system when it is first needed, and keeps it. */
const lookFile = (type: string, path: string) => {
  let kept: LastingFile | undefined
  return (): LastingFile => {
    kept ??= lastingFile(type, readFileSync(new URL(path, import.meta.url)))
    return kept
  }
}

const files = {
  'inter.woff2': lookFile('font/woff2', './generated/inter.woff2'),
  'mark.svg': lookFile('image/svg+xml', './generated/mark.svg'),
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
    ({ params: { version, name } }, reply) =>
      sendLastingFile(reply, isName(name) ? files[name]() : undefined, version),
  )
}
