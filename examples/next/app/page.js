import { Suspense } from 'react'
import { caller } from '../proxy'

async function User() {
  const user = await caller()
  if (!user) return <a href="/auth/sign-in">Sign in</a>
  return (
    <form method="post" action="/auth/logout">
      Hello {user.username} <button type="submit">Sign out</button>
    </form>
  )
}

export default function Home() {
  return (
    <main>
      <Suspense>
        <User />
      </Suspense>
    </main>
  )
}
