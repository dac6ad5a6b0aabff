/** Gists, with their revisions, forks, stars and comments. Who knows the id of a secret one can read it. */
import * as Result from "effect/Result"
import type { Response } from "../../../Exchange.ts"
import { httpDate, json, noContent } from "../../exchange.ts"
import { pathNumber, requireViewer } from "../access/lookups.ts"
import { type Call, type Handler, handler, type OrRefusal } from "../http/call.ts"
import * as Input from "../http/input.ts"
import { pageOf } from "../http/paging.ts"
import { invalid, notFound } from "../http/refusals.ts"
import type { Access } from "../http/requirement.ts"
import { endpointsOf, type Route } from "../http/router.ts"
import type { Gist, GistComment } from "../state/accountRecords.ts"
import { filesAt, type FileChanges, gistsWhere, latestOf, nextGistId, withRevision } from "../state/gists.ts"
import { nextId, same, userOf } from "../state/model.ts"
import * as Wire from "../wire/gists.ts"

const page = (call: Call, path: string, found: ReadonlyArray<Gist>): OrRefusal<Response> =>
  Result.map(Input.since(call, "Gist"), (since) =>
    pageOf(
      call,
      path,
      found.filter(({ updated_at }) => updated_at >= since),
      (gist) => Wire.listedGist(call, gist)
    )
  )

const isOf = (login: string | null) => (gist: Gist) => gist.owner !== null && login !== null && same(gist.owner, login)

const listForMe: Handler = (call) =>
  page(call, "/gists", gistsWhere(call.world, call.viewer === null ? (gist) => gist.public : isOf(call.viewer)))

const listPublic: Handler = (call) =>
  page(
    call,
    "/gists/public",
    gistsWhere(call.world, (gist) => gist.public)
  )

const listForUser: Handler = handler(function* (call) {
  const found = userOf(call.world, call.params["username"] ?? "")
  if (found === undefined) return yield* Result.fail(notFound(call))
  const isTheirs = isOf(found.login)
  const gists = gistsWhere(call.world, (gist) => gist.public && isTheirs(gist))
  return yield* page(call, `/users/${found.login}/gists`, gists)
})

const listStarred: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const starred = gistsWhere(call.world, ({ starred_by }) => starred_by.includes(viewer.toLowerCase()))
  return yield* page(call, "/gists/starred", starred)
})

/** The gist of the path, or 404. */
const gistOf = (call: Call): OrRefusal<Gist> => {
  const found = call.world.gists.get(call.params["gist_id"] ?? "")
  return found === undefined ? Result.fail(notFound(call)) : Result.succeed(found)
}

/** The gist of the path and the viewer, or 404 unless it is theirs. */
const own = (call: Call): OrRefusal<readonly [gist: Gist, viewer: string]> =>
  Result.gen(function* () {
    const gist = yield* gistOf(call)
    const viewer = yield* requireViewer(call)
    return isOf(viewer)(gist) ? ([gist, viewer] as const) : yield* Result.fail(notFound(call))
  })

const respond = (call: Call, gist: Gist, status = 200): Response => {
  const wire = Wire.gist(call, gist)
  return json(status, wire, status === 201 ? { location: wire.url } : { "last-modified": httpDate(gist.updated_at) })
}

const get: Handler = (call) => Result.map(gistOf(call), (gist) => respond(call, gist))

const getRevision: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  const sha = call.params["sha"] ?? ""
  return gist.revisions.includes(sha) ? json(200, Wire.gist(call, gist, sha)) : yield* Result.fail(notFound(call))
})

const wrongFiles = (call: Call): OrRefusal<never> =>
  Result.fail(invalid(call, { resource: "Gist", code: "missing_field", field: "files" }))

/** Reads the files of a body: what each is to have, null for those to remove. `known` are those that are there. */
const readFiles = (call: Call, fields: Input.Fields, known: ReadonlySet<string>): OrRefusal<FileChanges> =>
  Result.gen(function* () {
    const given = (yield* Input.object(call, fields, "files")) ?? {}
    const changes = new Map<string, string | null>()
    for (const [name, file] of Object.entries(given)) {
      if (name === "" || name.includes("/")) return yield* wrongFiles(call)
      if (file === null) changes.set(name, null)
      else if (!Input.isFields(file)) return yield* wrongFiles(call)
      else {
        const content = yield* Input.text(call, file, "content")
        const filename = (yield* Input.text(call, file, "filename")) ?? name
        const present = yield* contentAt(call, name, known)
        const text = content ?? present
        if (text === undefined || text === "" || filename === "" || filename.includes("/"))
          return yield* wrongFiles(call)
        if (filename !== name && known.has(name)) changes.set(name, null)
        changes.set(filename, text)
      }
    }
    return changes
  })

/** The present content of a file of the path's gist. */
const contentAt = (call: Call, name: string, known: ReadonlySet<string>): OrRefusal<string | undefined> => {
  if (!known.has(name)) return Result.succeed(undefined)
  return Result.map(gistOf(call), (gist) => {
    const file = filesAt(call.world.objects, latestOf(gist)).find((each) => each.name === name)
    return file === undefined ? undefined : new TextDecoder().decode(file.content)
  })
}

const create: Handler = handler(function* (call) {
  const viewer = yield* requireViewer(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "files")
  const files = yield* readFiles(call, fields, new Set())
  if (files.size === 0 || [...files.values()].includes(null)) return yield* wrongFiles(call)
  const description = (yield* Input.text(call, fields, "description")) ?? null
  const isPublic =
    fields["public"] === "true" || (yield* Input.flag(call, { public: false, ...fields }, "public")) === true
  const gist: Gist = {
    id: nextGistId(call.world),
    owner: viewer,
    description,
    public: isPublic,
    revisions: withRevision(call.world, [], files, viewer, call.now),
    fork_of: null,
    starred_by: [],
    comments: [],
    created_at: call.now,
    updated_at: call.now
  }
  call.world.gists.set(gist.id, gist)
  return respond(call, gist, 201)
})

const update: Handler = handler(function* (call) {
  const [gist, viewer] = yield* own(call)
  const fields = yield* Input.fieldsOf(call)
  const description = yield* Input.text(call, fields, "description")
  const known = new Set(filesAt(call.world.objects, latestOf(gist)).map(({ name }) => name))
  const files = yield* readFiles(call, fields, known)
  const left = new Set(known)
  for (const [name, content] of files) {
    if (content === null) left.delete(name)
    else left.add(name)
  }
  if (left.size === 0) return yield* wrongFiles(call)
  const changed: Gist = {
    ...gist,
    ...(description === undefined ? {} : { description }),
    revisions: withRevision(call.world, gist.revisions, files, viewer, call.now),
    updated_at: call.now
  }
  call.world.gists.set(gist.id, changed)
  return respond(call, changed)
})

const remove: Handler = handler(function* (call) {
  const [gist] = yield* own(call)
  call.world.gists.delete(gist.id)
  return noContent
})

const listCommits: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  return pageOf(call, `/gists/${gist.id}/commits`, gist.revisions.toReversed(), (sha) =>
    Wire.gistCommit(call, gist, sha)
  )
})

const listForks: Handler = handler(function* (call) {
  const { id } = yield* gistOf(call)
  const forks = gistsWhere(call.world, ({ fork_of }) => fork_of === id)
  return pageOf(call, `/gists/${id}/forks`, forks, (gist) => Wire.listedGist(call, gist))
})

const fork: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  const viewer = yield* requireViewer(call)
  const isMine = isOf(viewer)
  const known = gistsWhere(call.world, ({ fork_of }) => fork_of === gist.id).some(isMine)
  if (isMine(gist) || known) {
    const message = known ? "You have already forked this gist." : "You cannot fork your own gist."
    return yield* Result.fail(invalid(call, { resource: "Gist", code: "custom", field: "forks", message }))
  }
  const made: Gist = {
    ...gist,
    id: nextGistId(call.world),
    owner: viewer,
    fork_of: gist.id,
    starred_by: [],
    comments: [],
    created_at: call.now,
    updated_at: call.now
  }
  call.world.gists.set(made.id, made)
  const wire = Wire.listedGist(call, made)
  return json(201, wire, { location: wire.url })
})

/** Gives a gist the viewer's star, or takes it. */
const starred = (isStarred: boolean): Handler =>
  handler(function* (call) {
    const gist = yield* gistOf(call)
    const viewer = (yield* requireViewer(call)).toLowerCase()
    const others = gist.starred_by.filter((login) => login !== viewer)
    call.world.gists.set(gist.id, { ...gist, starred_by: isStarred ? [...others, viewer] : others })
    return noContent
  })

const isStarred: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  const viewer = yield* requireViewer(call)
  return gist.starred_by.includes(viewer.toLowerCase()) ? noContent : yield* Result.fail(json(404, {}))
})

const body = { resource: "GistComment", maximum: 65_535 }

const listComments: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  return pageOf(call, `/gists/${gist.id}/comments`, gist.comments, (comment) => Wire.gistComment(call, gist, comment))
})

const commentOf = (call: Call): OrRefusal<readonly [gist: Gist, comment: GistComment]> =>
  Result.flatMap(gistOf(call), (gist) => {
    const found = gist.comments.find(({ id }) => id === pathNumber(call, "comment_id"))
    return found === undefined ? Result.fail(notFound(call)) : Result.succeed([gist, found] as const)
  })

const getComment: Handler = handler(function* (call) {
  const [gist, comment] = yield* commentOf(call)
  return json(200, Wire.gistComment(call, gist, comment), { "last-modified": httpDate(comment.updated_at) })
})

const createComment: Handler = handler(function* (call) {
  const gist = yield* gistOf(call)
  const viewer = yield* requireViewer(call)
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const comment: GistComment = {
    id: nextId(call.world, "gist comment"),
    user: viewer,
    body: text,
    created_at: call.now,
    updated_at: call.now
  }
  call.world.gists.set(gist.id, { ...gist, comments: [...gist.comments, comment] })
  const wire = Wire.gistComment(call, gist, comment)
  return json(201, wire, { location: wire.url })
})

/** The comment of the path, which the viewer may change: its author, and for its removal the owner of the gist. */
const editable = (call: Call, ownerMay: boolean): OrRefusal<readonly [gist: Gist, comment: GistComment]> =>
  Result.gen(function* () {
    const [gist, comment] = yield* commentOf(call)
    const viewer = yield* requireViewer(call)
    const isAuthor = comment.user !== null && same(comment.user, viewer)
    return isAuthor || (ownerMay && isOf(viewer)(gist))
      ? ([gist, comment] as const)
      : yield* Result.fail(notFound(call))
  })

const updateComment: Handler = handler(function* (call) {
  const [gist, comment] = yield* editable(call, false)
  const text = yield* Input.requiredText(call, yield* Input.fieldsOf(call), "body", body)
  const edited = text === comment.body ? comment : { ...comment, body: text, updated_at: call.now }
  call.world.gists.set(gist.id, {
    ...gist,
    comments: gist.comments.map((each) => (each.id === edited.id ? edited : each))
  })
  return json(200, Wire.gistComment(call, gist, edited))
})

const deleteComment: Handler = handler(function* (call) {
  const [gist, comment] = yield* editable(call, true)
  call.world.gists.set(gist.id, { ...gist, comments: gist.comments.filter(({ id }) => id !== comment.id) })
  return noContent
})

const gists = "/gists"
const gist = `${gists}/{gist_id}`
const comment = `${gist}/comments/{comment_id}`

const endpoint = endpointsOf("gists/gists")

const writes: Access = { permission: "gists", level: "write" }

const read = (operation: string, path: string, section: string, handle: Handler): Route =>
  endpoint(operation, `GET ${path}`, section, handle, "core", "nothing")

const write = (operation: string, route: string, section: string, handle: Handler): Route =>
  endpoint(operation, route, section, handle, "core", writes)

export const routes: ReadonlyArray<Route> = [
  read("Gists.listForMe", gists, "list-gists-for-the-authenticated-user", listForMe),
  read("Gists.listForUser", "/users/{username}/gists", "list-gists-for-a-user", listForUser),
  read("Gists.listPublic", `${gists}/public`, "list-public-gists", listPublic),
  read("Gists.listStarred", `${gists}/starred`, "list-starred-gists", listStarred),
  read("Gists.get", gist, "get-a-gist", get),
  read("Gists.getRevision", `${gist}/{sha}`, "get-a-gist-revision", getRevision),
  read("Gists.listCommits", `${gist}/commits`, "list-gist-commits", listCommits),
  read("Gists.listForks", `${gist}/forks`, "list-gist-forks", listForks),
  read("Gists.isStarred", `${gist}/star`, "check-if-a-gist-is-starred", isStarred),
  read("Gists.listComments", `${gist}/comments`, "gists/comments#list-gist-comments", listComments),
  read("Gists.getComment", comment, "gists/comments#get-a-gist-comment", getComment),
  write("Gists.create", `POST ${gists}`, "create-a-gist", create),
  write("Gists.update", `PATCH ${gist}`, "update-a-gist", update),
  write("Gists.delete", `DELETE ${gist}`, "delete-a-gist", remove),
  write("Gists.fork", `POST ${gist}/forks`, "fork-a-gist", fork),
  write("Gists.star", `PUT ${gist}/star`, "star-a-gist", starred(true)),
  write("Gists.unstar", `DELETE ${gist}/star`, "unstar-a-gist", starred(false)),
  write("Gists.createComment", `POST ${gist}/comments`, "gists/comments#create-a-gist-comment", createComment),
  write("Gists.updateComment", `PATCH ${comment}`, "gists/comments#update-a-gist-comment", updateComment),
  write("Gists.deleteComment", `DELETE ${comment}`, "gists/comments#delete-a-gist-comment", deleteComment)
]
