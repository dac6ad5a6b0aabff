/** How a runner ends: in time, even if its database hangs, and with the exit code of the signal. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"

/** Waits no longer than this until a Layer has closed. What is left of it ends with the process. */
export const closesWithin =
  (limit: Duration.Input) =>
  <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
    Layer.fromBuild((memoMap, scope) =>
      Effect.gen(function* () {
        const own = yield* Scope.make()
        yield* Scope.addFinalizerExit(scope, (exit) =>
          Effect.gen(function* () {
            const closing = yield* Effect.forkDetach(Scope.close(own, exit))
            // In a fiber of its own, because finalizers cannot be interrupted.
            yield* Fiber.await(yield* Effect.forkDetach(Effect.timeoutOption(Fiber.await(closing), limit)))
          })
        )
        return yield* Layer.buildWithMemoMap(layer, memoMap, own)
      })
    )

/**
 * Runs a Layer until a signal ends it, and closes it in time. Its exit code is then 128 and the number of the signal.
 * Workflows need up to `entityTerminationTimeout` to stop. Beyond that, only a database that hangs keeps a runner: it gives
 * up the shards of the runner by itself.
 */
export const launch = <A, E>(layer: Layer.Layer<A, E>): void => {
  let signalled: number | undefined
  process.once("SIGINT", () => (signalled ??= 130))
  process.once("SIGTERM", () => (signalled ??= 143))
  NodeRuntime.runMain(Layer.launch(closesWithin("5 seconds")(layer)), {
    teardown: (exit, onExit) => Runtime.defaultTeardown(exit, (usual) => onExit(signalled ?? usual))
  })
}
