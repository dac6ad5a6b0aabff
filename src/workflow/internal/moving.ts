/** Moves a branch to a commit that is made for it, and begins again when somebody else has moved it. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Pull from "effect/Pull"
import * as Result from "effect/Result"
import * as Schedule from "effect/Schedule"
import type { Forge } from "../../forge/Forge.ts"
import * as Refs from "../../forge/Refs.ts"
import { type Conflict, type NotFound, type RequestError, ValidationFailed } from "../../rest/RestError.ts"
import * as Write from "../../rest/Write.ts"

/** A branch, and where it starts if it is new. */
export interface Moved {
  readonly owner: string
  readonly repo: string
  readonly branch: string
  readonly base?: string | undefined
}

interface Following<out R> {
  readonly schedule?: Schedule.Schedule<unknown, ValidationFailed, never, R> | undefined
  readonly from?: "branch" | "base" | undefined
}

type Failure = RequestError | NotFound | Conflict | ValidationFailed

const usualSchedule = Schedule.exponential("100 millis").pipe(Schedule.jittered, Schedule.upTo({ times: 9 }))

/** `commitOn` makes the commit that follows a parent, and returns its sha: that of the parent if there is nothing to do. */
export const moveTo = Effect.fnUntraced(function* <E, R = never>(
  input: Moved,
  commitOn: (parent: string) => Effect.Effect<string, E, Forge>,
  { from = "branch", schedule = usualSchedule }: Following<R>
): Effect.fn.Return<{ readonly sha: string; readonly action: "committed" | "unchanged" }, E | Failure, Forge | R> {
  const step = yield* Schedule.toStep(schedule)
  let head = yield* headOf(input)
  while (true) {
    const parent = from === "base" && input.base !== undefined ? yield* find(input, input.base) : head.sha
    const sha = yield* commitOn(parent)
    if (sha === parent) return { sha, action: "unchanged" }
    const moved = yield* Effect.result(move(input, head, sha, from === "base"))
    if (Result.isSuccess(moved)) return { sha, action: "committed" }
    const { failure } = moved
    if (!(failure instanceof ValidationFailed)) return yield* failure
    const now = yield* headOf(input)
    // Refused for another reason than that the branch has moved, or that somebody else has created it.
    if (now.sha === head.sha && now.isNew === head.isNew) return yield* failure
    const delay = yield* step(yield* Clock.currentTimeMillis, failure).pipe(
      Effect.map(([, delay]) => delay),
      Pull.catchDone(() => Effect.undefined)
    )
    if (delay === undefined) return yield* failure
    yield* Effect.sleep(delay)
    head = now
  }
})

/** Where a branch is, or where it will start. */
interface Head {
  readonly sha: string
  readonly isNew: boolean
}

const headOf = (input: Moved): Effect.Effect<Head, Failure, Forge> => {
  const { base, branch } = input
  const there = Effect.map(find(input, branch), (sha): Head => ({ sha, isNew: false }))
  return base === undefined
    ? there
    : Effect.catchTag(there, "NotFound", () => Effect.map(find(input, base), (sha): Head => ({ sha, isNew: true })))
}

const find = ({ owner, repo }: Moved, name: string) =>
  Effect.map(Refs.get({ owner, repo, ref: `heads/${name}` }), ({ object }) => object.sha)

/** Moves the branch, unless somebody else has. */
const move = ({ branch, owner, repo }: Moved, { isNew }: Head, sha: string, isForced: boolean) =>
  isNew
    ? Write.once(Refs.create, { owner, repo, ref: `refs/heads/${branch}`, sha }, { key: sha })
    : Refs.update({ owner, repo, ref: `heads/${branch}`, sha, force: isForced || undefined })
