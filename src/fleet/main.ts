#!/usr/bin/env node
/** The command `forgecast-fleet`. */
import * as Fs from "node:fs"
import * as Http from "node:http"
import { parseArgs } from "node:util"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Effect from "effect/Effect"
import * as HttpServer from "effect/http/HttpServer"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import * as DurableNode from "../node/DurableNode.ts"
import { makeHandler } from "./server.ts"

const help = `Usage: forgecast-fleet [options]

Serves a page about the durable workflows in a database until it is stopped: what runs, its steps, times and requests. People
with the token may cancel, resume, retry and delete workflows. Without a token, the page is read-only.

  --database DATABASE  URL of a PostgreSQL database (default: the variable DATABASE_URL), or the path of a file
  --port NUMBER        port to listen on (0: any free port; default: 0)
  --host ADDRESS       address to listen on (default: 127.0.0.1)
  --allow-host NAME    also answer requests to this host name, in addition to localhost and addresses; can be given more than once
  -h, --help           print this text, and exit

The token is the variable FORGECAST_FLEET_TOKEN, with 16 characters or more. The page has no encryption: put it behind a
proxy with TLS if the network is not your own.
`

/** Says in one line what the user has to change. */
class InvalidOptions extends Error {}

const optionsOf = () => {
  try {
    return parseArgs({
      options: {
        database: { type: "string" },
        port: { type: "string", default: "0" },
        host: { type: "string", default: "127.0.0.1" },
        "allow-host": { type: "string", multiple: true, default: [] },
        help: { type: "boolean", short: "h", default: false }
      }
    }).values
  } catch (error) {
    throw new InvalidOptions(error instanceof Error ? error.message : String(error))
  }
}

const portOf = (text: string): number => {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidOptions(`--port must be a number up to 65535, not ${text}`)
  return port
}

const tokenOf = (token: string | undefined): Redacted.Redacted<string> | null => {
  if (token === undefined || token === "") return null
  if (token.length < 16) throw new InvalidOptions("FORGECAST_FLEET_TOKEN must have 16 characters or more")
  return Redacted.make(token)
}

const databaseOf = (database: string | undefined): Layer.Layer<SqlClient, SqlError | InvalidOptions> => {
  if (database === undefined) throw new InvalidOptions("Give a database: --database, or the variable DATABASE_URL")
  if (!/^postgres(ql)?:\/\//.test(database)) {
    if (!Fs.existsSync(database)) throw new InvalidOptions(`There is no file ${database}`)
    return DurableNode.layerDatabase(database)
  }
  return Layer.unwrap(
    Effect.map(
      Effect.tryPromise({
        try: () => import("@effect/sql-pg/PgClient"),
        catch: () => new InvalidOptions("PostgreSQL needs a package: npm install @effect/sql-pg")
      }),
      (client) => client.layer({ url: Redacted.make(database), maxConnections: 4 })
    )
  )
}

const complain = (message: string) =>
  Effect.sync(() => {
    process.stderr.write(`forgecast-fleet: ${message.replaceAll("\n", " ")}\n`)
    process.exitCode = 1
  })

/** What serves, as the arguments say; null if they ask for the help. */
const serverOf = () => {
  const { "allow-host": hosts, database, help: isAsked, host, port } = optionsOf()
  if (isAsked) return null
  const handler = makeHandler({ token: tokenOf(process.env["FORGECAST_FLEET_TOKEN"]), hosts })
  const ready = HttpServer.addressFormattedWith((address) =>
    Effect.sync(() => void process.stdout.write(`page ${address}\n`))
  )
  return HttpServer.serve(handler).pipe(
    Layer.merge(Layer.effectDiscard(ready)),
    Layer.provide(
      NodeHttpServer.layer(() => Http.createServer(), { host, port: portOf(port), disablePreemptiveShutdown: true })
    ),
    // A client of PostgreSQL connects when it is first used.
    Layer.provide(Layer.effectDiscard(Effect.flatMap(SqlClient, (sql) => sql`SELECT 1`))),
    Layer.provide(databaseOf(database ?? process.env["DATABASE_URL"]))
  )
}

const main = Effect.gen(function* () {
  const server = yield* Effect.try({ try: serverOf, catch: (error) => error })
  if (server === null) process.stdout.write(help)
  else yield* Layer.launch(server)
}).pipe(
  Effect.catch((error) => {
    if (error instanceof InvalidOptions) return complain(error.message)
    if (isSqlError(error)) return complain(`The database cannot be opened: ${error.reason.message}`)
    const { cause = error } = error instanceof Error ? error : {}
    return complain(`It cannot listen: ${cause instanceof Error ? cause.message : "the address is not free"}`)
  })
)

NodeRuntime.runMain(main)
