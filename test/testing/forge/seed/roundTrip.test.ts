import { describe, expect, it } from "@effect/vitest"
import type { ContentSeed } from "../../../../src/testing/ForgeSeed.ts"
import type { ForgeService } from "../../../../src/testing/internal/forge/service.ts"
import { seedOf } from "../../../../src/testing/internal/forge/state/export.ts"
import { repositorySnapshot } from "../../../../src/testing/internal/forge/state/snapshot.ts"
import { random, type Random } from "../../git/random.ts"
import { anyLook, anyWrite } from "./operations.ts"
import { rich } from "./rich.ts"
import { reads, send, serviceOf, start } from "./service.ts"

/** The service that starts with another one's state, as a file has it, a day later. */
const copyOf = (service: ForgeService): ForgeService => {
  const seed = JSON.parse(JSON.stringify(seedOf(service.world))) as ContentSeed
  return serviceOf(seed, start + 86_400_000)
}

const stateOf = ({ world }: ForgeService) => ({
  seed: seedOf(world),
  snapshots: [...world.repositories.values()].map((each) => repositorySnapshot(world, each))
})

/** The reads that both answer in different ways, by one byte at least. */
const differences = (service: ForgeService, copy: ForgeService, now: number): ReadonlyArray<unknown> =>
  reads(service)
    .map((wire) => ({ wire, expected: send(service, wire, now), found: send(copy, wire, now) }))
    .filter(({ expected, found }) => expected !== found)

/** Sends the same random requests to both, and compares the answers. Returns how many were accepted. */
const run = (r: Random, services: ReadonlyArray<ForgeService>, count: number, from: number): number => {
  const [first] = services
  if (first === undefined) return 0
  let accepted = 0
  for (let step = 0; step < count; step++) {
    const wire = r.chance(0.1) ? anyLook(r, first) : anyWrite(r, first)
    const [expected = "", ...others] = services.map((service) => send(service, wire, from + step * 7_000))
    for (const other of others) if (other !== expected) expect([step, wire, other]).toEqual([step, wire, expected])
    if (expected.startsWith("2")) accepted++
  }
  return accepted
}

describe("the state as a seed", () => {
  it("makes the same state again", () => {
    const service = serviceOf(rich)
    const copy = copyOf(service)
    expect(stateOf(copy)).toEqual(stateOf(service))
    expect(differences(service, copy, start + 1_000)).toEqual([])
  })

  it.each(Array.from({ length: 8 }, (_, index) => index + 1))(
    "makes the same state again after random requests, and goes on like it: %i",
    (seed) => {
      const r = random(seed)
      const service = serviceOf(rich)
      expect(run(r, [service], 150, start)).toBeGreaterThan(5)
      const copy = copyOf(service)
      const later = start + 2 * 86_400_000
      expect(stateOf(copy)).toEqual(stateOf(service))
      expect(differences(service, copy, later)).toEqual([])
      run(r, [service, copy], 100, later)
      expect(stateOf(copy)).toEqual(stateOf(service))
      expect(differences(service, copy, later + 86_400_000)).toEqual([])
    }
  )
})
