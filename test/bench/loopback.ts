/** Loopback servers in separate processes. */
import { fork } from "node:child_process"
import { once } from "node:events"

/** Runs with the URL of a server, that of the forge by default, and ends the server afterwards. */
export const withServer = async <A>(
  use: (url: string) => Promise<A>,
  module: string | URL = new URL("./server.ts", import.meta.url),
  args: ReadonlyArray<string> = []
): Promise<A> => {
  const server = fork(new URL(module, import.meta.url), args, { execArgv: [] })
  try {
    const [port] = (await once(server, "message")) as [number]
    return await use(`http://127.0.0.1:${port}`)
  } finally {
    const ended = once(server, "exit")
    server.disconnect()
    await ended
  }
}
