const letters = './0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Returns bytes in the base64 of crypt(3): six bits a character, lowest first. Of three bytes, the first has the lowest bits. */
export function toCryptBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.subarray(at, at + 3)
    let bits = group.reduceRight((sum, byte) => sum * 256 + byte, 0)
    for (let rest = Math.ceil((group.length * 8) / 6); rest > 0; rest--) {
      text += letters[bits & 63]
      bits = Math.floor(bits / 64)
    }
  }
  return text
}

/** Returns the number, 0 to 63, that a character stands for in this base64; -1 for any other character. */
export const cryptNumber = (letter: string): number => letters.indexOf(letter)
