/**
 * A model that follows a script, in place of a real one, for tests of agents.
 *
 * **When to use**
 *
 * To run a program on `LanguageModel` against a simulator: its tools, its bounds and its loop are the code that runs in
 * production. A script is a list of tool calls, or a function of the answers so far. It does whatever a test needs,
 * including what no model should do, such as what a hostile text demands.
 *
 * **Example**
 *
 * ```ts
 * const script = [{ tool: "issues_get", input: { owner: "acme", repo: "web", issue_number: 1 } }]
 *
 * const test = Effect.gen(function* () {
 *   const answers = yield* AgentTest.run(tools.toolkit)
 *   const simulator = yield* ForgeSimulator.ForgeSimulator
 *   const journal = yield* simulator.journal
 * }).pipe(
 *   Effect.provide(tools.layer.pipe(Layer.provideMerge(ForgeSimulator.layer(seed)), Layer.merge(AgentTest.layer(script))))
 * )
 * ```
 */
import * as LanguageModel from "effect/ai/LanguageModel"
import * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import type * as Tool from "effect/ai/Tool"
import type * as Toolkit from "effect/ai/Toolkit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"

/** A call of a tool. */
export interface Call {
  /** Name of the tool, such as `issues_get`. */
  readonly tool: string
  /** What the model passes: whatever the test wants to try. */
  readonly input: unknown
}

/** What a tool has answered. */
export interface Answer extends Call {
  /** Whether the tool has failed; `result` then says why. */
  readonly isFailure: boolean
  /** What the model is shown. */
  readonly result: unknown
}

/**
 * What the model does: a list of calls, one after the other, or a function of the answers so far. A text, or an empty list,
 * is its last word. Several calls of a function's are made in one response.
 */
export type Script = ReadonlyArray<Call> | ((answers: ReadonlyArray<Answer>) => Call | ReadonlyArray<Call> | string)

/** The model. It looks at the answers in the prompt, so any loop around it will do. */
export const layer = (script: Script): Layer.Layer<LanguageModel.LanguageModel> => {
  const respond = ({ prompt }: LanguageModel.ProviderOptions): Array<PartOf> => {
    const answers = answersIn(prompt)
    const said = next(script, answers)
    if (typeof said === "string") return [{ type: "text", text: said }, finish("stop")]
    const calls = said.map(({ input, tool }, index): PartOf => ({
      type: "tool-call",
      id: `call-${answers.length + index + 1}`,
      name: tool,
      params: input
    }))
    return [...calls, finish("tool-calls")]
  }
  return Layer.effect(
    LanguageModel.LanguageModel,
    LanguageModel.make({
      generateText: (options) => Effect.sync(() => respond(options)),
      streamText: () => Stream.die(new Error("AgentTest.layer does not stream: use LanguageModel.generateText"))
    })
  )
}

type PartOf = Response.TextPartEncoded | Response.ToolCallPartEncoded | Response.FinishPartEncoded

const finish = (reason: "stop" | "tool-calls"): PartOf => ({
  type: "finish",
  reason,
  usage: { inputTokens: {}, outputTokens: {} }
})

/** What the model says next: calls, or its last word. */
const next = (script: Script, answers: ReadonlyArray<Answer>): ReadonlyArray<Call> | string => {
  const said = typeof script === "function" ? script(answers) : script.slice(answers.length, answers.length + 1)
  if (typeof said === "string") return said
  const calls = "tool" in said ? [said] : said
  return calls.length === 0 ? "Done." : calls
}

/** The answers in a prompt, with the calls that they are to. */
const answersIn = (prompt: Prompt.Prompt): ReadonlyArray<Answer> => {
  const inputs = new Map<string, unknown>()
  const answers: Array<Answer> = []
  for (const message of prompt.content) {
    if (message.role !== "assistant" && message.role !== "tool") continue
    for (const part of message.content) {
      if (part.type === "tool-call") inputs.set(part.id, part.params)
      if (part.type !== "tool-result") continue
      const { id, isFailure, name, result } = part
      answers.push({ tool: name, input: inputs.get(id), isFailure, result })
    }
  }
  return answers
}

/** How to run an agent. */
export interface RunOptions {
  /** What the model is asked to do. It does not matter to a script. Default: a few words. */
  readonly prompt?: string | undefined
  /** The most responses of the model. Default: 100. */
  readonly responses?: number | undefined
}

/** Of tools that are not known, what they fail with and need is not known either. */
type Known<A> = 0 extends 1 & A ? unknown : A

/** What the tools of a toolkit can fail with: those with the failure mode `error`. The others return their failures. */
type Failures<Tools extends Record<string, Tool.Any>> = Known<
  LanguageModel.ExtractError<{ readonly toolkit: Toolkit.Toolkit<Tools> }>
>

/** What the model, the tools and their schemas need. */
type Services<Tools extends Record<string, Tool.Any>> = Known<
  LanguageModel.ExtractServices<{ readonly toolkit: Toolkit.Toolkit<Tools> }>
>

/**
 * Lets a model use tools until it has nothing more to call, and returns the answers of the tools. It fails with what the tools
 * fail with, unless they return their failures, as those of `forgecast/ai` do.
 */
export const run = <Tools extends Record<string, Tool.Any>>(
  toolkit: Toolkit.Toolkit<Tools>,
  { prompt = "Do what the script says.", responses = 100 }: RunOptions = {}
): Effect.Effect<ReadonlyArray<Answer>, Failures<Tools>, LanguageModel.LanguageModel | Services<Tools>> =>
  Effect.gen(function* () {
    let said = Prompt.make(prompt)
    for (let count = 0; count < responses; count++) {
      const response = yield* LanguageModel.generateText<
        Tools,
        { readonly prompt: Prompt.Prompt; readonly toolkit: Toolkit.Toolkit<Tools> }
      >({ prompt: said, toolkit })
      said = Prompt.concat(said, Prompt.fromResponseParts(response.content))
      if (response.toolCalls.length === 0) break
    }
    return answersIn(said)
  })
