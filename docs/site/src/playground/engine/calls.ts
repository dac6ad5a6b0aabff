/** Records the calls of operations, by their spans. */
import * as Tracer from "effect/Tracer"

/** A call of an operation. Times are the program's, in epoch milliseconds. */
export interface Call {
  readonly spanId: string
  readonly operation: string
  readonly startedAt: number
  endedAt: number | null
}

const millis = (nanos: bigint): number => Number(nanos / 1_000_000n)

/** How many calls are kept. */
const most = 5_000

export class Calls {
  readonly all: Array<Call> = []

  readonly tracer: Tracer.Tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      if (options.kind !== "client" || this.all.length >= most) return span
      const call: Call = {
        spanId: span.spanId,
        operation: options.name,
        startedAt: millis(options.startTime),
        endedAt: null
      }
      this.all.push(call)
      const end = span.end.bind(span)
      span.end = (endTime, exit) => {
        call.endedAt ??= millis(endTime)
        end(endTime, exit)
      }
      return span
    }
  })
}
