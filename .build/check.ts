/** `npm run check`: all checks side by side. Prints those that fail, and how long each took. */
import { spawn } from "node:child_process"

/** The longest first: there are few processors. */
const checks = ["types", "lint", "unused", "docs", "house", "format"]

const began = performance.now()

const run = (check: string): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn("npm", ["run", "--silent", `check:${check}`])
    const printed: Array<Buffer> = []
    child.stdout.on("data", (piece: Buffer) => printed.push(piece))
    child.stderr.on("data", (piece: Buffer) => printed.push(piece))
    child.on("close", (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${check} ${code === 0 ? "passed" : "failed"} after ${seconds} s`)
      if (code !== 0) process.stdout.write(Buffer.concat(printed))
      resolve(code === 0)
    })
  })

const passed = await Promise.all(checks.map(run))
if (passed.includes(false)) process.exitCode = 1
