#!/usr/bin/env node
/** The command `forgecast`. */
import { readFile } from "node:fs/promises"
import { resolve } from "node:path"

/** The root of the package, from the sources as from what is built of them. */
const root = resolve(import.meta.dirname, "../..")

const load = async () => {
  try {
    return {
      runtime: await import("@effect/platform-node/NodeRuntime"),
      services: await import("@effect/platform-node/NodeServices")
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    process.stderr.write(
      `forgecast needs the package @effect/platform-node, which cannot be loaded. To install it, run: npm install --save-dev @effect/platform-node (${reason})\n`
    )
    return undefined
  }
}

const loaded = await load()
if (loaded === undefined) {
  process.exitCode = 1
} else {
  const [Command, Effect, Add] = await Promise.all([
    import("effect/cli/Command"),
    import("effect/Effect"),
    import("./add/command.ts")
  ])
  const manifest = JSON.parse(await readFile(resolve(root, "package.json"), "utf8")) as { readonly version: string }
  const forgecast = Command.make("forgecast").pipe(
    Command.withDescription("Typed clients of the GitHub REST API: what belongs into your own project"),
    Command.withSubcommands([Add.command])
  )
  Command.run(forgecast, { version: manifest.version }).pipe(
    Effect.provide(loaded.services.layer),
    loaded.runtime.runMain
  )
}
