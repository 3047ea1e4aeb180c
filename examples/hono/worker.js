import { createApp } from './app.js'

let app

/**
 * The entry point for a worker runtime, which passes the settings in `env` with each request. So the first request makes the
 * app.
 */
const worker = {
  fetch(request, env, context) {
    app ??= createApp({
      environment: env,
      // The edge network in front of the worker sets this header. A browser cannot set it.
      address: (c) => c.req.header('cf-connecting-ip'),
    })
    return app.fetch(request, env, context)
  },
}

export { worker as default }
