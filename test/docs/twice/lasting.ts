/** Simulators that outlive a program: when it runs again, it meets the service as its earlier run has left it. */
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"

const memo = Layer.makeMemoMapUnsafe()
const scope = Scope.makeUnsafe()
const layers: Array<unknown> = []
let made = 0

/** Begins another run of the program. */
export const again = (): void => void (made = 0)

/** Ends the simulators. */
export const close = Scope.close(scope, Exit.void)

/** The same function, whose nth layer of each run is the nth one of the first run, and lasts. */
export const lasting =
  <Args extends ReadonlyArray<unknown>, A>(layer: (...args: Args) => Layer.Layer<A>) =>
  (...args: Args): Layer.Layer<A> => {
    // The nth layer of a run is made by the same call in each run, so it has what that call provides.
    const one = (layers[made++] ??= layer(...args)) as Layer.Layer<A>
    return Layer.effectContext(Layer.buildWithMemoMap(one, memo, scope))
  }
