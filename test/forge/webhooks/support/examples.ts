/** The service's example payloads of events. */
import { createRequire } from "node:module"

interface Definition {
  readonly name: string
  readonly examples: ReadonlyArray<{ readonly action?: string }>
}

// Its types say that it has a default export, which JSON has only for some loaders.
export const definitions = createRequire(import.meta.url)("@octokit/webhooks-examples") as ReadonlyArray<Definition>

/** The first example of an event. */
export const exampleOf = (event: string): object => {
  const example = definitions.find(({ name }) => name === event)?.examples[0]
  if (example === undefined) throw new Error(`There is no example of ${event}`)
  return example
}
