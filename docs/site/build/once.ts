/** Asks once for each key, and remembers the answer. */
export const once = <Key, A>(ask: (key: Key) => A): ((key: Key) => A) => {
  const answers = new Map<Key, A>()
  return (key) => {
    if (!answers.has(key)) answers.set(key, ask(key))
    // The cast is safe: the line above has set it.
    return answers.get(key) as A
  }
}
