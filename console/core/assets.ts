import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Failure } from '#contract/declaration/failures.ts'

const island = (name: string) => ({
  file: new URL(`../islands/${name}`, import.meta.url),
  type: 'text/javascript; charset=utf-8',
})

const sources: Record<string, { file: URL; type: string }> = {
  'styles.css': { file: new URL('../styles.css', import.meta.url), type: 'text/css; charset=utf-8' },
  'local-time.js': island('local-time.js'),
  'live-list.js': island('live-list.js'),
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
export function readAssets(): Assets {
  const files = new Map(
    Object.entries(sources).map(([name, { file, type }]) => {
      const content = readFileSync(file)
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
