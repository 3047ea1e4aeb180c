import { isFailure, type SessionState } from '@latchkey/client/session'
import { baseUrl, session } from './session.ts'

const find = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T

const form = find<HTMLFormElement>('sign-in')
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  const fields = new FormData(form)
  await tell(() =>
    session.logIn({ username: String(fields.get('username')), password: String(fields.get('password')) }),
  )
  form.reset()
})

find('sign-out').addEventListener('click', () => tell(() => session.logOut()))
find('sign-out-everywhere').addEventListener('click', () => tell(() => session.logOutEverywhere()))

session.onChange(show)
show(session.state)

function show({ isSignedIn, user, reason }: SessionState): void {
  form.hidden = isSignedIn
  find('account').hidden = !isSignedIn
  find('name').textContent = user?.name ?? user?.username ?? ''
  find('message').textContent = reason && reason !== 'logout' ? `You were signed out: ${reason}.` : ''
  if (isSignedIn) tell(showDevices)
}

async function showDevices(): Promise<void> {
  const reply = await session.fetch(`${baseUrl}/api/v1/auth/sessions`)
  if (!reply.ok) return
  const { data } = (await reply.json()) as { data: { device_name: string | null; current: boolean }[] }
  const items = data.map(({ device_name, current }) => {
    const item = document.createElement('li')
    item.textContent = `${device_name ?? 'An unknown device'}${current ? ' (this one)' : ''}`
    return item
  })
  find('devices').replaceChildren(...items)
}

/** Runs an action. If it fails, shows the message of Latchkey, or that Latchkey is not reachable. */
async function tell(work: () => Promise<unknown>): Promise<void> {
  find('message').textContent = ''
  try {
    await work()
  } catch (error) {
    find('message').textContent = isFailure(error) ? error.message : 'Latchkey is not reachable. Try again.'
  }
}
