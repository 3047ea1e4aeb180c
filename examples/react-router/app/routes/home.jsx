import { callerContext } from '../session.server'

export const loader = ({ context }) => ({ username: context.get(callerContext)?.username })

export default function Home({ loaderData: { username } }) {
  if (!username) return <a href="/auth/sign-in">Sign in</a>
  return (
    <form method="post" action="/auth/logout">
      Hello {username} <button type="submit">Sign out</button>
    </form>
  )
}
