/** A sketch as a part of a URL: JSON, deflated, in Base64 of URLs. Runs in pages and in Node. */
import { faultNames, isFileName, type Sketch } from "./protocol.ts"

const piped = async (
  bytes: Uint8Array<ArrayBuffer>,
  through: GenericTransformStream
): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(through)).arrayBuffer())

/** The fragment of a URL, without the `#`. */
export const toFragment = async (sketch: Sketch): Promise<string> => {
  const bytes = await piped(new TextEncoder().encode(JSON.stringify(sketch)), new CompressionStream("deflate-raw"))
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
  return `sketch=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`
}

/** The files of a link, without what is none. */
const filesIn = (files: unknown): Readonly<Record<string, string>> =>
  typeof files !== "object" || files === null
    ? {}
    : Object.fromEntries(
        Object.entries(files).flatMap(([name, text]: [string, unknown]) =>
          typeof text === "string" && isFileName(name) ? [[name, text]] : []
        )
      )

/** Undefined if the fragment has no sketch. Rejects if it is damaged. */
export const fromFragment = async (fragment: string): Promise<Sketch | undefined> => {
  const [, text] = /^#?sketch=([\w-]+)$/.exec(fragment) ?? []
  if (text === undefined) return undefined
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"))
  const bytes = await piped(
    Uint8Array.from(binary, (char) => char.charCodeAt(0)),
    new DecompressionStream("deflate-raw")
  )
  const sketch: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const { faults, files, forge, program, speed, weather }: Record<string, unknown> = { ...(sketch as object) }
  if (typeof program !== "string") throw new TypeError("The link has no program")
  const others = filesIn(files)
  return {
    program,
    ...(Object.keys(others).length > 0 && { files: others }),
    ...(typeof forge === "string" && { forge }),
    ...(typeof weather === "string" && { weather }),
    // Links of other versions may have others.
    ...(Array.isArray(faults) && { faults: faultNames.filter((name) => faults.includes(name)) }),
    ...(typeof speed === "number" && { speed })
  }
}
