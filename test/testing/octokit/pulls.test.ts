/** Pull requests with Octokit: from the branch to the protected merge. */
import { describe, expect, it } from "vitest"
import { numbers } from "./seed.ts"
import { app, refusal, serve } from "./service.ts"

const web = { owner: "acme", repo: "web" }

const service = await serve({
  repositories: [
    {
      owner: "acme",
      name: "web",
      collaborators: { octo: "write", rev: "write", sec: "write", tri: "triage" },
      files: { "README.md": "# web\n", "numbers.txt": numbers },
      issues: [{ title: "It rains in" }],
      protection: { main: { required_checks: ["build", "ci"], required_approvals: 1 } },
      branches: { free: {} }
    }
  ],
  apps: [app("acme")],
  tokens: { acme: "acme", octo: "octo", rev: "rev", sec: "sec", tri: "tri", ada: "ada" },
  limits: { secondary: "none" }
})

const octo = service.octokit("octo").rest
const rev = service.octokit("rev").rest
const sec = service.octokit("sec").rest

const base64 = (text: string) => Buffer.from(text).toString("base64")

const tipOf = async (branch: string) => (await octo.repos.getBranch({ ...web, branch })).data.commit.sha

const branchOff = async (name: string, from = "main") => {
  const sha = await tipOf(from)
  await octo.git.createRef({ ...web, ref: `refs/heads/${name}`, sha })
  return sha
}

const write = async (branch: string, path: string, content: string) => {
  const known = await octo.repos.getContent({ ...web, path, ref: branch }).then(
    ({ data }) => (Array.isArray(data) ? undefined : data.sha),
    () => undefined
  )
  const { data } = await octo.repos.createOrUpdateFileContents({
    ...web,
    path,
    branch,
    message: `Write ${path}`,
    content: base64(content),
    ...(known === undefined ? {} : { sha: known })
  })
  return data.commit.sha ?? ""
}

const open = async (head: string, base = "main", more: object = {}) =>
  (await octo.pulls.create({ ...web, title: `From ${head}`, head, base, ...more })).data.number

/** Asks until the service has worked out whether it can be merged. */
const settled = async (pull_number: number) => {
  expect((await octo.pulls.get({ ...web, pull_number })).data.mergeable).toBe(null)
  return (await octo.pulls.get({ ...web, pull_number })).data
}

const textOf = async (path: string, ref = "main") => {
  const { data } = await octo.repos.getContent({ ...web, path, ref, mediaType: { format: "raw" } })
  return data as unknown
}

describe("a pull request", () => {
  it("is made of commits, reviewed, checked and merged into a protected branch", async () => {
    const main = await branchOff("better")
    const first = await write("better", "numbers.txt", numbers.replace("2\n", "two\n"))
    const second = await write("better", "new.txt", "new\n")
    const pull_number = await open("better", "main", { body: "Fixes #1", maintainer_can_modify: true })
    const pull = { ...web, pull_number }

    const made = (await octo.pulls.get(pull)).data
    expect(made).toMatchObject({ commits: 2, changed_files: 2, additions: 2, deletions: 1, mergeable: null })
    expect([made.base.sha, made.head.sha]).toEqual([main, second])
    expect((await octo.pulls.listCommits(pull)).data.map(({ sha }) => sha)).toEqual([first, second])
    const files = (await octo.pulls.listFiles(pull)).data
    expect(files.map(({ filename, status }) => [filename, status])).toEqual([
      ["new.txt", "added"],
      ["numbers.txt", "modified"]
    ])
    const diff = await octo.pulls.get({ ...pull, mediaType: { format: "diff" } })
    expect(diff.data).toContain("-2\n+two\n")

    expect((await octo.pulls.get(pull)).data.mergeable_state).toBe("blocked")
    expect(await refusal(octo.pulls.merge(pull))).toEqual([405, expect.stringContaining("2 of 2 required")])

    await octo.pulls.requestReviewers({ ...pull, reviewers: ["rev", "sec"] })
    const comments = [{ path: "numbers.txt", line: 2, side: "RIGHT", body: "Why two?" }]
    const asked = await rev.pulls.createReview({ ...pull, event: "REQUEST_CHANGES", body: "Not yet", comments })
    expect(asked.data).toMatchObject({ state: "CHANGES_REQUESTED", commit_id: second })
    const [comment] = (await octo.pulls.listReviewComments(pull)).data
    const answered = await octo.pulls.createReplyForReviewComment({ ...pull, comment_id: comment?.id ?? 0, body: "So" })
    expect(answered.data.in_reply_to_id).toBe(comment?.id)
    expect((await octo.pulls.listRequestedReviewers(pull)).data.users.map(({ login }) => login)).toEqual(["sec"])
    expect((await refusal(octo.pulls.createReview({ ...pull, event: "APPROVE" })))[0]).toBe(422)

    const draft = await rev.pulls.createReview({ ...pull, body: "Better" })
    expect([draft.data.state, draft.data.submitted_at]).toEqual(["PENDING", undefined])
    expect((await octo.pulls.listReviews(pull)).data).toHaveLength(2)
    await rev.pulls.submitReview({ ...pull, review_id: draft.data.id, event: "APPROVE" })

    const { checks } = (await service.installation()).rest
    const run = (await checks.create({ ...web, name: "build", head_sha: second, status: "in_progress" })).data
    await octo.repos.createCommitStatus({ ...web, sha: second, state: "pending", context: "ci" })
    const status = async () => (await octo.repos.getCombinedStatusForRef({ ...web, ref: "better" })).data
    expect(await status()).toMatchObject({ state: "pending", total_count: 1 })
    expect((await refusal(octo.pulls.merge(pull)))[0]).toBe(405)
    await checks.update({ ...web, check_run_id: run.id, conclusion: "success" })
    expect((await refusal(octo.pulls.merge(pull)))[0]).toBe(405)
    await octo.repos.createCommitStatus({ ...web, sha: second, state: "success", context: "ci" })
    expect((await status()).state).toBe("success")
    const runs = (await octo.checks.listForRef({ ...web, ref: "better", status: "completed" })).data
    expect(runs.check_runs.map(({ conclusion, name }) => [name, conclusion])).toEqual([["build", "success"]])

    expect((await octo.pulls.get(pull)).data.mergeable_state).toBe("clean")
    expect(await refusal(octo.pulls.merge({ ...pull, sha: first }))).toEqual([
      409,
      "Head branch was modified. Review and try the merge again."
    ])
    expect((await refusal(octo.pulls.checkIfMerged(pull)))[0]).toBe(404)
    const merged = (await octo.pulls.merge({ ...pull, sha: second, merge_method: "squash" })).data
    expect(merged.merged).toBe(true)
    expect((await octo.pulls.checkIfMerged(pull)).status).toBe(204)
    expect(await refusal(octo.pulls.merge(pull))).toEqual([405, "Pull Request is already merged"])

    const done = (await octo.repos.getCommit({ ...web, ref: "main" })).data
    expect([done.sha, done.parents.map(({ sha }) => sha)]).toEqual([merged.sha, [main]])
    expect(await textOf("new.txt")).toBe("new\n")
    expect((await octo.issues.get({ ...web, issue_number: 1 })).data).toMatchObject({ state: "closed" })
    const from = (await octo.repos.listPullRequestsAssociatedWithCommit({ ...web, commit_sha: merged.sha })).data
    expect(from.map(({ number }) => number)).toEqual([pull_number])
    await octo.git.deleteRef({ ...web, ref: "heads/better" })
    expect(await refusal(octo.repos.getBranch({ ...web, branch: "better" }))).toEqual([404, "Branch not found"])
  })

  it("is made of objects of git", async () => {
    const base = (await octo.repos.getCommit({ ...web, ref: "free" })).data
    const blob = (await octo.git.createBlob({ ...web, content: base64("\0bytes"), encoding: "base64" })).data
    const entry = (path: string, more: object) => ({ path, mode: "100644" as const, type: "blob" as const, ...more })
    const tree = await octo.git.createTree({
      ...web,
      base_tree: base.commit.tree.sha,
      tree: [
        entry("bin/data", { sha: blob.sha }),
        entry("a.txt", { content: "a\n" }),
        entry("README.md", { sha: null })
      ]
    })
    const commit = await octo.git.createCommit({
      ...web,
      message: "Three changes",
      tree: tree.data.sha,
      parents: [base.sha],
      author: { name: "Zoé", email: "zoe@example.com", date: "2026-01-02T03:04:05Z" }
    })
    await octo.git.createRef({ ...web, ref: "refs/heads/objects", sha: commit.data.sha })
    const { data } = await octo.repos.compareCommitsWithBasehead({ ...web, basehead: "free...objects" })
    expect(data).toMatchObject({ status: "ahead", ahead_by: 1, behind_by: 0, total_commits: 1 })
    expect(data.files?.map(({ filename, status }) => [filename, status])).toEqual([
      ["README.md", "removed"],
      ["a.txt", "added"],
      ["bin/data", "added"]
    ])
    const pull_number = await open("objects", "free")
    const merged = (await octo.pulls.merge({ ...web, pull_number, merge_method: "rebase" })).data
    const tip = (await octo.repos.getCommit({ ...web, ref: "free" })).data
    expect([tip.sha, tip.commit.author?.name, tip.commit.tree.sha]).toEqual([merged.sha, "Zoé", tree.data.sha])
    expect(await refusal(octo.git.updateRef({ ...web, ref: "heads/free", sha: base.sha }))).toEqual([
      422,
      "Update is not a fast forward"
    ])
    await octo.git.updateRef({ ...web, ref: "heads/free", sha: base.sha, force: true })
    expect(await tipOf("free")).toBe(base.sha)
  })

  it("that conflicts is not merged until its branch is", async () => {
    await branchOff("one", "free")
    await branchOff("two", "free")
    await write("one", "numbers.txt", numbers.replace("2\n", "two\n"))
    await write("two", "numbers.txt", numbers.replace("2\n", "zwei\n"))
    const [one, two] = [await open("one", "free"), await open("two", "free")]
    expect((await settled(two)).mergeable).toBe(true)
    await octo.pulls.merge({ ...web, pull_number: one })
    const stuck = await settled(two)
    expect([stuck.mergeable, stuck.mergeable_state]).toEqual([false, "dirty"])
    expect(await refusal(octo.pulls.merge({ ...web, pull_number: two }))).toEqual([
      405,
      "Pull Request is not mergeable"
    ])
    expect((await refusal(octo.pulls.updateBranch({ ...web, pull_number: two })))[0]).toBe(422)
    await write("two", "numbers.txt", numbers.replace("2\n", "two\n"))
    expect((await settled(two)).mergeable).toBe(true)
    await octo.pulls.updateBranch({ ...web, pull_number: two })
    const { data } = await octo.pulls.merge({ ...web, pull_number: two, commit_title: "Both", commit_message: "" })
    const { commit, parents } = (await octo.repos.getCommit({ ...web, ref: data.sha })).data
    expect([commit.message, parents.length]).toEqual(["Both", 2])
    const history = (await octo.repos.listCommits({ ...web, sha: "free", path: "numbers.txt" })).data
    expect(history.map((each) => each.commit.message.split("\n")[0])).toEqual(["Write numbers.txt", "Initial commit"])
  })

  it("that is a draft, or whose sender may not write, is refused", async () => {
    await branchOff("draft", "free")
    expect(await refusal(octo.pulls.create({ ...web, title: "None", head: "draft", base: "free" }))).toEqual([
      422,
      "Validation Failed"
    ])
    await write("draft", "a.txt", "a\n")
    const pull_number = await open("draft", "free", { draft: true })
    expect(await refusal(octo.pulls.merge({ ...web, pull_number }))).toEqual([405, "Pull Request is still a draft"])
    const tri = service.octokit("tri").rest
    expect((await refusal(tri.pulls.merge({ ...web, pull_number })))[0]).toBe(403)
    const ada = service.octokit("ada").rest
    expect((await refusal(ada.pulls.update({ ...web, pull_number, title: "Mine" })))[0]).toBe(403)
    const nobody = service.octokit().rest
    expect((await refusal(nobody.pulls.createReview({ ...web, pull_number, event: "APPROVE" })))[0]).toBe(401)
    expect((await sec.pulls.createReview({ ...web, pull_number, event: "APPROVE" })).data.body).toBe("")
    const closed = (await octo.pulls.update({ ...web, pull_number, state: "closed" })).data
    expect([closed.state, closed.merged]).toEqual(["closed", false])
    expect((await refusal(octo.pulls.merge({ ...web, pull_number })))[0]).toBe(405)
    await octo.pulls.update({ ...web, pull_number, state: "open" })
    expect((await octo.issues.get({ ...web, issue_number: pull_number })).data).toMatchObject({ state: "open" })
  })
})
