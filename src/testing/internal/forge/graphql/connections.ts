/** Cuts lists into the pages of connections, in both directions, and refuses sizes as the service does. */
import type { FieldNode, GraphQLResolveInfo, SelectionSetNode } from "graphql"
import { type Arguments, type List, refusal } from "./nodes.ts"

const most = 100

/** Whether the items are asked for, and not only their number. */
const asksForItems = (info: GraphQLResolveInfo): boolean => {
  const inSet = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === "InlineFragment") return inSet(selection.selectionSet)
      if (selection.kind === "Field") return ["nodes", "edges", "pageInfo"].includes(selection.name.value)
      const fragment = info.fragments[selection.name.value]
      return fragment !== undefined && inSet(fragment.selectionSet)
    })
  return info.fieldNodes.some(({ selectionSet }: FieldNode) => selectionSet !== undefined && inSet(selectionSet))
}

/** Refuses a page without a size, or of a wrong one. */
const checkSize = ({ first, last }: Arguments, name: string, isNeeded: boolean): void => {
  const sizes = [["first", first] as const, ["last", last] as const].filter(([, size]) => typeof size === "number")
  if (sizes.length === 0 && isNeeded) {
    const advice = "You must provide a `first` or `last` value to properly paginate"
    throw refusal("MISSING_PAGINATION_BOUNDARIES", `${advice} the \`${name}\` connection.`)
  }
  if (sizes.length === 2) {
    const message = `Passing both \`first\` and \`last\` to paginate the \`${name}\` connection is not supported.`
    throw refusal("INVALID_PAGINATION_BOUNDARIES", message)
  }
  for (const [which, size] of sizes) {
    if ((size ?? 0) > most) {
      const message = `Requesting ${size} records on the \`${name}\` connection exceeds the \`${which}\` limit of ${most} records.`
      throw refusal("EXCESSIVE_PAGINATION", message)
    }
    if ((size ?? 0) < 0) {
      const message = `\`${which}\` on the \`${name}\` connection cannot be less than zero.`
      throw refusal("INVALID_PAGINATION_BOUNDARIES", message)
    }
  }
}

/** Where an item stood, and which one it was. */
const cursorOf = (at: number, key: number | string): string => btoa(encodeURI(`cursor:v2:${at}:${key}`))

const placeIn = (cursor: string): readonly [at: number, key: string] => {
  let text = ""
  try {
    text = decodeURI(atob(cursor))
  } catch {
    // As any other text that is not a cursor.
  }
  const [, at, key] = /^cursor:v2:(\d+):(.*)$/.exec(text) ?? []
  if (at === undefined || key === undefined) {
    throw refusal("INVALID_CURSOR_ARGUMENTS", `\`${cursor}\` does not appear to be a valid cursor.`)
  }
  return [Number(at), key]
}

/** The page of a list. An item that is gone is where it was: what was behind it has moved up. */
export const connectionOf = <A>(list: List<A>, args: Arguments, info: GraphQLResolveInfo) => {
  checkSize(args, info.fieldName, asksForItems(info))
  const { keyOf, rows } = list
  const { length } = rows

  /** The position of the item of a cursor, and whether it is still there. */
  const find = (cursor: string): readonly [at: number, isThere: boolean] => {
    const [at, key] = placeIn(cursor)
    const is = (item: A) => String(keyOf(item)) === key
    if (rows.slice(at, at + 1).some(is)) return [at, true]
    const found = rows.slice(0, length).findIndex(is)
    return found < 0 ? [Math.min(at, length), false] : [found, true]
  }

  let start = 0
  let end = length
  if (typeof args.after === "string") {
    const [at, isThere] = find(args.after)
    start = isThere ? at + 1 : at
  }
  if (typeof args.before === "string") end = Math.max(start, find(args.before)[0])
  const filteredCount = end - start
  if (typeof args.skip === "number") start = Math.min(end, start + Math.max(0, args.skip))
  if (typeof args.first === "number") end = Math.min(end, start + args.first)
  else if (typeof args.last === "number") start = Math.max(start, end - args.last)
  const items = rows.slice(start, end)
  const cursorAt = (index: number): string | null => {
    const item = items[index]
    return item === undefined ? null : cursorOf(start + index, keyOf(item))
  }
  return {
    totalCount: length,
    // Timelines have two more numbers: what is between the cursors, and what is on the page.
    filteredCount,
    pageCount: items.length,
    nodes: () => items.map(list.node),
    edges: () =>
      items.map((item, index) => ({ cursor: cursorAt(index), node: () => list.node(item), ...list.edge(item) })),
    pageInfo: {
      hasNextPage: end < length,
      hasPreviousPage: start > 0,
      startCursor: cursorAt(0),
      endCursor: cursorAt(items.length - 1)
    },
    ...list.more
  }
}
