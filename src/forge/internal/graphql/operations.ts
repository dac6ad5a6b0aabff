/** Finds the operations of a document in its text. It does not check the document: the service does. */

/** An operation of a document. */
export interface Operation {
  readonly kind: string
  /** Undefined if it is anonymous. */
  readonly name: string | undefined
  /** The names of its variables. */
  readonly variables: ReadonlySet<string>
}

/** Comments, block strings, strings, names, and punctuation. Whatever is in a comment or a string opens nothing. */
const token = /#[^\n\r]*|"""(?:\\"""|[^])*?"""|"(?:\\.|[^"\\\n\r])*"|\$?[A-Za-z_]\w*|[{}()[\]@]/g

/** Lists the operations, in their order. Fragments are none. */
export const operationsOf = (document: string): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  let depth = 0
  let variables = new Set<string>()
  /** The names at the beginning of a definition, up to its first bracket. */
  let head: Array<string> | undefined = []
  const end = () => {
    if (head === undefined) return
    const [kind = "query", name] = head
    if (kind !== "fragment") operations.push({ kind, name, variables })
    head = undefined
  }
  for (const [text] of document.matchAll(token)) {
    switch (text[0]) {
      case "#":
      case '"':
        break
      case "(":
      case "[":
      case "{":
      case "@":
        end()
        if (text !== "@") depth++
        break
      case ")":
      case "]":
        depth--
        break
      case "}":
        depth--
        if (depth === 0) {
          head = []
          variables = new Set()
        }
        break
      case "$":
        variables.add(text.slice(1))
        break
      default:
        head?.push(text)
    }
  }
  return operations
}

/** Returns the operation that is executed, or why there is none. */
export const chosen = (
  operations: ReadonlyArray<Operation>,
  name: string | undefined
): Operation | { readonly path: string; readonly reason: string } => {
  const named = name === undefined ? operations : operations.filter((operation) => operation.name === name)
  const [operation, ...others] = named
  if (operation === undefined) {
    return name === undefined
      ? { path: "document", reason: "has no operation" }
      : { path: "operationName", reason: "names no operation of the document" }
  }
  if (others.length > 0) return { path: "operationName", reason: "is required: the document has several operations" }
  return operation.kind === "query" || operation.kind === "mutation"
    ? operation
    : { path: "document", reason: "is neither a query nor a mutation" }
}
