/**
 * The first script of the worker. It asks the page for the chunks of the engine, since nothing in the frame may load a
 * file, and imports them as blobs.
 */
import type { begin } from "../engine/worker.ts"
import { type Answer, type Chunk, entry, importer } from "./chunks.ts"

type Import = (specifier: string) => Promise<unknown>

const start = async (commands: MessagePort, files: MessagePort, keys: MessagePort | undefined): Promise<void> => {
  const urls = new Map<string, string>()
  const asked = new Map<string, Promise<void>>()
  const answered = new Map<string, () => void>()
  let isSealed = false

  const add = ({ code, file, imports }: Chunk): void => {
    const linked = imports.reduce((text, each) => text.replaceAll(`./${each}`, urls.get(each) ?? ""), code)
    urls.set(file, URL.createObjectURL(new Blob([linked], { type: "text/javascript" })))
  }
  files.addEventListener("message", ({ data: { chunks, file } }: MessageEvent<Answer>) => {
    chunks.forEach(add)
    answered.get(file)?.()
  })
  files.start()

  const ask = (file: string): Promise<void> => {
    if (isSealed) throw new Error(`${file} was not loaded before the program began`)
    const answer = new Promise<void>((resolve) => answered.set(file, resolve))
    asked.set(file, answer)
    files.postMessage(file)
    return answer
  }
  const load: Import = async (specifier) => {
    const file = specifier.replace(/^\.\//, "")
    if (!urls.has(file)) await (asked.get(file) ?? ask(file))
    return import(/* @vite-ignore */ urls.get(file) ?? "")
  }
  const seal = (): void => {
    isSealed = true
    files.close()
  }

  Object.assign(globalThis, { [importer]: load })
  // The cast is safe: it is that chunk.
  const engine = (await load(entry)) as { readonly begin: typeof begin }
  engine.begin(commands, { keys, seal })
}

addEventListener(
  "message",
  ({ ports: [commands, files, keys] }) => {
    if (commands !== undefined && files !== undefined) void start(commands, files, keys)
  },
  { once: true }
)
