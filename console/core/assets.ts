import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'
import { markupOf } from '#runtime/html.ts'
import { accentStyle } from '#runtime/look/accent.ts'
import { lookPath } from '#runtime/look/look-files.ts'
import { lookStyle } from '#runtime/look/style.ts'
import type { ConsoleOptions } from './console.ts'

const script = (path: string) => ({
  file: new URL(path, import.meta.url),
  type: 'text/javascript; charset=utf-8',
})

const scripts = {
  'copy.js': script('../../runtime/look/copy.js'),
  'local-time.js': script('../islands/local-time.js'),
  'live-list.js': script('../islands/live-list.js'),
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
export function readAssets(brand: Pick<ConsoleOptions, 'brandColor'>): Assets {
  const read = [
    { name: 'styles.css', content: Buffer.from(styleFor(brand)), type: 'text/css; charset=utf-8' },
    ...Object.entries(scripts).map(([name, { file, type }]) => ({ name, content: readFileSync(file), type })),
  ]
  const files = new Map(
    read.map(({ name, content, type }) => {
      const version = createHash('sha256').update(content).digest('hex').slice(0, 16)
      return [name, { content, type, version }]
    }),
  )
  return {
    urlOf: (name) => `assets/${files.get(name)?.version}/${name}`,
    send({ version, name }, reply) {
      const found = files.get(name)
      if (found?.version !== version) throw new Failure('route_not_found')
      return reply
        .headers({ 'content-type': found.type, 'cache-control': 'public, max-age=31536000, immutable' })
        .send(found.content)
    },
  }
}

/** Makes the stylesheet: the design system, the style of the console, and the colour of the operator. It is at `/console/assets/…/`. */
function styleFor({ brandColor }: Pick<ConsoleOptions, 'brandColor'>): string {
  const own = readFileSync(new URL('../styles.css', import.meta.url), 'utf8')
  const accent = brandColor === undefined ? '' : markupOf(accentStyle(brandColor))
  return `${markupOf(lookStyle(`../../../${lookPath('inter.woff2')}`))}${own}${accent}`
}
