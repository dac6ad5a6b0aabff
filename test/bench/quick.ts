import { apart } from "./apart.ts"
import { withServer } from "./loopback.ts"
import { measure } from "./measure.ts"
import { compared, millis, print } from "./report.ts"
const [,, request="decades", seconds="8", times="2", ...names] = process.argv
const clients = (names.length ? names : ["flatbuffers","json","openmeteo"])
await withServer(async (url) => {
  const taken = await apart(new URL("./weatherCalls.ts", import.meta.url).pathname, clients, [request, url], (c) => measure(c, { seconds: Number(seconds), times: Number(times) }))
  for (const c of clients) if (c !== "openmeteo") print(compared(`${request} ${c}`, taken[c]!, taken["openmeteo"]!))
  console.log(millis(taken))
}, new URL("./weatherServer.ts", import.meta.url))
