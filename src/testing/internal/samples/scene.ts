/** A small simulated service, of which a sample is an answer. So samples are whole, and agree with each other. */
import type { ContentSeed, RepositorySeed, TeamSeed } from "../../ForgeSeed.ts"
import type { Place } from "../../Sample.ts"
import { textOf } from "../exchange.ts"
import { makeService } from "../forge/service.ts"
import { plant } from "../forge/state/seed/plant.ts"

export interface Scene extends Place {
  readonly repository?: Omit<RepositorySeed, "owner" | "name"> | undefined
  readonly organization?: string | undefined
  readonly teams?: ReadonlyArray<TeamSeed> | undefined
  readonly user?: string | undefined
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
  organization,
  owner = "acme",
  repo = "web",
  repository,
  teams = [],
  user = me
}: Scene): ContentSeed => ({
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
      teams
    }
  ],
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

/** Sends a request to the service of a scene, and returns the JSON of its answer. */
export interface Ask {
  (method: "GET" | "POST" | "PUT", path: string, body?: unknown): unknown
  /** Below the path of the repository. */
  readonly inRepo: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => unknown
}

export const open = (scene: Scene): Ask => {
  const service = makeService({ tokens: {} }, now)
  for (const [kind, id] of Object.entries(scene.ids ?? {})) {
    if (id !== undefined) service.world.ids.set(kind, id)
  }
  plant(service.world, seedOf(scene), now)
  const ask = (method: string, path: string, body?: unknown): unknown => {
    const url = new URL(`${service.urls.api}${path}`)
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const answer = service.act({ method, url, headers: {}, body: bytes }, scene.user ?? me, now)
    const text = textOf(answer.body)
    if (answer.status > 299) throw new Error(`No sample: ${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  const root = `/repos/${encodeURIComponent(scene.owner ?? "acme")}/${encodeURIComponent(scene.repo ?? "web")}`
  return Object.assign(ask, {
    inRepo: (method: "GET" | "POST" | "PUT", path: string, body?: unknown) => ask(method, `${root}${path}`, body)
  })
}
