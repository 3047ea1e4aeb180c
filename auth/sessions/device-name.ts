/**
 * What people would call the device that a user agent names: `Firefox on Linux`. Null for one that is not a browser's on
 * a system that is known: its owner reads the user agent itself.
 */
export async function deviceName(userAgent: string | null): Promise<string | null> {
  if (!userAgent) return null
  // Loaded for the first who asks: a start need not wait for it.
  const { default: bowser } = await import('bowser')
  const { browser, os } = bowser.parse(userAgent)
  return browser.name && os.name ? `${browser.name} on ${os.name}` : null
}
