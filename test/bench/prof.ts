import { withServer } from "./loopback.ts"
import { ours } from "./weatherCalls.ts"
const [,, request="places", client="flatbuffers", n="200"] = process.argv
await withServer(async (url) => {
  const once = ours(url, client as never, request as never)
  for (let i=0;i<Number(n);i++) await once()
}, new URL("./weatherServer.ts", import.meta.url))
process.exit(0)
