/** Mutations of repositories, their refs and files. */
import { notFound, refusal, type View } from "./nodes.ts"
import { createSignedCommit } from "../handlers/git.ts"
import { endpointsOf } from "../http/router.ts"
import { nodeId } from "../wire/nodeIds.ts"
import {
  type Input,
  textIn,
  given,
  subject,
  repositoryIn,
  after,
  nodeIdIn,
  type Mutation,
  mutation,
  objectIn,
  objectsIn
} from "./acts.ts"

const starred = (route: string) =>
  mutation("starrableId", (view, input, perform) => {
    const id = textIn(input, "starrableId")
    perform(route, repositoryIn(view, id).params)
    return { starrable: after(view, id) }
  })

const archived = (isArchived: boolean) =>
  mutation("repositoryId", (view, input, perform) => {
    const id = textIn(input, "repositoryId")
    perform("Repositories.update", repositoryIn(view, id).params, { archived: isArchived })
    return { repository: after(view, id) }
  })

/** The service signs what is committed by GraphQL. */
const signedCommit = endpointsOf("graphql/reference/mutations")(
  "createSignedCommit",
  "POST /repos/{owner}/{repo}/git/commits",
  "createcommitonbranch",
  createSignedCommit
)

/** The branch that a commit is made on. */
const branchIn = (view: View, input: Input) => {
  const branch = objectIn(input, "branch")
  if (typeof branch["id"] === "string") {
    const { ref, repository } = subject(view, branch["id"], "Ref")
    return { repository, ref }
  }
  const full = textIn(branch, "repositoryNameWithOwner")
  const id = view.world.names.get(full.toLowerCase())
  const found = id === undefined ? undefined : view.world.repositories.get(id)
  if (found === undefined || !view.sees(found)) {
    throw notFound(`Could not resolve to a Repository with the name '${full}'.`)
  }
  return { repository: found, ref: `refs/heads/${textIn(branch, "branchName").replace(/^refs\/heads\//, "")}` }
}

export const mutations: Readonly<Record<string, Mutation>> = {
  addStar: starred("Stars.star"),
  archiveRepository: archived(true),
  cloneTemplateRepository: mutation(
    "repositoryId ownerId name description visibility includeAllBranches",
    (view, input, perform) => {
      const { login } = subject(view, textIn(input, "ownerId"), "User", "Organization").user
      const made = perform(
        "Repositories.createFromTemplate",
        repositoryIn(view, textIn(input, "repositoryId")).params,
        {
          ...given(input, { name: "name", description: "description", includeAllBranches: "include_all_branches" }),
          owner: login,
          private: input["visibility"] !== "PUBLIC"
        }
      )
      return { repository: after(view, nodeIdIn(made)) }
    }
  ),
  createCommitOnBranch: mutation("branch expectedHeadOid fileChanges message", (view, input, perform) => {
    const { ref, repository } = branchIn(view, input)
    const params = { owner: repository.owner, repo: repository.name }
    const tip = repository.refs.get(ref)
    if (tip === undefined) throw notFound(`Could not resolve to a Ref with the name '${ref}'.`)
    const expected = textIn(input, "expectedHeadOid")
    if (tip !== expected) {
      const message = `Expected branch to point to "${tip}" but it did not. Pull and try again.`
      throw refusal("STALE_DATA", message)
    }
    const { body, headline } = objectIn(input, "message")
    const changes = objectIn(input, "fileChanges")
    const file = { mode: "100644", type: "blob" }
    const tree = [
      ...objectsIn(changes, "additions").map((each) => {
        const { contents: text, path } = each as Input
        const { sha } = perform("Git.createBlob", params, { content: text, encoding: "base64" })
        return { ...file, path, sha }
      }),
      ...objectsIn(changes, "deletions").map((each) => ({ ...file, path: (each as Input)["path"], sha: null }))
    ]
    const base_tree = view.world.objects.commits.get(tip)?.tree
    const made = tree.length === 0 ? { sha: base_tree } : perform("Git.createTree", params, { base_tree, tree })
    const message = typeof body === "string" && body !== "" ? `${String(headline)}\n\n${body}` : String(headline)
    const { sha } = perform(signedCommit, params, { message, tree: made["sha"], parents: [tip] })
    perform("Refs.update", { ...params, ref: ref.slice("refs/".length) }, { sha })
    return {
      commit: after(view, nodeId("C", String(sha), repository)),
      ref: after(view, nodeId("REF", ref, repository))
    }
  }),
  createRef: mutation("repositoryId name oid", (view, input, perform) => {
    const { params, repository } = repositoryIn(view, textIn(input, "repositoryId"))
    const ref = textIn(input, "name")
    perform("Refs.create", params, { ref, sha: input["oid"] })
    return { ref: after(view, nodeId("REF", ref, repository)) }
  }),
  createRepository: mutation(
    "name ownerId description homepageUrl visibility hasIssuesEnabled hasWikiEnabled template",
    (view, input, perform) => {
      const id = input["ownerId"]
      const owner = typeof id === "string" ? subject(view, id, "User", "Organization").user.login : (view.viewer ?? "")
      const fields = {
        ...given(input, {
          name: "name",
          description: "description",
          homepageUrl: "homepage",
          hasIssuesEnabled: "has_issues",
          hasWikiEnabled: "has_wiki",
          template: "is_template"
        }),
        private: input["visibility"] !== "PUBLIC"
      }
      const isOwn = owner.toLowerCase() === view.viewer?.toLowerCase()
      const made = isOwn
        ? perform("Repositories.create", {}, fields)
        : perform("Repositories.createForOrg", { org: owner }, fields)
      return { repository: after(view, nodeIdIn(made)) }
    }
  ),
  deleteRef: mutation("refId", (view, input, perform) => {
    const { ref, repository } = subject(view, textIn(input, "refId"), "Ref")
    perform("Refs.delete", { owner: repository.owner, repo: repository.name, ref: ref.slice("refs/".length) })
    return {}
  }),
  removeStar: starred("Stars.unstar"),
  unarchiveRepository: archived(false),
  updateRef: mutation("refId oid force", (view, input, perform) => {
    const id = textIn(input, "refId")
    const { ref, repository } = subject(view, id, "Ref")
    const params = { owner: repository.owner, repo: repository.name, ref: ref.slice("refs/".length) }
    perform("Refs.update", params, given(input, { oid: "sha", force: "force" }))
    return { ref: after(view, id) }
  }),
  updateRepository: mutation(
    "repositoryId name description homepageUrl hasIssuesEnabled hasProjectsEnabled hasWikiEnabled hasDiscussionsEnabled template",
    (view, input, perform) => {
      const id = textIn(input, "repositoryId")
      const fields = given(input, {
        name: "name",
        description: "description",
        homepageUrl: "homepage",
        hasIssuesEnabled: "has_issues",
        hasProjectsEnabled: "has_projects",
        hasWikiEnabled: "has_wiki",
        hasDiscussionsEnabled: "has_discussions",
        template: "is_template"
      })
      perform("Repositories.update", repositoryIn(view, id).params, fields)
      return { repository: after(view, id) }
    }
  )
}
