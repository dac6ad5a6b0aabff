/** Collects everything that a program reports: logs, spans, metrics. */
import { inspect } from "node:util"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Metric from "effect/Metric"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import * as RequestLog from "../../../../src/rest/RequestLog.ts"

export interface Probe {
  readonly spans: Array<Tracer.NativeSpan>
  /** Each message, as each kind of logger formats it. */
  readonly logs: Array<string>
  /** Runs the program with the probe. */
  readonly watch: <A, E, R>(program: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** The count or value of a metric by its name, summed over its attributes. */
  readonly metric: (name: string) => number
  /** Everything, as text. */
  readonly everything: () => string
}

export const make = (): Probe => {
  const spans: Array<Tracer.NativeSpan> = []
  const logs: Array<string> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const formats = [Logger.formatSimple, Logger.formatLogFmt, Logger.formatStructured, Logger.formatJson]
  const loggers = formats.map((format) =>
    Logger.make<unknown, void>((options) => void logs.push(shown(format.log(options))))
  )
  // The bare options too: a message may be an object that a format omits.
  loggers.push(Logger.make<unknown, void>(({ cause, message }) => void logs.push(shown(message), shown(cause))))
  const registry: (typeof Metric.MetricRegistry)["Service"] = new Map()
  const snapshot = () => Effect.runSync(Effect.provideService(Metric.snapshot, Metric.MetricRegistry, registry))
  return {
    spans,
    logs,
    watch: (program) =>
      program.pipe(
        Effect.provideService(Tracer.Tracer, tracer),
        Effect.provideService(Metric.MetricRegistry, registry),
        Effect.provideService(References.MinimumLogLevel, "All"),
        Effect.provide(RequestLog.layer),
        Effect.provideService(Logger.CurrentLoggers, new Set(loggers))
      ),
    metric: (name) => {
      let sum = 0
      for (const { id, state } of snapshot()) {
        if (id !== name) continue
        if ("count" in state) sum += Number(state.count)
        else if ("value" in state) sum += Number(state.value)
      }
      return sum
    },
    everything: () => [shown(spans), ...logs, shown(snapshot())].join("\n")
  }
}

/** A value in every way in which it is likely to be printed. */
export const shown = (value: unknown): string => {
  const parts = [
    inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
    JSON.stringify(value, (_, field: unknown) => (typeof field === "bigint" ? String(field) : field))
  ]
  if (value instanceof Error) parts.push(value.message, String(value), value.stack ?? "", shown(value.cause))
  return parts.join("\n")
}
