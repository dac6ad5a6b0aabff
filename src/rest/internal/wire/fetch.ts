/** What is particular to fetch: its cache mode, and its responses, which other clients may have too. */
import * as Headers from "effect/http/Headers"
import type { ClientError, TooLarge } from "../../Sender.ts"
import { WireResponse } from "../../Sender.ts"
import type * as Effect from "effect/Effect"
import { versionInNode } from "../text/runtime.ts"

/**
 * How fetch treats a cache of its own. Ours is the cache, so a browser's must not answer. Node's fetch has none, but
 * sends `Cache-Control: no-cache` for `no-store`, and next to `If-None-Match`: servers that heed that never answer 304.
 * For `no-cache` it sends `max-age=0`. Undefined where requests have no cache mode, since workerd refuses one, and for
 * writes: no cache answers them, and in Chromium any mode costs a preflight for each request instead of each URL.
 */
export const cacheMode = (method: string): RequestCache | undefined => {
  if (method !== "GET" || !("cache" in Request.prototype)) return undefined
  return versionInNode("undici") === undefined ? "no-store" : "no-cache"
}

/** A response whose body is read by the reader of its stream. By Effect's stream, a small call would take 15 % longer. */
export abstract class WebResponse extends WireResponse {
  private web: Response | undefined
  private reader: ReadableStreamDefaultReader<Uint8Array> | undefined
  private isReading = false
  private isText = false

  override get url(): string {
    return this.web?.url.replace(/#.*/, "") || super.url
  }

  /** Takes the head. */
  protected beginBy(web: Response): void {
    if (this.state !== "open") return
    const { reads } = this.sent.options
    const { headers, status } = (this.web = web)
    this.status = status
    this.headers = reads === undefined ? Headers.fromRecordUnsafe(Object.fromEntries(headers)) : picked(headers, reads)
    if (status === 204 || status === 205 || status === 304) this.settle("ended")
    // A 205 has no body. Fetch never reads one that comes, so the connection would stay open.
    if (status === 205) this.close(new Error("A 205 has no body"))
    this.begin()
  }

  override text(limit: number): Effect.Effect<string, ClientError | TooLarge> {
    this.isText = true
    return super.text(limit)
  }

  protected more(): void {
    const { web } = this
    if (this.isReading || web === undefined) return
    this.isReading = true
    const fail = (cause: unknown) => this.fail(cause)
    if (!web.body) return void this.readWhole(web).then(() => this.end(), fail)
    const reader = (this.reader ??= web.body.getReader())
    reader.read().then(({ done, value }) => {
      this.isReading = false
      if (done) this.end()
      else if (this.add(value)) this.more()
    }, fail)
  }

  /** React Native has bodies, but cannot stream them, and not all of its versions make bytes of them. */
  private async readWhole(web: Response): Promise<void> {
    this.add(this.isText ? new TextEncoder().encode(await web.text()) : new Uint8Array(await web.arrayBuffer()))
  }

  protected close(cause: Error): void {
    // A body that does not heed a signal, as in a test.
    this.reader?.cancel(cause).catch(() => {})
  }
}

/** An iteration over all headers, which fetch sorts, costs as much as a dozen Effects. */
const picked = (headers: globalThis.Headers, reads: ReadonlyArray<string>): Headers.Headers => {
  const few: Record<string, string> = {}
  for (const name of reads) {
    const value = headers.get(name)
    if (value !== null) few[name] = value
  }
  return Headers.fromRecordUnsafe(few)
}
