/** The checks as a program of a server: `main.ts <URL of the host> <fetch or node>`. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Forge from "forgecast/forge/Forge"
import { runAll } from "./checks.ts"
import { host, type Layers } from "./setting.ts"

const layersOf = async (kind: string | undefined): Promise<Layers> => {
  if (kind === "fetch") return { forge: Forge.layerGitHub, client: FetchHttpClient.layer }
  const { ForgeNode } = await import("forgecast/node")
  return { forge: ForgeNode.layerGitHub, client: ForgeNode.layerHttpClient() }
}

const [root = "", kind] = process.argv.slice(2)
const server = host(root)

await Effect.runPromise(Effect.flatMap(runAll(server, await layersOf(kind)), server.report))
