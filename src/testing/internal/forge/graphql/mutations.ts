/** Executes mutations. */
import { type Input, type Mutation as Act, performing } from "./acts.ts"
import { mutations as issues } from "./issueMutations.ts"
import { mutations as later } from "./laterMutations.ts"
import { mutations as pullRequests } from "./pullRequestMutations.ts"
import { mutations as repositories } from "./repositoryMutations.ts"
import { mutations as threads } from "./threadMutations.ts"
import { type Fields, refusal, type View } from "./nodes.ts"

const mutations: Readonly<Record<string, Act>> = { ...issues, ...later, ...pullRequests, ...repositories, ...threads }

/** Whether a field of an input says something: lists that are empty do not. */
const isSaid = (value: unknown): boolean =>
  value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0)

const execute = (view: View, name: string, { run, takes }: Act, input: Input) => {
  const unserved = Object.keys(input).find(
    (field) => field !== "clientMutationId" && !takes.includes(field) && isSaid(input[field])
  )
  if (unserved !== undefined) {
    throw refusal("UNPROCESSABLE", `The simulator does not serve the input ${unserved} of ${name}.`)
  }
  return { clientMutationId: input["clientMutationId"] ?? null, ...run(view, input, performing(view, name)) }
}

const Mutation: Fields<"Mutation"> = (_, view) =>
  Object.fromEntries(
    Object.entries(mutations).map(([name, each]) => [
      name,
      ({ input }: { readonly input: Input }) => execute(view, name, each, input)
    ])
  )

export const fields = { Mutation }
