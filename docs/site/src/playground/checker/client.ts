/** The page's side of the checker. */
import type { Answers, Ask, Question, Reply, Texts } from "./protocol.ts"

export interface Checker {
  readonly ask: <Q extends Question>(file: string, texts: Texts, question: Q) => Promise<Answers[Q["_tag"]]>
}

interface Pending {
  readonly resolve: (answer: Answers[keyof Answers]) => void
  readonly reject: (reason: Error) => void
}

/** Starts the worker, which loads about 2 MB. */
export const startChecker = (): Checker => {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module", name: "checker" })
  const pending = new Map<number, Pending>()
  let asked = 0
  worker.addEventListener("message", ({ data }: MessageEvent<Reply>) => {
    const waiting = pending.get(data.id)
    pending.delete(data.id)
    if ("failure" in data) waiting?.reject(new Error(data.failure))
    else waiting?.resolve(data.answer)
  })
  worker.addEventListener("error", ({ message }) => {
    for (const { reject } of pending.values()) reject(new Error(message))
    pending.clear()
  })
  return {
    ask: <Q extends Question>(file: string, texts: Texts, question: Q) =>
      new Promise<Answers[Q["_tag"]]>((resolve, reject) => {
        const id = ++asked
        // The cast is safe: the worker answers the question with this id.
        pending.set(id, { resolve: (answer) => resolve(answer as Answers[Q["_tag"]]), reject })
        worker.postMessage({ id, file, texts, question } satisfies Ask)
      })
  }
}
