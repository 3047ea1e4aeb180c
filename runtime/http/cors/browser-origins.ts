import { list } from '../../settings.ts'

/**
 * A setting that lists the origins of pages whose scripts may call Latchkey (CORS). An origin is written as browsers send it in
 * `Origin` (RFC 6454 section 6.2): scheme, host, and the port if it is not that of the scheme. Each is compared as a whole, so
 * there are no wildcards.
 */
export const browserOrigins = (name: `LATCHKEY_${string}`, meaning: string) =>
  list(name, meaning, checkOrigin)

/** Checks one origin of the list. @throws {Error} whose message continues a sentence that begins with the name of the setting */
function checkOrigin(item: string): void {
  if (item === 'null')
    throw new Error('has null, which is the origin of every sandboxed frame and local file')
  if (item.includes('*'))
    throw new Error('has a *, which would admit pages of other sites: name each origin in full')
  const url = URL.parse(item)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (isWeb && url.origin !== item)
    throw new Error(`holds an origin that is not written as browsers send it: ${url.origin}`)
  if (!isWeb && !ofApp.test(item))
    throw new Error('holds something other than an origin, such as https://app.example.com')
}

/**
 * The origin of a page that comes with an app or an extension, such as `capacitor://localhost`. Browsers send `null` for the
 * schemes that are excluded.
 */
const ofApp = /^(?!(?:file|data|blob|about|javascript):)[a-z][a-z\d+.-]*:\/\/[a-z\d.-]+(?::\d{1,5})?$/
