/**
 * Words of placeholder secrets, such as `changeme`: from example files, their comments, and what people turn them into. An
 * attacker tries them first, so they add nothing to the strength of a secret.
 */
const frequentWords = new Set(
  `about abc above access account actual add admin after again aka all also alter always amet and any anything api app apps
  application are ask at attention auth authentication aws bad base base64 battery be before below between bit bits bla blah but
  by byte bytes call can change changed changeit changeme changethis character characters chars check choose client code command
  config configuration copy correct create customize db default define demo deploy deployment dev development devel do docker
  docs documentation dolor done dont dummy each elit else encryption end enter env environment etc ever every everyone example
  examples fake file fill find first fix foo bar baz qux for from func generate generated get give given go goes going good
  guess guesses hash has have head header hello here hex host how if in insecure insert instead internal ipsum is it its jwt
  keep kept key keys know latchkey least length less let letmein letter letters like live local localhost long longer lorem
  make many master me mine min minimum more must my name need never new next no node nobody none not nothing now null number
  of off ok okay on once one only open openssl operator or other others our out output own pass passphrase passwd passwords
  paste phrase place placeholder please point postgres prod production prompt provide put qwerty rand random real really
  redacted remember remove replace replaced replaceme replacethis required reset right root run running safe same sample secret
  secretkey secrets secure security self server service services session set setting settings shall share shared should show sign
  signature signing simple sit so some somebody someone something somewhere staging standard staple start still strength string
  strong super sure system temp temporary test tested testing text than that the their them then there these they thing things
  this those three time to todo token tokens too top two type undefined unique unsafe until up update url use used user username
  users using uuid val value values vault very want was we webhook welcome what when where which who will with without word
  words world write xxx xyz yes you your yours`.split(/\s+/),
)

/** Matches the words that are too long to occur in random text by chance, longest first. */
const longWords = new RegExp(
  [...frequentWords]
    .filter((word) => word.length >= 5)
    .sort((one, other) => other.length - one.length)
    .join('|'),
  'g',
)

/** Characters that people type one after the other. A keyboard is typed in rows and in columns. */
const sequences = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '!@#$%^&*()_+',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'yxcvbnm',
  'azertyuiop',
  'qsdfghjklm',
  'wxcvbn',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
]
const steps = new Set(
  sequences
    .flatMap((one) => [one, [...one].reverse().join('')])
    .flatMap((one) => [...one.slice(2)].map((_, at) => one.slice(at, at + 3))),
)

/**
 * The bits of entropy that a character is counted with. The real value is slightly higher in words that are not frequent, and 4.7
 * for letters of random text.
 */
const [letterBits, digitBits, symbolBits] = [2.5, 3, 3]
/**
 * The minimum of bits for a secret. By this count, 32 random characters have at least 60, a passphrase of six words about 100,
 * and a placeholder rarely 30.
 */
const leastBits = 50

/**
 * True when a long secret could be guessed from its pattern: few different characters, one piece repeated, counting up or down,
 * or mostly frequent words and rows of a keyboard, also in hex or base64. Random bytes and letters practically never have such
 * a pattern.
 */
export function isGuessable(secret: Uint8Array): boolean {
  const bytes = Buffer.from(secret)
  const text = bytes.toString('latin1')
  return [bytes, ...decodings(text)].some(hasPattern)
}

/** Returns the bytes of which a text is the hex or base64 form. */
function decodings(text: string): Buffer[] {
  const hex = /^(?:[0-9a-f]{2})+$/i.test(text) ? [Buffer.from(text, 'hex')] : []
  return /^[\w+/-]+={0,2}$/.test(text) ? [...hex, Buffer.from(text, 'base64')] : hex
}

function hasPattern(bytes: Buffer): boolean {
  if (new Set(bytes).size < 8 || isRepeated(bytes) || isCounted(bytes)) return true
  const text = bytes.toString('utf8')
  return /^[^\p{C}\ufffd]*$/u.test(text) && bitsOf(text) < leastBits
}

function isRepeated(secret: Uint8Array): boolean {
  for (let period = 1; period <= secret.length / 2; period++)
    if (secret.every((byte, at) => at < period || byte === secret[at - period])) return true
  return false
}

/** True when more than half of the bytes differ from the byte before by the same number, as in `abcdef`. */
function isCounted(secret: Uint8Array): boolean {
  const counts = new Map<number, number>()
  for (let at = 1; at < secret.length; at++) {
    const step = (secret[at] ?? 0) - (secret[at - 1] ?? 0)
    counts.set(step & 255, (counts.get(step & 255) ?? 0) + 1)
  }
  return Math.max(...counts.values()) > secret.length / 2
}

/**
 * Estimates how many bits it takes to guess a text: its letters outside of frequent words, its digits, and its different symbols.
 * A character adds nothing if it continues a sequence, or if it has followed the same two characters before.
 */
function bitsOf(text: string): number {
  const characters = withoutFrequentWords(text.toLowerCase())
  const seen = new Set<string>()
  const symbols = new Set<string>()
  let bits = 0
  for (const [at, character] of characters.entries()) {
    const three = characters.slice(Math.max(0, at - 2), at + 1).join('')
    const isForeseen = seen.has(three) || steps.has(three) || /^(.)\1\1$/u.test(three)
    seen.add(three)
    if (isForeseen) continue
    if (/\p{L}/u.test(character)) bits += letterBits
    else if (/\d/.test(character)) bits += digitBits
    else if (/\S/.test(character)) symbols.add(character)
  }
  return bits + symbols.size * symbolBits
}

/** Returns the characters of a text in which a space stands for each frequent word, and for each run of letters made of them. */
function withoutFrequentWords(text: string): string[] {
  const left = text.replace(/\p{L}+/gu, (run) => (isMadeOfFrequentWords(run) ? ' ' : run))
  return [...left.replace(longWords, ' ')]
}

function isMadeOfFrequentWords(run: string): boolean {
  const ends = new Set([0])
  for (let end = 2; end <= run.length; end++)
    if ([...ends].some((start) => frequentWords.has(run.slice(start, end)))) ends.add(end)
  return ends.has(run.length)
}
