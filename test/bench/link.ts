/**
 * A link of 20 Mbit/s and 20 ms, run as a child process: a proxy before the server on the port that it gets. All its
 * connections share the link. It sends its port to the parent, and ends when the parent disconnects.
 */
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

const bytesPerMilli = 20_000_000 / 8 / 1_000
const latency = 20
const piece = 8_192
/** Bytes that may wait for the link. */
const queue = 262_144

/** When the link is free again. */
let free = 0

/** Passes on what the server sends, as the link allows. Requests are small, and pass at once. */
const throttle = (server: Socket, client: Socket): void => {
  let waiting = 0
  const later = (arrival: number, then: () => void) => setTimeout(then, Math.max(0, arrival - performance.now()))
  server.on("data", (bytes) => {
    for (let at = 0; at < bytes.length; at += piece) {
      const part = bytes.subarray(at, at + piece)
      free = Math.max(free, performance.now()) + part.length / bytesPerMilli
      waiting += part.length
      later(free + latency, () => {
        client.write(part)
        waiting -= part.length
        if (waiting < queue) server.resume()
      })
    }
    if (waiting >= queue) server.pause()
  })
  server.on("end", () => later(free + latency, () => client.end()))
}

const target = Number(process.argv[2])

const link = createServer({ noDelay: true }, (client) => {
  const server = connect({ port: target, host: "127.0.0.1", noDelay: true })
  throttle(server, client)
  client.pipe(server)
  client.on("error", () => server.destroy())
  server.on("error", () => client.destroy())
})

link.listen(0, "127.0.0.1", () => process.send?.((link.address() as AddressInfo).port))
process.once("disconnect", () => process.exit())
