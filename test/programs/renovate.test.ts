import { expect, it } from "@effect/vitest"
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import * as Effect from "effect/Effect"
import { temporary } from "../services/daemon.ts"
import { guided } from "./guide.ts"
import { cloneOf, git, refusals } from "./program.ts"
import { serveTls } from "./tls.ts"

const manifestOf = (dependency: string, version: string): object => ({
  name: "web",
  private: true,
  dependencies: { [dependency]: version }
})

const fileOf = (manifest: object): string => `${JSON.stringify(manifest, null, 2)}\n`

const seed = {
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: ["octo", "rev"],
      // Manifests of their own, so that one update does not conflict with the other.
      files: {
        "package.json": fileOf(manifestOf("umbrella", "1.0.0")),
        "roof/package.json": fileOf(manifestOf("gutter", "1.0.0"))
      },
      protection: { main: { required_checks: ["build"] } },
      settings: { allow_auto_merge: true }
    },
    {
      owner: "acme",
      name: "umbrella",
      files: { "README.md": "# umbrella\n" },
      tags: { "v1.0.0": "main", "v1.1.0": "main" },
      releases: [{ tag_name: "v1.0.0" }, { tag_name: "v1.1.0", body: "Keeps the rain out." }]
    }
  ]
}

/** An npm registry of two packages. The source of one of them is at a URL. */
const registryOf = (source: string) => {
  const versions = ["1.0.0", "1.1.0"]
  const packaged = (name: string, more: object = {}): object => ({
    name,
    "dist-tags": { latest: "1.1.0" },
    versions: Object.fromEntries(versions.map((version) => [version, { name, version }])),
    ...more
  })
  const packages: ReadonlyMap<string | undefined, object> = new Map([
    ["/umbrella", packaged("umbrella", { repository: { type: "git", url: source } })],
    ["/gutter", packaged("gutter")]
  ])
  const answer = (request: Http.IncomingMessage, response: Http.ServerResponse): void => {
    const found = packages.get(request.url)
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(found ?? {}))
  }
  return Effect.acquireRelease(
    Effect.callback<Http.Server>((resume) => {
      const server = Http.createServer(answer).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
    // The address is an `AddressInfo` when a server listens on a port.
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
}

/** What its pull request of a configuration proposes. */
const onboarding = {
  extends: ["config:recommended"],
  labels: ["dependencies"],
  assignees: ["octo"],
  reviewers: ["rev"],
  automerge: true,
  assignAutomerge: true,
  platformAutomerge: false,
  // An update is not made again for each one that was merged before it.
  rebaseWhen: "conflicted",
  packageRules: [{ matchPackageNames: ["gutter"], platformAutomerge: true }]
}

/** A host that nothing reaches: what is on this machine needs no proxy. */
const nowhere = "http://127.0.0.1:9"

it.live(
  "Renovate proposes its configuration, then updates with release notes, merges one, and leaves one to auto-merge",
  () =>
    Effect.gen(function* () {
      const { ca, simulator } = yield* serveTls(seed)
      const cwd = yield* temporary("forgecast-renovate-")
      const npm = yield* registryOf(`${new URL(simulator.baseUrl).origin}/acme/umbrella`)
      const env = {
        RENOVATE_BASE_DIR: cwd,
        RENOVATE_NPMRC: `registry=${npm}`,
        RENOVATE_ONBOARDING_CONFIG: JSON.stringify(onboarding),
        RENOVATE_X_IGNORE_RE2: "true",
        LOG_LEVEL: "warn",
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
        NO_PROXY: "127.0.0.1"
      }
      const { run } = guided("Renovate", simulator, { ca, cwd, env })
      const renovate = Effect.map(run("renovate"), ({ code, errors, output }) => {
        expect([code, errors, output]).toEqual([0, "", ""])
      })
      yield* renovate
      const { issues: proposed } = yield* simulator.repository("acme/web")
      expect(proposed).toMatchObject([
        { number: 1, title: "Configure Renovate", labels: ["dependencies"], assignees: ["octo"] }
      ])
      expect(proposed[0]?.body).toContain(" to `1.1.0`")
      yield* simulator.finishCheck("acme/web", "build", "success", { ref: "renovate/configure" })
      yield* simulator.merge("acme/web", 1)
      yield* renovate
      const { issues: updating, pulls } = yield* simulator.repository("acme/web")
      const update = { requested_reviewers: ["rev"], merged: false }
      expect(pulls.slice(1)).toMatchObject([
        { ...update, title: "Update dependency gutter to v1.1.0", head: "acme:renovate/gutter-1.x" },
        { ...update, title: "Update dependency umbrella to v1.1.0", head: "acme:renovate/umbrella-1.x" }
      ])
      expect(updating[2]?.body).toContain("Keeps the rain out.")
      expect(updating[3]).toMatchObject({ number: 4, title: "Dependency Dashboard" })
      // The service merges the one with auto-merge as soon as it can, and Renovate the other one when it runs again.
      const mergedOf = Effect.map(simulator.repository("acme/web"), (found) => found.pulls.map(({ merged }) => merged))
      yield* simulator.finishCheck("acme/web", "build", "success", { ref: "renovate/umbrella-1.x" })
      expect(yield* mergedOf).toEqual([true, false, false])
      yield* simulator.finishCheck("acme/web", "build", "success", { ref: "renovate/gutter-1.x" })
      expect(yield* mergedOf).toEqual([true, true, false])
      yield* renovate
      expect(yield* mergedOf).toEqual([true, true, true])
      const { branches, issues } = yield* simulator.repository("acme/web")
      expect(issues[3]?.body).toContain("`umbrella 1.1.0`")
      expect(Object.keys(branches)).toEqual(["main"])
      // It looks for presets of the owner, and for a configuration.
      expect([...new Set(yield* refusals(simulator))]).toEqual([
        "GET /repos/acme/renovate-config/contents/default.json 404",
        "GET /repos/acme/renovate-config/contents/renovate.json 404",
        "GET /repos/acme/.github/contents/renovate-config.json 404",
        "GET /repos/acme/web/contents/renovate.json 404"
      ])
      yield* git(cwd, "config", "--global", "http.sslCAInfo", ca)
      const clone = yield* cloneOf(simulator, "acme/web", cwd)
      yield* git(clone, "fsck", "--strict")
      expect(JSON.parse(yield* git(clone, "show", "HEAD:package.json"))).toEqual(manifestOf("umbrella", "1.1.0"))
      expect(JSON.parse(yield* git(clone, "show", "HEAD:roof/package.json"))).toEqual(manifestOf("gutter", "1.1.0"))
      expect(JSON.parse(yield* git(clone, "show", "HEAD:renovate.json"))).toMatchObject(onboarding)
    }).pipe(Effect.scoped)
)
