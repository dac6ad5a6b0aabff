/** Receivers on Node, on Bun and as a worker take what is signed, and refuse what is not. */
import { describe, expect, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import * as Path from "node:path"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as WebhookSignature from "../../src/forge/WebhookSignature.ts"
import { bundled } from "../bundled.ts"
import { temporary } from "../services/daemon.ts"
import { pingBody, pingWith } from "./ping.ts"

const secret = "It's a Secret to Everybody"

const bin = (name: string) => Path.resolve(import.meta.dirname, "../../node_modules/.bin", name)

const post = (port: number, signature: string): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/webhooks`, pingWith(signature)).then(({ status }) => status)

describe.each<[string, string, (program: string) => ReadonlyArray<string>]>([
  ["node", process.execPath, (program) => [program]],
  ["bun", bin("bun"), (program) => [program]],
  ["worker", bin("deno"), (program) => ["serve", "--allow-all", "--no-lock", "--host=127.0.0.1", "--port=0", program]]
])("a receiver: %s", (name, command, args) => {
  it.live("starts, and responds with a 202 to what it keeps and handles", () =>
    Effect.gen(function* () {
      const program = yield* Effect.promise(() => bundled(`docs/examples/webhooks/${name}.ts`))
      const directory = yield* temporary("forgecast-receiver-")
      const child = spawn(command, args(program), {
        stdio: ["ignore", "pipe", "pipe"],
        env: { ...process.env, GITHUB_WEBHOOK_SECRET: secret, PORT: "0", INBOX: directory }
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => child.kill("SIGKILL")))
      let printed = ""
      for (const stream of [child.stdout, child.stderr])
        stream.on("data", (part: Buffer) => (printed += part.toString()))
      const portOf = () => /\bhttps?:\/\/[^\s/]+:(\d+)/.exec(printed)?.[1]
      while (portOf() === undefined) yield* Effect.sleep("20 millis")
      const port = Number(portOf())
      const signature = yield* WebhookSignature.sign(Redacted.make(secret), pingBody)
      expect(yield* Effect.promise(() => post(port, signature))).toBe(202)
      expect(yield* Effect.promise(() => post(port, `sha256=${"0".repeat(64)}`))).toBe(401)
      while (!printed.includes("Design for failure.")) yield* Effect.sleep("20 millis")
    })
  )
})
