/**
 * A loopback server for uploads and downloads, run as a child process. It sends its port to the parent, and ends when
 * the parent disconnects. An asset's id is its size in MiB.
 */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

const piece = Buffer.alloc(2 ** 18, 120)

const send = (response: ServerResponse, size: number): void => {
  let left = size
  const more = (): void => {
    while (left > 0) {
      const next = left < piece.length ? piece.subarray(0, left) : piece
      left -= next.length
      if (!response.write(next)) return void response.once("drain", more)
    }
    response.end()
  }
  response.writeHead(200, { "content-type": "application/octet-stream", "content-length": size })
  more()
}

const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
  const [, mebibytes] = /\/assets\/(\d+)$/.exec(request.url ?? "") ?? []
  if (mebibytes !== undefined) return send(response, Number(mebibytes) * 2 ** 20)
  let size = 0
  request.on("data", (bytes: Uint8Array) => (size += bytes.length))
  request.on("end", () => {
    const asset = { id: 1, name: "app.zip", content_type: "application/zip", state: "uploaded", size }
    response.writeHead(201, { "content-type": "application/json" }).end(JSON.stringify(asset))
  })
})

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
process.once("disconnect", () => process.exit())
