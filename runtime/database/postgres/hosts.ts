/** The servers that a URL names, one or several: `postgres://user@one,two:5433/db`. */
export interface UrlHosts {
  /** A URL for each server. */
  urls: string[]
  /** The names of the servers for the log and for reports, without a secret. */
  names: string[]
  /** All servers and the database, or nothing where a secret might be in it. */
  shown: string
}

export function hostsOf(url: string): UrlHosts {
  const [, before = '', list = '', after = ''] = /^(\w+:\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/.exec(url) ?? []
  const urls = list.split(',').map((host) => `${before}${host}${after}`)
  const where = `${list}${after.replace(/\?.*/, '')}`
  // A / in a secret makes it unclear where the secret ends. The address is then not shown, because it could contain a part
  // of it.
  const isClear = !where.includes('@') && urls.every((one) => URL.canParse(one))
  return {
    urls,
    names: list.split(',').map((name, at) => (isClear ? name : `number ${at + 1}`)),
    shown: isClear ? ` postgres://${where}` : '',
  }
}
