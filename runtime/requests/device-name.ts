/**
 * Returns a readable name for the device of a user agent: `Firefox on Linux`. Returns null unless both browser and system are
 * known; the user is then shown the user agent itself.
 */
export async function deviceName(userAgent: string | null): Promise<string | null> {
  if (!userAgent) return null
  // The parser is loaded at the first use, so that the start does not wait for it.
  const { default: bowser } = await import('bowser')
  const { browser, os } = bowser.parse(userAgent)
  return browser.name && os.name ? `${browser.name} on ${os.name}` : null
}
