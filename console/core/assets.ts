import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { markupOf } from '#runtime/html.ts'
import { lastingFile, sendLastingFile } from '#runtime/lasting-file.ts'
import { accentStyle } from '#runtime/look/accent.ts'
import { lookPath } from '#runtime/look/look-files.ts'
import { lookStyle } from '#runtime/look/style.ts'
import { accentFile, accentFolder } from './accent-file.ts'
import type { ShownBrand } from './console.ts'

const script = (path: string) => new URL(path, import.meta.url)

const scripts = {
  'copy.js': script('../../runtime/look/copy.js'),
  'local-time.js': script('../islands/local-time.js'),
  'live-list.js': script('../islands/live-list.js'),
  'branding.js': script('../islands/branding.js'),
  'search-key.js': script('../islands/search-key.js'),
}

export interface Assets {
  /**
   * Returns the URL of a file, relative to `/console/`. It changes with the content, so that browsers may cache the file for a
   * year.
   */
  urlOf(name: string): string
  /** @throws {Failure} `route_not_found` */
  send(asked: { version: string; name: string }, reply: FastifyReply): FastifyReply
}

/** Reads the stylesheet and the scripts of the console into memory. */
export function readAssets({ color }: Pick<ShownBrand['current'], 'color'>): Assets {
  const files = new Map([
    ['styles.css', lastingFile('text/css; charset=utf-8', Buffer.from(styleFor(color)))],
    ...Object.entries(scripts).map(
      ([name, file]) => [name, lastingFile('text/javascript; charset=utf-8', readFileSync(file))] as const,
    ),
  ])
  return {
    urlOf: (name) => `assets/${files.get(name)?.version}/${name}`,
    send: ({ version, name }, reply) =>
      version === accentFolder ? sendAccent(reply, name) : sendLastingFile(reply, files.get(name), version),
  }
}

/** Sends the stylesheet of a colour, which may change with a later version of Latchkey. @throws {Failure} `route_not_found` */
function sendAccent(reply: FastifyReply, name: string): FastifyReply {
  const file = accentFile(name)
  if (!file) throw new Failure('route_not_found')
  return reply.headers({ 'content-type': file.type, 'cache-control': 'max-age=300' }).send(file.content)
}

/** Makes the stylesheet: the design system, the style of the console, and the colour of the operator. It is at `/console/assets/…/`. */
function styleFor(color: string | undefined): string {
  const own = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
  const accent = color === undefined ? '' : markupOf(accentStyle(color))
  return `${markupOf(lookStyle(`../../../${lookPath('inter.woff2')}`))}${own}${accent}`
}
