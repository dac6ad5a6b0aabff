/** What programs get in place of Effect's ways to run them: the same, with the services of the playground. */
import * as Clock from "effect/Clock"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Random from "effect/Random"
import * as Tracer from "effect/Tracer"
import { PropagateTrace } from "forgecast/rest/Transport"
import { type Answered, Observer } from "../../../../../src/testing/internal/observer.ts"
import type { Exports } from "./modules.ts"

export interface Services {
  readonly clock: Clock.Clock
  readonly tracer: Tracer.Tracer
  /** The environment variables. */
  readonly env: Readonly<Record<string, string>>
  /** Hears the responses of the simulators. */
  readonly observe: (answered: Answered) => void
}

/** The services of a run. Chance is the same in each run. */
export const contextOf = ({ clock, env, observe, tracer }: Services): Context.Context<never> =>
  Context.empty().pipe(
    Context.add(Clock.Clock, clock),
    Context.add(Tracer.Tracer, tracer),
    Context.add(Random.Random, Effect.runSync(Random.withSeed(Effect.service(Random.Random), "playground"))),
    Context.add(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    // A request says which call sent it.
    Context.add(PropagateTrace, true),
    Context.add(Observer, observe)
  )

interface Options extends Effect.RunOptions {}

/** What a program runs. It may be anything, as its types are gone. */
type Run = (effect: Effect.Effect<unknown, unknown>, options?: Options) => unknown

/** The exports that programs get in place of the real ones. `ran` is called for each effect, `started` gets each fiber that they start. */
export const replacements = (
  services: Context.Context<never>,
  started: (fiber: Fiber.Fiber<unknown, unknown>) => void,
  main: (fiber: Fiber.Fiber<unknown, unknown>) => void,
  ran: () => void
): Readonly<Record<string, Exports>> => {
  const tracked = (options: Options = {}): Options => ({
    ...options,
    onFiberStart: (fiber) => {
      started(fiber)
      options.onFiberStart?.(fiber)
    }
  })
  const withServices =
    (runWith: (context: Context.Context<never>) => Run) =>
    (context: Context.Context<never>): Run => {
      const run = runWith(Context.merge(services, context))
      return (effect, options) => {
        // An effect that is done at once needs no fiber.
        ran()
        return run(effect, tracked(options))
      }
    }
  const pairs = {
    Fork: withServices(Effect.runForkWith),
    Callback: withServices((context) => {
      const run = Effect.runCallbackWith(context)
      return (effect, options) => run(effect, { onExit: () => {}, ...options })
    }),
    Promise: withServices(Effect.runPromiseWith),
    PromiseExit: withServices(Effect.runPromiseExitWith),
    Sync: withServices(Effect.runSyncWith),
    SyncExit: withServices(Effect.runSyncExitWith)
  }
  const runs: Record<string, unknown> = {}
  for (const [name, run] of Object.entries(pairs)) {
    runs[`run${name}`] = run(Context.empty())
    runs[`run${name}With`] = run
  }
  const runMain = (effect: unknown) => {
    if (!Effect.isEffect(effect)) return (self: unknown) => runMain(self)
    ran()
    // The cast is the program's word: the compiler has checked it in the editor.
    const fiber = Effect.runForkWith(services)(effect as Effect.Effect<unknown, unknown>, tracked())
    main(fiber)
    return undefined
  }
  return {
    "effect/Effect": runs,
    "effect/ManagedRuntime": {
      make: <R, E>(layer: Layer.Layer<R, E>, options?: { readonly memoMap?: Layer.MemoMap }) =>
        ManagedRuntime.make(Layer.provideMerge(layer, Layer.succeedContext(services)), options)
    },
    "@effect/platform-node/NodeRuntime": { runMain }
  }
}
