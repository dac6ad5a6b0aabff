/** The simulated code-hosting service: how long its git objects take. */
import {
  emptyWorld,
  type Repository,
  repositoryNamed,
  type World
} from "../../src/testing/internal/forge/state/model.ts"
import { plant } from "../../src/testing/internal/forge/state/seed/plant.ts"
import { changesBetween } from "../../src/testing/internal/git/changes.ts"
import { log, pathHistory } from "../../src/testing/internal/git/history.ts"
import { mergeCommits } from "../../src/testing/internal/git/merge.ts"
import { type Commit, commitOf } from "../../src/testing/internal/git/objects.ts"
import { type Row, row } from "./report.ts"

const files = 500
const commits = 2_000
const rounds = 7

/** All files in one directory is the worst case: each commit writes a tree of all of them. */
const pathOf = { flat: (file: number) => `file-${file}.ts`, deep: (file: number) => `src/${file % 20}/file-${file}.ts` }

const contentOf = (file: number, version: number): string =>
  Array.from({ length: 40 }, (_, at) => `line ${at} of ${file}${at === version % 40 ? `, ${version}` : ""}\n`).join("")

const seedOf = (shape: keyof typeof pathOf) => {
  const path = pathOf[shape]
  const all = Array.from({ length: files }, (_, file) => [path(file), contentOf(file, 0)] as const)
  return {
    owner: "acme",
    name: "web",
    files: Object.fromEntries(all),
    commits: Array.from({ length: commits }, (_, at) => ({
      message: `Commit ${at}`,
      files: { [path(at % files)]: contentOf(at % files, at) }
    })),
    branches: { feature: { files: { [path(3)]: contentOf(3, 35) } } }
  }
}

interface Planted {
  readonly world: World
  readonly repository: Repository
}

const planted = (seed: ReturnType<typeof seedOf>): Planted => {
  const world = emptyWorld()
  plant(world, { repositories: [seed] }, Date.UTC(2026, 6, 1))
  const repository = repositoryNamed(world, "acme/web")
  if (repository === undefined) throw new Error("The repository is missing")
  return { world, repository }
}

/** The processor's milliseconds of each round: the wall clock depends on what else the machine does. */
const timed = <A>(prepare: (round: number) => A, work: (prepared: A) => unknown): ReadonlyArray<number> =>
  Array.from({ length: rounds }, (_, round) => {
    const prepared = prepare(round)
    globalThis.gc?.({ type: "minor" })
    const before = process.cpuUsage()
    work(prepared)
    const { system, user } = process.cpuUsage(before)
    return (system + user) / 1_000
  })

const first = <A>(values: Iterable<A>, count: number): ReadonlyArray<A> => {
  const taken: Array<A> = []
  for (const value of values) {
    if (taken.push(value) === count) break
  }
  return taken
}

export const simulator = (): Promise<ReadonlyArray<Row>> => {
  const seeds = { flat: seedOf("flat"), deep: seedOf("deep") }
  const seeding = (shape: keyof typeof seeds): Row =>
    row(
      `${commits} commits × ${files} files seeded, ${shape}`,
      timed(() => seeds[shape], planted),
      { unit: "ms", target: 1_500 }
    )
  const rows = [seeding("flat"), seeding("deep")]
  const { repository, world } = planted(seeds.flat)
  const { objects } = world
  const tip = (branch: string): string => repository.refs.get(`refs/heads/${branch}`) ?? ""
  const history = [...log(objects, tip("main"))]
  const nth = (at: number): Commit => commitOf(objects, history[at]?.sha ?? "")
  const ms = (name: string, values: ReadonlyArray<number>, target: number): Row =>
    row(name, values, { unit: "ms", target })
  return Promise.resolve([
    ...rows,
    // Each round merges other commits, since results are remembered.
    ms(
      "a merge there",
      timed(nth, ({ sha }) => mergeCommits(objects, sha, tip("feature"))),
      20
    ),
    ms(
      "a page of 100 commits",
      timed(
        () => tip("main"),
        (sha) => first(log(objects, sha), 100)
      ),
      5
    ),
    ms(
      "the history of a file",
      timed(
        () => tip("main"),
        (sha) => first(pathHistory(objects, sha, pathOf.flat(7)), 100)
      ),
      50
    ),
    ms(
      "the changes of a commit",
      timed(nth, ({ parents, tree }) => changesBetween(objects, commitOf(objects, parents[0] ?? "").tree, tree)),
      5
    )
  ])
}
