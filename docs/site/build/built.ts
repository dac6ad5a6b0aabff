/** Finishes built pages, and reads of them what the later steps need, in other threads. */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"
import { annotatePages } from "./code/annotate.ts"
import { type Html, htmlOf } from "./html.ts"
import { type Links, linksOf } from "./links.ts"
import { type Passage, passagesOf } from "./passages.ts"
import { applyPolicy } from "./scripts.ts"
import { isMade, renderedText, type Text } from "./texts.ts"

/** A page, as other steps see it. */
export interface Built {
  readonly file: string
  readonly links: Links
  readonly passages: ReadonlyArray<Passage>
  /** Of a page that is not made of Markdown. The page 404 has none. */
  readonly text: Text | undefined
}

const builtOf = (page: Html): Built => ({
  file: page.file,
  links: linksOf(page),
  passages: passagesOf(page),
  text: isMade(page.file) || !page.file.endsWith("index.html") ? undefined : renderedText(page)
})

/** Changes the pages in these files, and reads what they have become. */
const readPages = (dist: string, files: ReadonlyArray<string>): ReadonlyArray<Built> => {
  const keep = applyPolicy(dist)
  const annotate = annotatePages(dist)
  return files.map((file) => {
    const path = Path.join(dist, file)
    const text = annotate(file, keep(file, Fs.readFileSync(path, "utf8")))
    Fs.writeFileSync(path, text)
    return builtOf(htmlOf(file, text))
  })
}

/** What the thread is asked. */
type Asked = Parameters<typeof readPages>

/** The same in another thread, whose memory has nothing else that must be kept. */
export const readBeside = (...asked: Asked): Promise<ReadonlyArray<Built>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(import.meta.filename, { workerData: asked })
    worker.once("message", resolve)
    worker.once("error", reject)
  })

// The cast is safe: `readBeside` has started it.
if (!isMainThread) parentPort?.postMessage(readPages(...(workerData as Asked)))
