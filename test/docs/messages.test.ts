/** The messages that the guide to troubleshooting quotes. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { root } from "../../.build/docs/snippets.ts"

const page = Fs.readFileSync(Path.join(root, "docs/guides/troubleshooting.md"), "utf8")
const [, table = ""] = /^\| message \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/m.exec(page) ?? []
const messages = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, message = ""]) => message)

const sources = Fs.globSync("src/**/*.ts", { cwd: root })
  .map((file) => Fs.readFileSync(Path.join(root, file), "utf8"))
  .join("\n")

/** Whether the sources have each part of a message. What stands between the parts differs. */
const exists = (message: string): boolean => message.split("…").every((part) => sources.includes(part))

describe("messages in the guide to troubleshooting", () => {
  it("are found", () => {
    assert.isAbove(messages.length, 5)
    assert.isFalse(exists("… is not the address of an HTTP proxy"))
  })

  it.each(messages)("exist: %s", (message) => {
    assert.isTrue(exists(message))
  })
})
