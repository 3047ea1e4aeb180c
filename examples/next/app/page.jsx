import { caller } from '../session.js'

export default async function Page() {
  const user = await caller()
  if (user) return <h1>Hello {user.username}</h1>
  return (
    <form method="post" action="/auth/login">
      <input type="hidden" name="return_to" value="/account" />
      <label>
        Name <input name="username" required autoComplete="username" />
      </label>
      <label>
        Password <input name="password" type="password" required autoComplete="current-password" />
      </label>
      <button type="submit">Log in</button>
    </form>
  )
}
