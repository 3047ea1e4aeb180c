import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Reads the files in a folder of `tests/borders`: what proxies, mail relays and database servers of other makers send, in the form
 * that their own documentation describes. Each file names the pages that say so.
 */
export function borderDocuments<Document extends { source?: string; sources?: string[] }>(
  kind: 'proxies' | 'mail-relays' | 'databases',
): Document[] {
  const folder = join(import.meta.dirname, '../borders', kind)
  return readdirSync(folder).map((name) => {
    const document: Document = JSON.parse(readFileSync(join(folder, name), 'utf8'))
    const { source, sources = source === undefined ? [] : [source] } = document
    assert.ok(sources.length > 0 && sources.every((one) => URL.canParse(one)), `${name} names its sources`)
    return document
  })
}
