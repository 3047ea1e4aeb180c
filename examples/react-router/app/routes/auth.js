// The middleware answers the routes of the session. A loader and an action make React Router run it.
export const loader = () => new Response('Not found', { status: 404 })
export const action = loader
