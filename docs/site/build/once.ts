/** Asks once for all that have the same key, and remembers the answer. By default, each is its own key. */
export const once = <Asked, A>(
  ask: (asked: Asked) => A,
  keyOf: (asked: Asked) => unknown = (asked) => asked
): ((asked: Asked) => A) => {
  const answers = new Map<unknown, A>()
  return (asked) => {
    const key = keyOf(asked)
    if (!answers.has(key)) answers.set(key, ask(asked))
    // The cast is safe: the line above has set it.
    return answers.get(key) as A
  }
}
