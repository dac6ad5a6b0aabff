/** Compares the look-up of a commit's pull requests with a look at all of them, after random requests. */
import { expect, it } from "@effect/vitest"
import type { Repository, World } from "../../../../src/testing/internal/forge/state/model.ts"
import {
  baseSha,
  isPull,
  type Pull,
  pullsBringing,
  rangeOf
} from "../../../../src/testing/internal/forge/state/pulls.ts"
import { branchTip } from "../../../../src/testing/internal/forge/state/refs.ts"
import { isAncestor } from "../../../../src/testing/internal/git/history.ts"
import { commitOf, type Sha } from "../../../../src/testing/internal/git/objects.ts"
import { random } from "../../git/random.ts"
import { anyWrite } from "../seed/operations.ts"
import { rich } from "../seed/rich.ts"
import { send, serviceOf, start } from "../seed/service.ts"

const brings = ({ objects }: World, repository: Repository, pull: Pull, sha: Sha): boolean => {
  const { head, merge_commit_sha, merged_at } = pull.pull_request
  const base = baseSha(repository, pull)
  const main = branchTip(repository, repository.default_branch)
  const isMerged = main !== undefined && isAncestor(objects, sha, main)
  if (merged_at === null && (pull.state === "closed" || isMerged)) return false
  const isIn = (to: Sha) => rangeOf(objects, base, to).ahead.some((commit) => commit.sha === sha)
  if (isIn(head.sha)) return true
  if (merged_at === null || merge_commit_sha === null) return false
  return commitOf(objects, merge_commit_sha).parents.length > 1 ? merge_commit_sha === sha : isIn(merge_commit_sha)
}

const numbers = (pulls: ReadonlyArray<Pull>) => pulls.map(({ number }) => number)

it.each([1, 2, 3])("finds the pull requests of every commit: %i", (seed) => {
  const r = random(seed)
  const service = serviceOf(rich)
  const { world } = service
  const counts = { merged: 0, open: 0 }
  for (let step = 0; step < 160; step++) {
    send(service, anyWrite(r, service), start + step * 7_000)
    if (step % 20 !== 0) continue
    for (const repository of world.repositories.values()) {
      const all = repository.issues.group("kind", "pull", "created").all.filter(isPull)
      for (const sha of world.objects.commits.keys()) {
        const found = pullsBringing(world, repository, sha)
        const expected = all.filter((pull) => brings(world, repository, pull, sha))
        expect([step, sha, numbers(found)]).toEqual([step, sha, numbers(expected)])
        for (const { state } of found) counts[state === "open" ? "open" : "merged"]++
      }
    }
  }
  expect(Math.min(counts.merged, counts.open)).toBeGreaterThan(10)
})
