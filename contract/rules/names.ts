import { domainToASCII } from 'node:url'

/** Returns the key by which usernames are unique. Usernames are ASCII, so lower case is enough. */
export const usernameKey = (username: string): string => username.toLowerCase()

const atom = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns whether a domain has no character that `domainToASCII` would interpret or drop. That function follows the URL standard: it
 * would read `example.com/x` and `ex%61mple.com` as `example.com`, and would drop invisible characters.
 */
const isPlainDomain = (domain: string): boolean =>
  !/[\0-,/:-@[-`{-\x7f]|\p{Default_Ignorable_Code_Point}/u.test(domain)

/**
 * Returns the key by which e-mail addresses are unique: ASCII lower case, the domain as A-labels (UTS #46). Returns undefined for
 * a text that is not one plain address. Quoted local parts, comments, lists and IP literals are refused, because with them mail
 * for one person has been sent to another.
 */
export function emailKey(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const local = email.slice(0, at)
  const entered = email.slice(at + 1)
  if (!isPlainDomain(entered)) return undefined
  const domain = domainToASCII(entered)
  if (at < 1 || local.length > 64 || !atom.test(local) || !domainName.test(domain)) return undefined
  // The URL standard reads "1.2.3" and "0x7f.1" as IP addresses. A top-level domain is never a number.
  if (/\.\d+$/.test(domain)) return undefined
  const key = `${local}@${domain}`.toLowerCase()
  return key.length <= 254 ? key : undefined
}

const usernameForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$/
/**
 * Matches texts that could be a secret, although they have only letters and digits as usernames do: digests in hexadecimal, and
 * secrets in base32.
 */
const secretForm = /[$]|[0-9a-f]{32}|^[A-Z2-7]{16,}$/

/**
 * Returns the address or the username by which a report names the user of a row. Returns undefined when neither looks like one:
 * where the columns of a file are mixed up, a password hash or a secret may stand in their place, and no report may show it.
 */
export function nameForReport({
  email,
  username,
}: {
  email?: unknown
  username?: unknown
}): string | undefined {
  const isShown = (text: unknown): text is string =>
    typeof text === 'string' && text.length <= 254 && !secretForm.test(text)
  if (isShown(email) && email.includes('@')) return email
  return isShown(username) && usernameForm.test(username) ? username : undefined
}

/** Returns the part of an e-mail address before its `@`. */
export const localPartOf = (email: string): string => email.slice(0, email.lastIndexOf('@'))

/**
 * Returns the same key for every spelling of a login name, which is a username or an e-mail address. A username never has an `@`,
 * so that a name cannot be both. Returns undefined for a name that nobody can have.
 */
export const loginNameKey = (name: string): string | undefined =>
  name.includes('@') ? emailKey(name) : usernameKey(name)
