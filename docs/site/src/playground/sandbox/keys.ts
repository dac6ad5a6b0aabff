/**
 * What the frame and its worker say to each other about Web Crypto. Chromium denies it to workers of an origin that is
 * nobody's, but not to their frame. Keys stay in the frame, and the worker has stand-ins for them.
 */

/** A call of a method of `SubtleCrypto`. */
export interface Call {
  readonly id: number
  readonly method: string
  /** Each key is a `Handle`. */
  readonly args: ReadonlyArray<unknown>
}

export type Reply =
  | { readonly id: number; readonly value: unknown }
  /** An error, which can be cloned. */
  | { readonly id: number; readonly failure: unknown }

/** A key, by its place among those of the frame, and what it says of itself. */
export interface Handle {
  readonly handle: number
  readonly key?: Pick<CryptoKey, "algorithm" | "extractable" | "type" | "usages">
}

export const isHandle = (value: unknown): value is Handle =>
  typeof value === "object" && value !== null && "handle" in value && typeof value.handle === "number"

/** Changes a value, or the values of an object: an algorithm may have a key, and a pair of keys is an object. */
export const mapKeys = (value: unknown, change: (value: unknown) => unknown): unknown => {
  const changed = change(value)
  if (changed !== value || typeof value !== "object" || value === null) return changed
  if (Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]: [string, unknown]) => [name, change(each)]))
}

/** Answers the calls that come through a port, in the frame. */
export const answerCalls = (port: MessagePort): void => {
  const keys: Array<CryptoKey> = []
  const hide = (value: unknown): unknown => {
    if (!(value instanceof CryptoKey)) return value
    const { algorithm, extractable, type, usages } = value
    return { handle: keys.push(value) - 1, key: { algorithm, extractable, type, usages } } satisfies Handle
  }
  const answer = async ({ args, id, method }: Call): Promise<Reply> => {
    try {
      const found: unknown = Reflect.get(crypto.subtle, method)
      if (typeof found !== "function") throw new TypeError(`crypto.subtle has no ${method}`)
      const given = args.map((arg) => mapKeys(arg, (each) => (isHandle(each) ? keys[each.handle] : each)))
      const value: unknown = await Reflect.apply(found, crypto.subtle, given)
      return { id, value: mapKeys(value, hide) }
    } catch (failure) {
      return { id, failure }
    }
  }
  port.addEventListener("message", ({ data }: MessageEvent<Call>) => {
    void answer(data).then((reply) => port.postMessage(reply))
  })
  port.start()
}
