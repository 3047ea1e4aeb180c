/**
 * Thrown for a form that two parsers could read differently. `parameter` is the name at fault, or empty if the fault is not in
 * one parameter.
 */
export class StrictFormError extends Error {
  override name = 'StrictFormError'
  readonly code: 'invalid_format' | 'repeated' | 'too_long'
  readonly parameter: string

  constructor(code: StrictFormError['code'], parameter: string, message: string) {
    super(message)
    this.code = code
    this.parameter = parameter
  }
}

const maxParameters = 200

/**
 * Parses `application/x-www-form-urlencoded` with the rules of OAuth (RFC 6749 section 3.2): no parameter may be repeated, and
 * one without a value counts as not sent. Malformed percent-encoding, and bytes that are not UTF-8, are refused.
 * @throws {StrictFormError}
 */
export function parseStrictForm(text: string): Record<string, string> {
  const parameters = new Map<string, string>()
  // The limit of `split` is one more than allowed, so that a form of many parameters is refused without splitting all of it.
  for (const pair of text.split('&', maxParameters + 1)) {
    const end = pair.indexOf('=')
    const name = decode(end < 0 ? pair : pair.slice(0, end))
    if (name === '') throw new StrictFormError('invalid_format', '', 'A parameter has no name.')
    if (parameters.has(name)) throw new StrictFormError('repeated', name, 'This is sent twice.')
    if (parameters.size === maxParameters)
      throw new StrictFormError('too_long', '', `The form has more than ${maxParameters} parameters.`)
    parameters.set(name, end < 0 ? '' : decode(pair.slice(end + 1)))
  }
  return Object.fromEntries([...parameters].filter(([, value]) => value !== ''))
}

function decode(encoded: string): string {
  let decoded: string
  try {
    decoded = decodeURIComponent(encoded.replaceAll('+', ' '))
  } catch {
    throw new StrictFormError('invalid_format', '', 'The form is not percent-encoded UTF-8.')
  }
  if (decoded.includes('\0')) throw new StrictFormError('invalid_format', '', 'The form holds a NUL.')
  return decoded
}
