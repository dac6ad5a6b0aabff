/** A response that undici's dispatcher hands over piece by piece, and decompresses nothing of. */
import * as NodeStream from "@effect/platform-node/NodeStream"
import { type Dispatcher, FormData as UndiciForm } from "@effect/platform-node/Undici"
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as Stream from "effect/Stream"
import * as Sender from "../rest/Sender.ts"
import * as ContentCoding from "./contentCoding.ts"

/**
 * The longest compressed body that is decompressed on the main thread, in bytes. For a page of 100 issues, that takes
 * half the time of handing it to another thread.
 */
const mostAtOnce = 262_144

/** A response, from its request on. The handler of undici's dispatcher. */
export class UndiciResponse extends Sender.WireResponse implements Dispatcher.DispatchHandler {
  private readonly dispatcher: Dispatcher
  private controller: Dispatcher.DispatchController | undefined
  /** How to decompress the body. */
  private decoders: ContentCoding.Decoders | undefined

  constructor(sent: Sender.Sent, dispatcher: Dispatcher) {
    super(sent)
    this.dispatcher = dispatcher
  }

  protected send(): void {
    const { headers, method, url } = this.sent.request
    // The transport's URLs are already normalized, so there is no need to parse them again.
    const pathStart = url.indexOf("/", url.indexOf("//") + 2)
    const fragment = url.indexOf("#", pathStart)
    this.dispatcher.dispatch(
      {
        method,
        origin: url.slice(0, pathStart),
        path: url.slice(pathStart, fragment === -1 ? undefined : fragment),
        headers: { "accept-encoding": ContentCoding.accepted, ...headers },
        body: this.body,
        // The watchdog has the timeouts. undici's own are coarse, and the one for the head starts again with each 103.
        headersTimeout: 0,
        bodyTimeout: 0
      },
      this
    )
  }

  private get body(): NonNullable<Dispatcher.DispatchOptions["body"]> | null {
    const { asker, request } = this.sent
    const stream = Sender.outgoing(request.body, this.watch)
    if (stream !== undefined) return Effect.runSyncWith(asker.context)(NodeStream.toReadable(stream.stream))
    switch (request.body._tag) {
      case "Uint8Array":
        return request.body.body
      case "FormData":
        return formOf(request.body.formData)
      case "Raw":
        // The cast is safe: a raw body is what the client takes.
        return request.body.body as Dispatcher.DispatchOptions["body"] & {}
      default:
        return null
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller
    if (this.state !== "open") controller.abort(new Error("The request was aborted"))
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | Array<string> | undefined>
  ): void {
    // Informational responses, such as 103 Early Hints.
    if (status < 200) return
    this.status = status
    this.headers = headersOf(headers)
    this.decoders = ContentCoding.decodersOf(this.headers["content-encoding"])
    if (this.decoders === undefined) this.length = Number(this.headers["content-length"])
    // A small body has usually arrived with the head: then the fiber is resumed once for both, not twice.
    queueMicrotask(() => this.begin())
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Uint8Array): void {
    if (!this.add(piece)) controller.pause()
  }

  onResponseEnd(): void {
    this.settle("ended")
    // Lets undici free the connection first, so that the consumer's next request can use it.
    if (this.consumer !== undefined) queueMicrotask(this.consumer)
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, cause: Error): void {
    this.fail(this.controller === undefined ? unconnected(cause.message, "UND_ERR_CONNECT", cause) : cause)
  }

  protected more(): void {
    if (this.controller?.paused === true) this.controller.resume()
  }

  protected close(cause: Error): void {
    this.controller?.abort(cause)
  }

  protected override timedOut(why: string): Error {
    const { head, total } = this.sent.bounds
    return this.controller === undefined
      ? unconnected(`waited ${Math.min(head, total)} ms for a connection`, "UND_ERR_CONNECT_TIMEOUT")
      : super.timedOut(why)
  }

  override get discard(): Effect.Effect<void> {
    return Effect.sync(() => {
      this.take()
      // A small body has usually arrived with the head: then its connection can be used again.
      setImmediate(() => this.abort())
    })
  }

  /** `Buffer.concat` allocates without zeroing the memory first. */
  protected override concat(pieces: ReadonlyArray<Uint8Array>): Uint8Array {
    return Buffer.concat(pieces)
  }

  protected override whole<A>(
    limit: number,
    make: (bytes: Uint8Array) => A
  ): Effect.Effect<A, Sender.ClientError | Sender.TooLarge> {
    const { decoders } = this
    if (decoders === undefined) return super.whole(limit, make)
    const bytes = this.collect(mostAtOnce, (isWhole) =>
      isWhole ? this.decompressed(decoders, limit) : this.decompressedInPieces(limit)
    )
    return Effect.map(bytes, make)
  }

  private decompressed(
    decoders: ContentCoding.Decoders,
    limit: number
  ): Effect.Effect<Uint8Array, Sender.ClientError | Sender.TooLarge> {
    const compressed = this.joined()
    // A 204 or a 304 has no body, whatever its head says.
    if (compressed.length === 0) return Effect.succeed(compressed)
    try {
      const bytes = ContentCoding.decompressed(compressed, decoders, limit)
      return bytes === undefined ? this.tooLarge(limit) : Effect.succeed(bytes)
    } catch (cause) {
      return Effect.fail(Sender.failed(this.sent.request, cause))
    }
  }

  private decompressedInPieces(limit: number): Effect.Effect<Uint8Array, Sender.ClientError | Sender.TooLarge> {
    return Effect.suspend(() => {
      const pieces: Array<Uint8Array> = []
      let length = 0
      const read = Stream.runForEachArray(Sender.streamOf(this), (more): Effect.Effect<void, Sender.TooLarge> => {
        for (const piece of more) length += piece.length
        if (length > limit) return this.tooLarge(limit)
        pieces.push(...more)
        return Effect.void
      })
      return Effect.map(read, () => this.joined(pieces))
    })
  }

  override head(limit: number, within: number): Effect.Effect<string> {
    if (this.decoders === undefined) return super.head(limit, within)
    const decoder = new TextDecoder()
    let text = ""
    let left = limit
    const read = Stream.runForEach(Sender.streamOf(this), (piece) => {
      text += decoder.decode(piece.subarray(0, left), { stream: true })
      left -= piece.length
      // The failure ends the reading. What has arrived by then is the result.
      return left > 0 ? Effect.void : Effect.fail("enough")
    })
    return Effect.map(Effect.raceFirst(Effect.exit(read), Effect.sleep(within)), () => text)
  }

  override decoded(body: Stream.Stream<Uint8Array, Sender.ClientError>): Stream.Stream<Uint8Array, Sender.ClientError> {
    return this.decoders === undefined
      ? body
      : ContentCoding.decompressing(body, this.decoders, (cause) => Sender.failed(this.sent.request, cause))
  }
}

/** The failure of a request that got no connection, such as from a proxy that refuses: it was not sent. */
const unconnected = (message: string, code: string, cause?: Error): Error =>
  Object.assign(new Error(message, { cause }), { code })

/** Header names from undici are already in lower case, and nearly all values are single: a plain copy is enough. */
const headersOf = (headers: Record<string, string | Array<string> | undefined>): Headers.Headers => {
  for (const name in headers) {
    if (typeof headers[name] !== "string") return Headers.fromInput(headers)
  }
  return Headers.fromRecordUnsafe({ ...(headers as Record<string, string>) })
}

/** undici knows no form but its own. */
const formOf = (form: FormData): UndiciForm => {
  const copy = new UndiciForm()
  for (const [name, value] of form) copy.append(name, value)
  return copy
}
