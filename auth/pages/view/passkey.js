// Lets people use passkeys on the account pages. Everything else on these pages works without scripts.
const place = document.querySelector('[data-passkey]')
const { passkey: act, use } = place.dataset
const form = place.closest('form')

/** A challenge is valid for five minutes. The browser gets a new one before it expires. */
const renewAfterMs = 4 * 60_000
let offeredAt = 0
let isAsking = false
/**
 * Aborts the request for a passkey that is waiting in the browser, so that another request can begin: a browser allows
 * only one at a time.
 */
let waiting = new AbortController()

/** Shows the named parts, such as the button or a message, and hides all others. */
function show(...parts) {
  for (const part of place.querySelectorAll('[data-part]')) part.hidden = !parts.includes(part.dataset.part)
}

const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))

const toText = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Converts options from JSON. Browsers that are a few years old have no function of their own for that (WebAuthn Level
 * 3, 5.1.8).
 */
const toOptions = ({ challenge, user, excludeCredentials, allowCredentials, ...rest }) => ({
  ...rest,
  challenge: toBytes(challenge),
  ...(user && { user: { ...user, id: toBytes(user.id) } }),
  ...(excludeCredentials && {
    excludeCredentials: excludeCredentials.map((one) => ({ ...one, id: toBytes(one.id) })),
  }),
})

function toJson({ id, type, response }) {
  const { clientDataJSON, attestationObject, authenticatorData, signature, userHandle } = response
  const answered = attestationObject
    ? { attestationObject: toText(attestationObject), transports: response.getTransports?.() ?? [] }
    : {
        authenticatorData: toText(authenticatorData),
        signature: toText(signature),
        userHandle: userHandle && toText(userHandle),
      }
  return { id, rawId: id, type, response: { clientDataJSON: toText(clientDataJSON), ...answered } }
}

/**
 * Asks the service for a challenge. If the user must sign in or re-authenticate first, the service redirects to the
 * page for that.
 */
async function fetchOptions() {
  const token = form.elements.login_token?.value
  const body = new URLSearchParams(token ? { use, login_token: token } : { use })
  const reply = await fetch(new URL('passkey-options', form.action), { method: 'POST', body })
  if (reply.redirected) location.assign(reply.url)
  if (reply.redirected || !reply.ok) throw new Error('there is no challenge')
  return toOptions(await reply.json())
}

/** Makes the browser ask for a passkey, and sends the answer with the form. */
async function ask(more) {
  waiting.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const credential = await navigator.credentials[act]({ publicKey: await fetchOptions(), signal, ...more })
  form.elements.credential.value = JSON.stringify(toJson(credential))
  form.submit()
}

/**
 * Makes the browser offer passkeys in the username field. If that fails, the page still works with the button and the
 * fields.
 */
function offer() {
  offeredAt = Date.now()
  ask({ mediation: 'conditional' }).catch(() => {})
}

function renew() {
  const isDue = Date.now() - offeredAt >= renewAfterMs
  if (isDue && !isAsking && document.visibilityState === 'visible') offer()
}

const partFor = { NotAllowedError: 'cancelled', InvalidStateError: act === 'create' ? 'known' : 'failed' }

async function askNow(canOffer) {
  isAsking = true
  show('button')
  try {
    await ask()
  } catch (error) {
    show('button', partFor[error.name] ?? 'failed')
    if (canOffer) offer()
  }
  isAsking = false
}

// When the person returns to the page from the history, an answer of a passkey from before must not be sent again.
addEventListener('pageshow', () => {
  form.elements.credential.value = ''
})

if (window.PublicKeyCredential) {
  show('button')
  const canOffer =
    'offered' in place.dataset && (await PublicKeyCredential.isConditionalMediationAvailable?.())
  place.querySelector('button').addEventListener('click', () => askNow(canOffer))
  if (canOffer) {
    offer()
    setInterval(renew, 30_000)
    document.addEventListener('visibilitychange', renew)
  }
} else show('unsupported')
