/** Ports that are free. */
import { randomInt } from "node:crypto"
import * as Net from "node:net"

/** Listens on a port, or on a free one for 0. Returns null if it is taken. */
export const listen = (port: number): Promise<Net.Server | null> =>
  new Promise((resolve) => {
    const server = Net.createServer()
    server.once("error", () => resolve(null))
    server.listen(port, "127.0.0.1", () => resolve(server))
  })

export const close = (server: Net.Server | null): Promise<void> =>
  new Promise((resolve) => (server === null ? resolve() : server.close(() => resolve())))

/**
 * The first of three free ports in a row. They are below the range from which systems assign ports, so that no other
 * test gets one of them before its server does.
 */
export const freePorts = async (): Promise<number> => {
  const first = randomInt(20_000, 32_000)
  const servers = await Promise.all([first, first + 1, first + 2].map(listen))
  await Promise.all(servers.map(close))
  return servers.includes(null) ? freePorts() : first
}
