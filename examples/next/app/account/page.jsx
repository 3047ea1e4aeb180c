import { redirect } from 'next/navigation'
import { caller } from '../../session.js'

export default async function Account() {
  const user = await caller()
  if (!user) redirect('/')
  return (
    <>
      <h1>{user.username}</h1>
      <form method="post" action="/auth/logout">
        <button type="submit">Log out</button>
      </form>
    </>
  )
}
