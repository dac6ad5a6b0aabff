/**
 * Listings of what a plan writes to: what the service lists now, with what the writes do to it. Of a record that they change
 * in part, the other fields are as they were.
 */
import { isRecord, type Known } from "./answers.ts"
import { isSeenBy, keyOf, type Knowledge, movedBy, type Target, threadOf } from "./effects.ts"

type Json = Readonly<Record<string, unknown>>

/** A write of the plan. */
export interface Written {
  readonly target: Target
  /** What is known of its answer. */
  readonly known: Known
  /** The id, or the number, that stands for that of what it creates. */
  readonly idOf: (name: "id" | "number") => number
}

/** What is known beside the writes. */
export interface Found extends Knowledge {
  /** A record as the service has it now, by its path. */
  readonly seen: (path: string) => Known
}

/** Where a page is in its listing. */
export interface Place {
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** An item of a page. */
export interface Entry<W extends Written> {
  /** As the service has it: its place on the page. Undefined for one that comes in. */
  readonly index: number | undefined
  readonly record: Json
  /** The fields that are not known, as a write changes them. */
  readonly unknown: ReadonlySet<string>
  /** The fields that writes have changed. */
  readonly changed: ReadonlySet<string>
  /** The write that creates it. */
  readonly creator: W | undefined
}

/** Changes a page. Returns undefined if it is not known which items it has then, or in which order. */
export type Change<W extends Written> = (
  items: ReadonlyArray<unknown>,
  place: Place
) => ReadonlyArray<Entry<W>> | undefined

interface Kind {
  readonly name: "issues" | "pulls" | "releases" | "comments"
  readonly id: "id" | "number"
  /** The path of the listing, and that of an item without its id. */
  readonly path: string
  readonly items: string
  /** Where new items are, unless the request says otherwise. */
  readonly adds: "first" | "last"
  /** The filters whose outcome can be told. */
  readonly filters: ReadonlyArray<string>
}

/** Lists what can be told without a model of the service. */
const kindOf = (path: ReadonlyArray<string>): Kind | undefined => {
  const [root, , , name, number, below] = path
  if (root !== "repos") return undefined
  const [own, repository] = [keyOf({ path }), keyOf({ path: path.slice(0, 3) })]
  if (path.length === 4 && (name === "issues" || name === "pulls")) {
    const filters = name === "issues" ? ["state", "labels"] : ["state", "head", "base"]
    return { name, id: "number", path: own, items: `${repository}/issues`, adds: "first", filters }
  }
  if (path.length === 4 && name === "releases") {
    return { name, id: "id", path: own, items: own, adds: "first", filters: [] }
  }
  if (path.length === 6 && name === "issues" && number !== undefined && below === "comments") {
    return { name: below, id: "id", path: own, items: `${repository}/issues/comments`, adds: "last", filters: [] }
  }
  return undefined
}

/** A record that the writes touch. */
interface Row<W extends Written> {
  readonly key: string
  readonly creator: W | undefined
  /** As it was; undefined if nobody has read it. */
  readonly before: Json | undefined
  record: Json
  readonly unknown: Set<string>
  /** The names of its labels, in lower case; undefined if they are not known. */
  labels: ReadonlySet<string> | undefined
  /** What the writes have changed. */
  readonly changed: Set<string>
}

const inOrder = new Set(["per_page", "page", "after", "before", "direction", "sort"])

/** The change of a listing by the writes; undefined if it cannot be told. */
export const changeOf = <W extends Written>(
  read: Target,
  writes: ReadonlyArray<W>,
  found: Found
): Change<W> | undefined => {
  const kind = kindOf(read.path)
  if (kind === undefined) return undefined
  const sort = read.query.get("sort") ?? "created"
  if (sort !== "created" && sort !== "updated") return undefined
  if ([...read.query.keys()].some((name) => !inOrder.has(name) && !kind.filters.includes(name))) return undefined
  const rows = new Map<string, Row<W>>()
  const heads: Array<Moved> = []
  /** Issues, of which the listing has none. */
  const others = new Set<string>()
  const firstPage: Target = { ...read, query: new URLSearchParams() }

  for (const write of writes) {
    const { target } = write
    if (keyOf(target) === kind.path && target.method === "POST") {
      const key = `${kind.items}/${write.idOf(kind.id)}`
      rows.set(key, rowOf(key, undefined, write))
      continue
    }
    if (kind.name === "pulls" && target.method === "POST" && keyOf(target) === kind.items) {
      others.add(`${kind.items}/${write.idOf("number")}`)
      continue
    }
    // A pull request is an issue, whose own fields are not those of the answer.
    const isPull = kind.name === "issues" && target.method === "POST" && threadOf(target.path) === kind.path
    const touched = isPull ? undefined : touchedBy(kind, target, found)
    if (touched !== undefined) {
      if (touched.key === undefined) return undefined
      const row = rows.get(touched.key) ?? rowOf<W>(touched.key, recordAt(kind, touched.key, found), undefined)
      if (kind.name === "pulls" && row.before === undefined && row.creator === undefined) {
        const issue = found.seen(touched.key)
        if (others.has(touched.key) || (isRecord(issue) && !isRecord(issue["pull_request"]))) continue
      }
      rows.set(touched.key, row)
      if (!changes(kind, row, target, touched.below)) return undefined
      continue
    }
    const moved = kind.name === "pulls" ? movedBy(target, found) : undefined
    if (moved !== undefined) {
      const isDeleted = target.method === "DELETE" && target.path[3] === "git"
      const head = { owner: target.path[1] ?? "", branch: moved, isDeleted }
      heads.push(head)
      for (const row of rows.values()) if (isHead(head, row, read)) touch(row, "head")
    } else if (isPull || isSeenBy(target, firstPage, found)) return undefined
  }

  return (items, place) => pageOf({ kind, rows, heads, read, sort }, items, place)
}

/** A branch that a write moves, or deletes. */
interface Moved {
  readonly owner: string
  readonly branch: string
  readonly isDeleted: boolean
}

/** Whether a branch is the head of a pull request. */
const isHead = (
  { branch, owner }: Moved,
  { record, creator }: Pick<Row<Written>, "record" | "creator">,
  { path }: Pick<Target, "path">
): boolean => {
  const [of = "", ref] = labelOf(record, creator, path[1] ?? "").split(/:(.*)/)
  return branch === "any" || (of === owner && ref === branch.toLowerCase())
}

/** The owner and the branch of a head, in lower case. */
const labelOf = (record: Json, creator: Written | undefined, owner: string): string => {
  const { label } = isRecord(record["head"]) ? record["head"] : {}
  const asked = creator?.target.body?.["head"]
  const given = typeof label === "string" ? label : typeof asked === "string" ? asked : ""
  return (given.includes(":") ? given : `${owner}:${given}`).toLowerCase()
}

const rowOf = <W extends Written>(key: string, before: Json | undefined, creator: W | undefined): Row<W> => {
  const made = isRecord(creator?.known) ? creator.known : {}
  const record = before ?? made
  const given = creator === undefined ? record["labels"] : (creator.target.body?.["labels"] ?? record["labels"])
  return { key, creator, before, record, unknown: new Set(), labels: namesIn(given), changed: new Set() }
}

const namesIn = (labels: unknown): ReadonlySet<string> | undefined =>
  Array.isArray(labels)
    ? new Set(labels.map((label: unknown) => String(isRecord(label) ? label["name"] : label).toLowerCase()))
    : undefined

const recordAt = (kind: Kind, key: string, { seen }: Found): Json | undefined => {
  const found = seen(kind.name === "pulls" ? key.replace(/\/issues\/(?=[^/]+$)/, "/pulls/") : key)
  return isRecord(found) ? found : undefined
}

/** The item that a write is about. Its key is undefined if it is not known which one. */
const touchedBy = (
  kind: Kind,
  { path }: Target,
  found: Found
): { readonly key: string | undefined; readonly below: ReadonlyArray<string> } | undefined => {
  const thread = threadOf(path)
  if (!thread.startsWith(`${kind.items}/`)) return undefined
  const [id = "", ...below] = thread.slice(kind.items.length + 1).split("/")
  if (/^\d+$/.test(id)) return { key: `${kind.items}/${id}`, below }
  if (id !== "comments" || path[3] === "pulls") return undefined
  // A comment is one of some issue.
  const comment = found.seen(`${kind.items}/comments/${below[0] ?? ""}`)
  const issue = isRecord(comment) ? /\/issues\/(\d+)$/.exec(String(comment["issue_url"]))?.[1] : undefined
  return { key: issue === undefined ? undefined : `${kind.items}/${issue}`, below: ["comments"] }
}

const touch = <W extends Written>(row: Row<W>, ...names: ReadonlyArray<string>): void => {
  for (const name of names) {
    row.unknown.add(name)
    row.changed.add(name)
  }
}

const know = <W extends Written>(row: Row<W>, name: string, value: unknown): void => {
  row.record = { ...row.record, [name]: value }
  row.unknown.delete(name)
  row.changed.add(name)
}

/** The fields of the body that the record has as they are. */
const plain = new Set(["title", "body", "state", "state_reason", "draft", "name", "tag_name", "prerelease"])

/** The fields that a write below an item changes. */
const below: Readonly<Record<string, ReadonlyArray<string>>> = {
  comments: ["comments"],
  assignees: ["assignee", "assignees"],
  requested_reviewers: ["requested_reviewers", "requested_teams"],
  lock: ["locked", "active_lock_reason"],
  reactions: ["reactions"],
  reviews: [],
  assets: ["assets"]
}

/** Changes a row by a write. Returns whether it is known what that does. */
const changes = <W extends Written>(
  kind: Kind,
  row: Row<W>,
  { body = {}, method, path }: Target,
  [part, name]: ReadonlyArray<string>
): boolean => {
  touch(row, "updated_at")
  if (part === undefined && method === "DELETE") {
    row.changed.add("deleted")
    return true
  }
  if (part === undefined) {
    for (const [field, value] of Object.entries(body)) {
      if (plain.has(field) && value !== null && typeof value !== "object") know(row, field, value)
      else touch(row, field)
    }
    if ("labels" in body) row.labels = namesIn(body["labels"])
    if ("assignees" in body) touch(row, "assignee")
    if ("state" in body) {
      touch(row, "closed_at", "closed_by")
      if (!("state_reason" in body)) touch(row, "state_reason")
    }
    if (kind.name === "releases") touch(row, "published_at", "html_url", "created_at", "immutable", "target_commitish")
    return true
  }
  if (part === "labels") {
    touch(row, "labels")
    const given = namesIn(body["labels"]) ?? new Set()
    const kept = [...(row.labels ?? [])].filter((label) => label !== name?.toLowerCase())
    if (method === "PUT") row.labels = given
    else if (method === "DELETE" && name === undefined) row.labels = new Set()
    else if (row.labels !== undefined) row.labels = new Set(method === "DELETE" ? kept : [...row.labels, ...given])
    return true
  }
  // A merge may close issues, too.
  if (part === "merge" && kind.name === "pulls" && path[3] === "pulls") {
    know(row, "state", "closed")
    touch(row, "merged", "merged_at", "closed_at", "merge_commit_sha", "auto_merge")
    return true
  }
  const fields = below[part]
  touch(row, ...(fields ?? []))
  return fields !== undefined
}

interface Changed<W extends Written> {
  readonly kind: Kind
  readonly rows: ReadonlyMap<string, Row<W>>
  /** The branches that writes have moved. */
  readonly heads: ReadonlyArray<Moved>
  readonly read: Target
  readonly sort: string
}

const pageOf = <W extends Written>(
  changed: Changed<W>,
  items: ReadonlyArray<unknown>,
  { isFirst, isLast }: Place
): ReadonlyArray<Entry<W>> | undefined => {
  const { heads, kind, read, rows, sort } = changed
  const direction = read.query.get("direction") ?? (kind.adds === "first" ? "desc" : "asc")
  const newAreFirst = direction === "desc"
  const isOnPage = new Set<string>()
  const page: Array<Entry<W>> = []
  const moved: Array<Row<W>> = []
  const entryOf = ({ changed, creator, record, unknown }: Row<W>, index?: number): Entry<W> => ({
    index,
    changed,
    record,
    unknown,
    creator
  })

  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) return undefined
    const key = `${kind.items}/${String(item[kind.id])}`
    isOnPage.add(key)
    const moves = heads.filter((head) => isHead(head, { record: item, creator: undefined }, read))
    let row = rows.get(key)
    // The service closes the pull requests of a branch that is deleted.
    if (moves.some(({ isDeleted }) => isDeleted)) {
      const closed: Row<W> = { ...(row ?? rowOf<W>(key, item, undefined)) }
      know(closed, "state", "closed")
      row = closed
    }
    const unknown = new Set([...(row?.unknown ?? []), ...(moves.length > 0 ? ["head", "updated_at"] : [])])
    if (moves.length > 0 && sort === "updated") return undefined
    if (row === undefined) page.push({ index, record: item, unknown, changed: unknown, creator: undefined })
    else {
      const own = row.before === undefined ? onto(row, item) : row
      const is = isListed(own, read)
      if (is === undefined) return undefined
      if (is && sort === "updated") moved.push(own)
      else if (is) page.push({ ...entryOf(own, index), unknown })
    }
  }

  const created: Array<Row<W>> = []
  for (const row of rows.values()) {
    if (isOnPage.has(row.key) || row.changed.has("deleted")) continue
    const is = isListed(row, read)
    if (row.creator !== undefined) {
      if (is === undefined) return undefined
      if (is) (sort === "updated" ? moved : created).push(row)
      continue
    }
    const filtered = ["state", "labels", "base"].some((name) => row.changed.has(name))
    if (row.before === undefined && (filtered || sort === "updated")) return undefined
    if (row.before === undefined) continue
    const was = isListed({ ...rowOf(row.key, row.before, undefined) }, read)
    if (is === undefined || was === undefined) return undefined
    if (is && sort === "updated") moved.push(row)
    // One that comes in is between others, which may be on several pages.
    else if (is && !was) {
      if (!isFirst || !isLast) return undefined
      const at = page.findIndex(({ record }) => {
        const [one, other] = [Number(record[kind.id]), Number(row.record[kind.id])]
        return newAreFirst ? one < other : one > other
      })
      page.splice(at < 0 ? page.length : at, 0, entryOf(row))
    }
  }
  // What is written last is the newest.
  const late = [...moved, ...created].map((row) => entryOf(row))
  if (newAreFirst) return isFirst ? [...late.toReversed(), ...page] : page
  return isLast ? [...page, ...late] : page
}

/** The same changes of a record that is known by now. */
const onto = <W extends Written>(row: Row<W>, item: Json): Row<W> => {
  const known = Object.entries(row.record).filter(([name]) => row.changed.has(name))
  const labels = row.changed.has("labels") ? row.labels : namesIn(item["labels"])
  return { ...row, record: { ...item, ...Object.fromEntries(known) }, labels }
}

/** Whether a record is in a listing; undefined if that is not known. */
const isListed = <W extends Written>(
  { changed, creator, labels, record, unknown }: Row<W>,
  { path, query }: Target
): boolean | undefined => {
  if (changed.has("deleted")) return false
  const outcomes: Array<boolean | undefined> = []
  const [, owner, , name] = path
  if (name === "issues" || name === "pulls") {
    const state = query.get("state") ?? "open"
    if (path.length === 4 && state !== "all")
      outcomes.push(unknown.has("state") ? undefined : record["state"] === state)
  }
  const wanted = query.get("labels")
  if (wanted !== null) {
    const names = wanted.toLowerCase().split(",")
    outcomes.push(labels === undefined ? undefined : names.every((each) => labels.has(each.trim())))
  }
  const head = query.get("head")
  if (head !== null) {
    outcomes.push(labelOf(record, creator, owner ?? "") === head.toLowerCase())
  }
  const base = query.get("base")
  if (base !== null) {
    const { ref } = isRecord(record["base"]) ? record["base"] : {}
    outcomes.push(unknown.has("base") ? undefined : ref === base)
  }
  if (outcomes.includes(false)) return false
  return outcomes.includes(undefined) ? undefined : true
}
