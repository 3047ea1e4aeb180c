// Loaded first of all in the built package: stack traces name the files and lines of the source. Node can do that by itself, but
// then reads every map at the start, which costs 30 ms of it; here a map is read for the first stack that somebody looks at.
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
      // An error is on its way to somebody: without a map it names the line of the built file.
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
