/** Simulators that outlive a program: when it runs again, it meets the service as its earlier run has left it. */
import type * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

const memo = Layer.makeMemoMapUnsafe()
let scope = Scope.makeUnsafe()
let layers: Array<unknown> = []
let made = 0

/** Begins another run of the program. */
export const again = (): void => void (made = 0)

/** Ends the simulators of a program, after its last run. */
export const close = (): Effect.Effect<void> => {
  const ended = scope
  scope = Scope.makeUnsafe()
  layers = []
  made = 0
  return Scope.close(ended, Exit.void)
}

/** The same function, whose nth layer of each run is the nth one of the first run, and lasts. */
export const lasting =
  <Args extends ReadonlyArray<unknown>, A>(layer: (...args: Args) => Layer.Layer<A>) =>
  (...args: Args): Layer.Layer<A> => {
    // The nth layer of a run is made by the same call in each run, so it has what that call provides.
    const one = (layers[made++] ??= layer(...args)) as Layer.Layer<A>
    return Layer.effectContext(Layer.buildWithMemoMap(one, memo, scope))
  }
