import { connect } from 'node:net'

/** Returns whether a program listens on a port of this machine. */
export const acceptsConnections = (port: number, host = '127.0.0.1'): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host)
    const say = (isThere: boolean) => () => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', say(true)).once('error', say(false))
  })
