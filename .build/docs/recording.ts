/** Records the demo: runs it, and writes docs/demo.svg with what it has printed, and when. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { createInterface } from "node:readline"
import { draw, type Line } from "./terminal.ts"

const root = Path.resolve(import.meta.dirname, "../..")

const demo = spawn(process.execPath, ["--import", "tsx", "docs/examples/demo.ts"], {
  cwd: root,
  env: { PATH: process.env["PATH"], FORCE_COLOR: "1" },
  stdio: ["ignore", "pipe", "inherit"]
})

const lines: Array<Line> = [{ text: "\u001b[2m$ npm run demo\u001b[22m", at: 0 }]
let start: number | undefined
for await (const text of createInterface({ input: demo.stdout })) {
  // Compiling the demo is not part of it.
  start ??= Date.now() - 400
  lines.push({ text, at: Date.now() - start })
}
if (demo.exitCode === null) await once(demo, "exit")
if (demo.exitCode !== 0) throw new Error(`The demo has failed with ${demo.exitCode}`)

Fs.writeFileSync(Path.join(root, "docs/demo.svg"), draw(lines, "The demo of forgecast in a terminal"))
