/** The form of an origin in an Android app: the digest of the key that the app is signed with. */
export const ofAndroidApp = /^android:apk-key-hash:[A-Za-z0-9_-]{43}$/

/** Checks one origin of the list. @throws {Error} whose message continues a sentence that begins with the name of the setting */
export function checkPasskeyOrigin(item: string): void {
  if (ofAndroidApp.test(item)) return
  const url = URL.parse(item)
  if (item.includes('*') || (url?.protocol !== 'https:' && url?.protocol !== 'http:'))
    throw new Error(`holds ${item}, which is not an origin such as https://app.example.com`)
  if (url.origin !== item)
    throw new Error(`has an origin that is not written as browsers send it: ${url.origin}`)
}
