/**
 * The peak of heap and array buffers while a process streams 85 years, code and garbage included: the format, and the URL
 * of the server. Sends the megabytes to the parent.
 */
import { ours } from "./weatherCalls.ts"

const [, , format, url = ""] = process.argv
let peak = 0
const look = () => {
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  peak = Math.max(peak, (heapUsed + arrayBuffers) / 2 ** 20)
}
setInterval(look, 1).unref()
await ours(url, format === "json" ? "json" : "flatbuffers", "stream")(look)
process.send?.(peak, () => process.exit())
