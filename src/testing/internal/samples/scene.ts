/** A small simulated service, of which a sample is a response. So samples are whole, and agree with each other. */
import * as Schema from "effect/Schema"
import type { HookSeed } from "../../ForgeHookSeed.ts"
import type { AppSeed, ContentSeed, ManifestSeed, RepositorySeed, TeamSeed } from "../../ForgeSeed.ts"
import type { VaultSeed } from "../../ForgeSettingsSeed.ts"
import type { Overrides, Place, Recorded, Sample } from "../../SampleTypes.ts"
import { textOf } from "../exchange.ts"
import { makeService } from "../forge/service.ts"
import type { World } from "../forge/state/model.ts"
import { plant } from "../forge/state/seed/plant.ts"

interface Scene extends Place {
  readonly repository?: Omit<RepositorySeed, "owner" | "name"> | undefined
  readonly organization?: string | undefined
  /** Secrets and variables of the organization. */
  readonly settings?: VaultSeed | undefined
  readonly teams?: ReadonlyArray<TeamSeed> | undefined
  /** Those of the organization. */
  readonly hooks?: ReadonlyArray<HookSeed> | undefined
  readonly apps?: ReadonlyArray<AppSeed> | undefined
  readonly manifests?: ReadonlyArray<ManifestSeed>
  readonly user?: string | undefined
  readonly gists?: ContentSeed["gists"]
  readonly notifications?: ContentSeed["notifications"]
  /** The representation that is asked for. */
  readonly media?: string | undefined
  /** Gets what is delivered to hooks. */
  readonly send?: World["send"]
  /** The next id of each kind of record. */
  readonly ids?: Readonly<Record<string, number | undefined>> | undefined
}

const now = Date.parse("2026-01-15T09:00:00Z")
const created_at = "2025-11-03T08:30:00Z"

const files = {
  "README.md": "# web\n\nThe web client.\n",
  LICENSE: "MIT License\n\nCopyright (c) 2025 Acme\n",
  "src/start.ts": 'export const start = () => "ready"\n'
}

export const me = "octocat"

const seedOf = ({
  gists = [],
  apps = [],
  hooks = [],
  manifests = [],
  notifications = [],
  organization,
  owner = "acme",
  repo = "web",
  repository,
  settings,
  teams = [],
  user = me
}: Scene): ContentSeed => ({
  gists,
  manifests,
  notifications,
  users: [
    {
      login: user,
      name: "Mona Octocat",
      email: "octocat@example.com",
      company: "@acme",
      blog: "https://octocat.example",
      location: "San Francisco",
      bio: "Likes labels.",
      followers: 20,
      following: 3,
      created_at
    },
    { login: "hubot", name: "Hubot", email: "hubot@example.com", created_at }
  ],
  organizations: [
    {
      login: organization ?? owner,
      name: "Acme",
      description: "Makes everything.",
      blog: "https://acme.example",
      location: "Everywhere",
      email: "office@acme.example",
      created_at,
      members: { [user]: { role: "admin", public: true } },
      hooks,
      teams,
      ...settings
    }
  ],
  apps,
  repositories: [
    {
      owner,
      name: repo,
      description: "The web client",
      homepage: "https://web.acme.example",
      topics: ["effect", "web"],
      stars: 80,
      created_at,
      collaborators: { [user]: "admin", hubot: "write" },
      ...repository,
      ...(repository?.git === undefined
        ? {
            files: { ...files, ...repository?.files },
            commits: [
              {
                message: "Start faster\n\nReads the cache first.",
                author: { name: "Mona Octocat", email: "octocat@example.com" },
                date: "2026-01-14T15:20:00Z",
                files: { "src/start.ts": 'export const start = () => "ready at once"\n' }
              },
              ...(repository?.commits ?? [])
            ]
          }
        : {})
    }
  ]
})

export type Method = "DELETE" | "GET" | "PATCH" | "POST" | "PUT"

/** Sends a request to the service of a scene, and returns the JSON of its response. */
export interface Client {
  (method: Method, path: string, body?: unknown): unknown
  /** Below the path of the repository. */
  readonly inRepo: (method: Method, path: string, body?: unknown) => unknown
}

export const open = (scene: Scene): Client => {
  const service = makeService({ tokens: {} }, now, undefined, scene.send)
  for (const [kind, id] of Object.entries(scene.ids ?? {})) {
    if (id !== undefined) service.world.ids.set(kind, id)
  }
  plant(service.world, seedOf(scene), now)
  const ask = (method: string, path: string, body?: unknown): unknown => {
    const url = new URL(`${service.urls.api}${path}`)
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const headers = scene.media === undefined ? {} : { accept: `application/vnd.github.${scene.media}+json` }
    const [app] = path.startsWith("/app/") ? service.world.apps.values() : []
    const response = service.act({ method, url, headers, body: bytes }, scene.user ?? me, now, { app: app ?? null })
    const text = textOf(response.body)
    if (response.status > 299) throw new Error(`No sample: ${method} ${path}: ${response.status} ${text}`)
    return text === "" ? undefined : JSON.parse(text)
  }
  const root = `/repos/${encodeURIComponent(scene.owner ?? "acme")}/${encodeURIComponent(scene.repo ?? "web")}`
  return Object.assign(ask, {
    inRepo: (method: Method, path: string, body?: unknown) => ask(method, `${root}${path}`, body)
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Makes the samples of a record from what the service sends of it. */
export const sample = <S extends Recorded, Fields extends object = Overrides<S["Type"], S["Encoded"]>>(
  schema: S,
  write: (fields: Fields | Readonly<Record<string, never>>, place: Place) => unknown
): Sample<S, Fields> => {
  const decode = Schema.decodeUnknownSync(schema)
  const encode = Schema.encodeUnknownSync(schema)
  const wire = (fields?: Fields, place: Place = {}): S["Encoded"] => {
    // The casts are safe: the base decodes by the schema, and the fields are encoded by it.
    const base = write(fields ?? {}, place)
    const given = Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)
    // The service sends fields that the schema leaves out.
    if (given.length === 0) return base as S["Encoded"]
    const encoded: unknown = encode({ ...decode(base), ...Object.fromEntries(given) })
    if (!isRecord(base) || !isRecord(encoded)) return encoded as S["Encoded"]
    const set = given.flatMap(([name]) => (name in encoded ? [[name, encoded[name]] as const] : []))
    return { ...base, ...Object.fromEntries(set) }
  }
  return Object.assign((fields?: Fields, place?: Place) => decode(wire(fields, place)), { wire })
}

/** The item of a list. */
export const first = (list: unknown): unknown => (Array.isArray(list) ? (list as ReadonlyArray<unknown>)[0] : undefined)

/** The field of a record. */
export const field = (record: unknown, name: string): unknown => (isRecord(record) ? record[name] : undefined)

/** Replaces a sha wherever it occurs, in URLs too. */
export const withSha = (record: unknown, from: unknown, to: string | undefined): unknown =>
  to === undefined || typeof from !== "string"
    ? record
    : (JSON.parse(JSON.stringify(record).replaceAll(from, to)) as unknown)
