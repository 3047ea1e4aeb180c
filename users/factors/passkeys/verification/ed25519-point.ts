/** The prime of the field of edwards25519, and the parameter of the curve (RFC 8032 section 5.1). */
const p = 2n ** 255n - 19n
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n

/**
 * Returns whether bytes are an Ed25519 public key for which only the holder of the private key can sign. Node takes any 32 bytes.
 * For a point of small order one signature fits to every text or to many, so that anybody can sign. The coordinate must be
 * reduced and belong to a point of the curve (RFC 8032 section 5.1.3).
 */
export function isEd25519KeySound(bytes: Buffer): boolean {
  if (bytes.length !== 32) return false
  // The highest bit is the sign of x. It decides between two points of the same order.
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`) & (2n ** 255n - 1n)
  return y < p && isOnCurve(y) && !isOfSmallOrder(y)
}

/** x² = (y² - 1) / (dy² + 1) has a root exactly if the product of both has one (Euler's criterion). */
function isOnCurve(y: bigint): boolean {
  const product = mod((y * y - 1n) * (d * y * y + 1n))
  return product === 0n || power(product, (p - 1n) / 2n) === 1n
}

/**
 * The eight points of small order have y = 1 or -1 (orders 1 and 2), y = 0 (order 4), or y² = -x² (order 8: doubled, they have
 * y = 0), which with the equation of the curve is dy⁴ + 2y² - 1 = 0.
 */
const isOfSmallOrder = (y: bigint): boolean =>
  y === 0n || y === 1n || y === p - 1n || mod(d * y ** 4n + 2n * y * y - 1n) === 0n

const mod = (value: bigint): bigint => ((value % p) + p) % p

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  let square = base
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % p
    square = (square * square) % p
  }
  return result
}
