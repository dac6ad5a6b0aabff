/** How files of a repository, and all of its parts, become as they are wanted. */
import * as Effect from "effect/Effect"
import * as Contents from "../../../forge/Contents.ts"
import type { Forge } from "../../../forge/Forge.ts"
import * as Propose from "../../Propose.ts"
import type { Config, WantedFiles } from "../../SyncInput.ts"
import type { Change, Kind, WholeFailure } from "../../SyncPlan.ts"
import { collaboratorsSteps, teamsSteps, webhooksSteps } from "./access.ts"
import type { Step, Steps } from "./engine.ts"
import type { Place } from "../place.ts"
import { labelSteps } from "./labels.ts"
import { secretsSteps, settingsSteps, topicsSteps } from "./repository.ts"
import { protectionSteps, rulesetsSteps } from "./rules.ts"

export const filesSteps = Effect.fnUntraced(function* (
  { owner, repo }: Place,
  { base, body, branch = "forgecast/files", contents, title = "Update shared files" }: WantedFiles
): Effect.fn.Return<Steps<WholeFailure>, WholeFailure, Forge> {
  const place = { owner, repo }
  const paths = Object.entries(contents)
  const found = yield* Effect.forEach(paths, ([path]) => textOf({ ...place, path, ref: base }), { concurrency: 4 })
  const changes = paths.flatMap(([name, wanted], index): ReadonlyArray<Change> => {
    const there = found[index] ?? null
    if (there === wanted) return []
    const action = there === null ? "create" : wanted === null ? "remove" : "update"
    return [{ kind: "files", action, name, differences: [] }]
  })
  const changed = new Set(changes.map(({ name }) => name))
  const proposal = { ...place, base, branch, message: title, title, body, files: contents }
  // It has no limit, and is merged by people.
  const apply = Effect.catchTag(Propose.pullRequest(proposal), ["ProposalsLimited", "AutoMergeRefused"], Effect.die)
  const step: Step<WholeFailure> = { changes, apply }
  return {
    steps: changes.length === 0 ? [] : [step],
    unchanged: paths.flatMap(([path]) => (changed.has(path) ? [] : [path]))
  }
})

/** The text of a file; null if there is none. */
const textOf = Effect.fnUntraced(function* (file: {
  readonly owner: string
  readonly repo: string
  readonly path: string
  readonly ref: string | undefined
}): Effect.fn.Return<string | null, WholeFailure, Forge> {
  const content = yield* Contents.get(file).pipe(Effect.catchTag("NotFound", () => Effect.succeed(null)))
  // `Propose` refuses to replace anything else.
  if (content === null || content._tag !== "File") return null
  // The service does not inline large files.
  return content.text ?? new TextDecoder().decode(content.bytes ?? (yield* Contents.download.bytes(file)))
})

type Part = Effect.Effect<Steps<WholeFailure>, WholeFailure, Forge>

/** The parts that a configuration has, in the order in which they are made as they are wanted. */
const partsOf = (place: Place, config: Config): ReadonlyArray<Part> => {
  const prunes = (kind: Kind): boolean => config.prune?.includes(kind) ?? false
  const part = <A>(wanted: A | undefined, steps: (wanted: A) => Part): ReadonlyArray<Part> =>
    wanted === undefined ? [] : [steps(wanted)]
  return [
    part(config.settings, (wanted) => settingsSteps(place, wanted)),
    part(config.topics, (wanted) => topicsSteps(place, wanted, prunes("topics"))),
    part(config.labels, (wanted) => labelSteps(place, wanted, prunes("labels"))),
    part(config.collaborators, (wanted) => collaboratorsSteps(place, wanted, prunes("collaborators"))),
    part(config.teams, (wanted) => teamsSteps(place, wanted, prunes("teams"))),
    part(config.webhooks, (wanted) => webhooksSteps(place, wanted, prunes("webhooks"))),
    part(config.secrets, (wanted) => secretsSteps(place, wanted, prunes("secrets"))),
    part(config.files, (wanted) => filesSteps(place, wanted)),
    // What protects a branch comes last.
    part(config.protection, (wanted) => protectionSteps(place, wanted)),
    part(config.rulesets, (wanted) => rulesetsSteps(place, wanted, prunes("rulesets")))
  ].flat()
}

export const repositorySteps = (place: Place, config: Config): Part =>
  Effect.map(Effect.all(partsOf(place, config)), (parts) => ({
    steps: parts.flatMap(({ steps }) => steps),
    unchanged: parts.flatMap(({ unchanged }) => unchanged)
  }))

/** What holds for one repository: its own parts, and the others of the defaults. */
export const configFor = (repo: string, defaults: Config = {}, own: Readonly<Record<string, Config>> = {}): Config => {
  const config = Object.entries(own).find(([name]) => name.toLowerCase() === repo.toLowerCase())?.[1] ?? {}
  const settings =
    config.settings === undefined && defaults.settings === undefined
      ? undefined
      : { ...defaults.settings, ...config.settings }
  return { ...defaults, ...config, settings }
}
