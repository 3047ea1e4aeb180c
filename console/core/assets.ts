import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { markupOf } from '#runtime/html.ts'
import { type LastingFile, lastingFile, sendLastingFile } from '#runtime/lasting-file.ts'
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
  send(asked: { version: string; name: string }, reply: FastifyReply): Promise<FastifyReply>
}

/** Reads the scripts of the console into memory, and makes its stylesheet in the colour of the brand, which may change. */
export function openAssets(brand: Pick<ShownBrand, 'current' | 'catchUp'>): Assets {
  const files = new Map(
    Object.entries(scripts).map(
      ([name, file]) => [name, lastingFile('text/javascript; charset=utf-8', readFileSync(file))] as const,
    ),
  )
  let { color } = brand.current
  let style = styleFile(color)
  let earlier: LastingFile | undefined
  function styleNow(): LastingFile {
    if (brand.current.color !== color) {
      color = brand.current.color
      // Pages with the colour before may still be loading.
      earlier = style
      style = styleFile(color)
    }
    return style
  }
  const isKnown = (version: string) => styleNow().version === version || earlier?.version === version
  return {
    urlOf: (name) => `assets/${(name === 'styles.css' ? styleNow() : files.get(name))?.version}/${name}`,
    async send({ version, name }, reply) {
      if (version === accentFolder) return sendAccent(reply, name)
      if (name !== 'styles.css') return sendLastingFile(reply, files.get(name), version)
      // The page may come from a node that has read a newer colour.
      if (!isKnown(version)) await brand.catchUp()
      return sendLastingFile(reply, earlier?.version === version ? earlier : styleNow(), version)
    },
  }
}

/** Sends the stylesheet of a colour, which may change with a later version of Latchkey. @throws {Failure} `route_not_found` */
function sendAccent(reply: FastifyReply, name: string): FastifyReply {
  const file = accentFile(name)
  if (!file) throw new Failure('route_not_found')
  return reply.headers({ 'content-type': file.type, 'cache-control': 'max-age=300' }).send(file.content)
}

const styleFile = (color: string | undefined): LastingFile =>
  lastingFile('text/css; charset=utf-8', Buffer.from(styleFor(color)))

/** Makes the stylesheet: the design system, the style of the console, and the colour of the operator. It is at `/console/assets/…/`. */
function styleFor(color: string | undefined): string {
  const own = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
  const accent = color === undefined ? '' : markupOf(accentStyle(color))
  return `${markupOf(lookStyle(`../../../${lookPath('inter.woff2')}`))}${own}${accent}`
}
