/** Formats values as Node's console does, in short. */
import { formatWithOptions, type InspectOptions, inspect as nodeInspect } from "node-inspect-extracted"

/** The longest text. */
const longest = 20_000

const options: InspectOptions = { depth: 4, maxArrayLength: 50, maxStringLength: longest }

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest)}… (cut off)` : text)

/** A frame of an error's stack, and the brace of the fields that follow the last one. */
const frame =
  /\n +(?:at [^\n]*(?::\d+:\d+|\((?:index \d+|<anonymous>|native))\)?|\.{3} \d+ lines matching cause stack trace \.{3})( \{)?(?=\n|$)/g

/** Frames name generated code. */
const withoutFrames = (text: string): string => text.replaceAll(frame, "$1")

const orNothing = (show: () => string): string => {
  try {
    return cut(withoutFrames(show()))
  } catch {
    return "[a value that cannot be shown]"
  }
}

/** Formats one value. Never throws. */
export const inspect = (value: unknown): string => orNothing(() => nodeInspect(value, options))

/** Formats the arguments of `console.log`. Never throws. */
export const format = (values: ReadonlyArray<unknown>): string => orNothing(() => formatWithOptions(options, ...values))
