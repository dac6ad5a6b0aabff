/** The loopback server in a process of its own. */
import { fork } from "node:child_process"
import { once } from "node:events"

/** Runs with the server's URL, and ends the server afterwards. */
export const withServer = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const server = fork(new URL("./server.ts", import.meta.url), { execArgv: [] })
  try {
    const [port] = (await once(server, "message")) as [number]
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    const ended = once(server, "exit")
    server.disconnect()
    await ended
  }
}
