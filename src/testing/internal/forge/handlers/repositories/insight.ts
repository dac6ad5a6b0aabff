/** Handlers of what is read from a repository's commits and files, and of its topics. */
import * as Result from "effect/Result"
import { json, noContent } from "../../../exchange.ts"
import { commitOf } from "../../../git/objects.ts"
import { readable, writable } from "../../access/lookups.ts"
import { type Handler, handler } from "../../http/call.ts"
import * as Input from "../../http/input.ts"
import { pageOf } from "../../http/paging.ts"
import { refusal } from "../../http/refusals.ts"
import { contributorsOf } from "../../state/insight/contributors.ts"
import { languagesOf } from "../../state/insight/languages.ts"
import { subscribersOf } from "../../state/insight/subscribers.ts"
import { changeRepository } from "../../state/model.ts"
import { isEmpty, refNames, tagRef } from "../../state/refs.ts"
import { nodeId, repositoryUrl, stablePath, user } from "../../wire/common.ts"

export const listTags: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const url = repositoryUrl(call, repository)
  const tags = refNames(repository, "tags")
    .flatMap((name) => {
      const sha = repository.refs.get(tagRef(name))
      return sha === undefined ? [] : [{ name, sha, date: commitOf(call.world.objects, sha).committer.date }]
    })
    .sort((a, b) => b.date - a.date || (a.name < b.name ? 1 : -1))
  return pageOf(call, `${stablePath(repository)}/tags`, tags, ({ name, sha }) => ({
    name,
    zipball_url: `${url}/zipball/refs/tags/${name}`,
    tarball_url: `${url}/tarball/refs/tags/${name}`,
    commit: { sha, url: `${url}/commits/${sha}` },
    node_id: `${nodeId("REF", repository.id)}${name}`
  }))
})

export const listContributors: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  if (isEmpty(repository)) return noContent
  const anonymous = ["1", "true"].includes(call.query.get("anon") ?? "")
  const found = contributorsOf(call.world, repository).filter(({ login }) => anonymous || login !== null)
  return pageOf(call, `${stablePath(repository)}/contributors`, found, ({ contributions, email, login, name }) =>
    login === null ? { email, name, type: "Anonymous", contributions } : { ...user(call, login), contributions }
  )
})

export const listSubscribers: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  const found = subscribersOf(call.world, repository)
  return pageOf(call, `${stablePath(repository)}/subscribers`, found, (login) => user(call, login))
})

export const listLanguages: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, Object.fromEntries(languagesOf(call.world.objects, repository)))
})

export const getTopics: Handler = handler(function* (call) {
  const repository = yield* readable(call)
  return json(200, { names: repository.topics })
})

const maxTopics = 20

export const replaceTopics: Handler = handler(function* (call) {
  const [repository] = yield* writable(call)
  const fields = yield* Input.fieldsOf(call)
  yield* Input.required(call, fields, "names")
  const names = [...new Set((yield* Input.names(call, fields, "names", "name")) ?? [])]
  const errors = [
    ...(names.every((name) => /^[a-z\d][a-z\d-]{0,49}$/.test(name))
      ? []
      : [
          "Topics must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens."
        ]),
    ...(names.length > maxTopics ? [`A repository cannot have more than ${maxTopics} topics.`] : [])
  ]
  if (errors.length > 0) {
    return yield* Result.fail(refusal(422, "Validation Failed", call.documentation, { errors }))
  }
  changeRepository(call.world, repository, { topics: names, updated_at: call.now })
  return json(200, { names })
})
