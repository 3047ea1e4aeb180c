// The built package loads this file first, so that stack traces name the files and lines of the source. Node
// can do that by itself, but then it reads every source map at the start, which costs 30 ms. With this file a
// map is read for the first stack trace that needs it.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

const folder = new URL('../', import.meta.url).href
const maps = new Map()

function mapOf(url) {
  if (!maps.has(url)) {
    try {
      maps.set(url, new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8'))))
    } catch {
      // A source map that cannot be read is ignored: the stack trace of the error then names the line of the built file.
      maps.set(url, undefined)
    }
  }
  return maps.get(url)
}

function inSource(place, url, line, column) {
  if (!url.startsWith(folder) || url.includes('/node_modules/', folder.length)) return place
  const { fileName, lineNumber, columnNumber } = mapOf(url)?.findOrigin(Number(line), Number(column)) ?? {}
  return fileName === undefined ? place : `${new URL(fileName, url)}:${lineNumber}:${columnNumber}`
}

Error.prepareStackTrace = (error, calls) => {
  const lines = calls.map((call) => `\n    at ${call}`).join('')
  return `${error}${lines.replace(/(file:\S+?\.js):(\d+):(\d+)/g, inSource)}`
}
