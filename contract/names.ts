import { domainToASCII } from 'node:url'

/** What decides whether two usernames are the same: they are ASCII, so lower case is all. */
export const usernameKey = (username: string): string => username.toLowerCase()

const atom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * The domain's conversion follows the URL standard, which would take `example.com/x` and `ex%61mple.com` for
 * `example.com`, and drops what cannot be seen.
 */
const isPlainDomain = (domain: string): boolean =>
  !/[\0-,/:-@[-`{-\x7f]|\p{Default_Ignorable_Code_Point}/u.test(domain)

/**
 * What decides whether two addresses are the same: ASCII lower case, the domain as A-labels (UTS #46). Undefined
 * for what is not one plain address: quoted local parts, comments, lists and IP literals are how mail meant for
 * one person has been sent to another.
 */
export function emailKey(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const entered = email.slice(at + 1)
  if (!isPlainDomain(entered)) return undefined
  const domain = domainToASCII(entered)
  if (at < 1 || local.length > 64 || !atom.test(local) || !domainName.test(domain)) return undefined
  // The URL standard reads "1.2.3" and "0x7f.1" as IP addresses; a top-level domain is never a number.
  if (/\.\d+$/.test(domain)) return undefined
  const key = `${local}@${domain}`.toLowerCase()
  return key.length <= 254 ? key : undefined
}

/**
 * One text for every spelling of the same login name. A username never holds an `@`, so a name is one or the
 * other. Undefined for what can be nobody's.
 */
export const loginNameKey = (name: string): string | undefined =>
  name.includes('@') ? emailKey(name) : usernameKey(name)
