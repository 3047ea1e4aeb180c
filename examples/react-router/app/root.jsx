import { Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { latchkey } from './session.server'

export const middleware = [latchkey]

export default function App() {
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <Meta />
      </head>
      <body>
        <Outlet />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}
