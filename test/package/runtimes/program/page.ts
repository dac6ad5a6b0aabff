/** The checks as a program of a page. */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Forge from "forgecast/forge/Forge"
import { runAll } from "./checks.ts"
import { host } from "./setting.ts"

const server = host("")

void Effect.runPromise(
  Effect.flatMap(runAll(server, { forge: Forge.layerGitHub, client: FetchHttpClient.layer }), server.report)
)
