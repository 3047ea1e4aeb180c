// Lets people use passkeys on the account pages. Everything else on these pages works without scripts.
const place = document.querySelector('[data-passkey]')
const { passkey: act, use } = place.dataset
const form = place.closest('form')

/** A challenge is good for five minutes. The browser is given another one before that. */
const renewAfterMs = 4 * 60_000
let offeredAt = 0
let isAsking = false
/** What the browser waits with, so that another request can take its place. */
let waiting = new AbortController()

/** Shows the button, if there can be one, and one of the texts. */
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

/** Reads options in the form of JSON. Browsers of a few years ago have no function for that (WebAuthn Level 3, 5.1.8). */
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

/** Asks the service for a challenge. It answers with another page when the person must sign in, or prove who they are, first. */
async function fetchOptions() {
  const token = form.elements.login_token?.value
  const body = new URLSearchParams(token ? { use, login_token: token } : { use })
  const reply = await fetch(new URL('passkey-options', form.action), { method: 'POST', body })
  if (reply.redirected) location.assign(reply.url)
  if (reply.redirected || !reply.ok) throw new Error('there is no challenge')
  return toOptions(await reply.json())
}

/** Has the browser ask for a passkey, and sends what it answers. */
async function ask(more) {
  waiting.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const credential = await navigator.credentials[act]({ publicKey: await fetchOptions(), signal, ...more })
  form.elements.credential.value = JSON.stringify(toJson(credential))
  form.submit()
}

/** Has the browser offer passkeys in the field for the username. Where it cannot, the page works as it did before. */
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

// Whoever comes back to the page may go on in another way: the answer that was sent before counts no more.
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
