/** What the command starts with: its state, or a seed. */
import { readFile } from "node:fs/promises"
import { text as textOf } from "node:stream/consumers"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { RepositorySeed, Seed } from "../../../ForgeSeed.ts"
import * as SimulatorSeed from "../../../SimulatorSeed.ts"
import { parseSeed } from "../../seed/decode.ts"
import { type Options, Refused, type Source } from "./options.ts"

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const parsed = (name: string, text: string): Seed => {
  const seed = parseSeed(text)
  if (Result.isFailure(seed)) throw new Refused(`${name}: ${seed.failure}`)
  return seed.success
}

const readSeed = async (file: string): Promise<Seed> => {
  if (file === "-") return parsed("standard input", await textOf(process.stdin))
  try {
    return parsed(file, await readFile(file, "utf8"))
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(`${file} cannot be read. ${reasonOf(error)}`)
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT"

/** The state that a file has; undefined if there is no file yet. */
const readState = async (file: string): Promise<Seed | undefined> => {
  let text: string
  try {
    text = await readFile(file, "utf8")
  } catch (error) {
    if (isMissing(error)) return undefined
    throw new Refused(`${file} cannot be read. ${reasonOf(error)}`)
  }
  return parsed(file, text)
}

const readSource = async ({ kind, name, owner, path }: Source): Promise<RepositorySeed> => {
  const read: Effect.Effect<Partial<RepositorySeed>, SimulatorSeed.SeedFailed> = kind === "git"
    ? SimulatorSeed.fromGit(path)
    : SimulatorSeed.fromDirectory(path)
  const result = await Effect.runPromise(Effect.result(Effect.map(read, (content) => ({ ...content, owner, name }))))
  if (Result.isFailure(result)) throw new Refused(result.failure.message)
  return result.success
}

/** Reads what the options name. A state that exists wins. Rejects with `Refused`. */
export const readStart = async (options: Options): Promise<Seed> => {
  const state = options.state === undefined ? undefined : await readState(options.state)
  if (state !== undefined) return state
  const seed = options.seed === undefined ? {} : await readSeed(options.seed)
  const sources = await Promise.all(options.sources.map(readSource))
  return sources.length === 0 ? seed : { ...seed, repositories: [...(seed.repositories ?? []), ...sources] }
}
