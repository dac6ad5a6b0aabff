/** The worker of the checker. It loads the compiler and the declarations, and answers in the order of the questions. */
import type ts from "typescript"
import type { Ask, Reply } from "./protocol.ts"
import { checkerOf } from "./service.ts"

/** A file that is compressed on every server. */
const unpacked = async (name: string): Promise<Response> => {
  const response = await fetch(`${import.meta.env.BASE_URL}/generated/${name}`.replace("//", "/"))
  if (!response.ok || response.body === null) throw new Error(`${name} cannot be loaded: ${response.status}`)
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")))
}

const loadCompiler = async (): Promise<typeof ts> => {
  const code = await (await unpacked("typescript.js.gz")).text()
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }))
  const module = (await import(/* @vite-ignore */ url)) as { readonly default: typeof ts }
  URL.revokeObjectURL(url)
  return module.default
}

const loadFiles = async (): Promise<ReadonlyMap<string, string>> => {
  // The cast is safe: the build has made it.
  const files = (await (await unpacked("types.json.gz")).json()) as Readonly<Record<string, string>>
  return new Map(Object.entries(files))
}

const checker = Promise.all([loadCompiler(), loadFiles()]).then(([compiler, files]) => checkerOf(compiler, files))

const replyTo = async ({ id, ...ask }: Ask): Promise<Reply> => {
  try {
    return { id, answer: (await checker)(ask) }
  } catch (error) {
    return { id, failure: String(error) }
  }
}

addEventListener("message", ({ data }: MessageEvent<Ask>) => void replyTo(data).then((reply) => postMessage(reply)))
