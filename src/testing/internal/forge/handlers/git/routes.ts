/** The endpoints of branches, refs and git objects. */
import * as Branches from "./branches.ts"
import * as Objects from "./objects.ts"
import * as Refs from "./refs.ts"
import * as Tags from "./tags.ts"
import * as Trees from "./trees.ts"
import { endpoint, type Route } from "../../http/router.ts"

const repo = "/repos/{owner}/{repo}"
const git = `${repo}/git`

export const routes: ReadonlyArray<Route> = [
  endpoint("Branches.list", `GET ${repo}/branches`, "branches/branches#list-branches", Branches.list),
  endpoint("Branches.get", `GET ${repo}/branches/{branch*}`, "branches/branches#get-a-branch", Branches.get),
  endpoint(
    "Branches.getProtection",
    `GET ${repo}/branches/{branch*}/protection`,
    "branches/branch-protection#get-branch-protection",
    Branches.getProtection,
    "core",
    { permission: "administration", level: "read" }
  ),

  endpoint("Refs.get", `GET ${git}/ref/{ref*}`, "git/refs#get-a-reference", Refs.get),
  endpoint(
    "Refs.listMatching",
    `GET ${git}/matching-refs/{ref*}`,
    "git/refs#list-matching-references",
    Refs.listMatching
  ),
  endpoint("Refs.listMatching", `GET ${git}/matching-refs`, "git/refs#list-matching-references", Refs.listMatching),
  endpoint("Refs.listMatching", `GET ${git}/matching-refs/`, "git/refs#list-matching-references", Refs.listMatching),
  endpoint("Refs.create", `POST ${git}/refs`, "git/refs#create-a-reference", Refs.create),
  endpoint("Refs.update", `PATCH ${git}/refs/{ref*}`, "git/refs#update-a-reference", Refs.update),
  endpoint("Refs.remove", `DELETE ${git}/refs/{ref*}`, "git/refs#delete-a-reference", Refs.remove),

  endpoint("Git.getBlob", `GET ${git}/blobs/{file_sha}`, "git/blobs#get-a-blob", Objects.getBlob),
  endpoint("Git.createBlob", `POST ${git}/blobs`, "git/blobs#create-a-blob", Objects.createBlob),
  endpoint("Git.getTree", `GET ${git}/trees/{tree_sha*}`, "git/trees#get-a-tree", Trees.getTree),
  endpoint("Git.createTree", `POST ${git}/trees`, "git/trees#create-a-tree", Trees.createTree),
  endpoint("Git.getCommit", `GET ${git}/commits/{commit_sha}`, "git/commits#get-a-commit-object", Objects.getCommit),
  endpoint("Git.createCommit", `POST ${git}/commits`, "git/commits#create-a-commit", Objects.createCommit),
  endpoint("Git.getTag", `GET ${git}/tags/{tag_sha}`, "git/tags#get-a-tag", Tags.getTag),
  endpoint("Git.createTag", `POST ${git}/tags`, "git/tags#create-a-tag-object", Tags.createTag)
]
