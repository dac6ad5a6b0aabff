/** The output of the demo: lines of at most 80 columns, and in a terminal a progress bar. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { styleText } from "node:util"
import { RequestLog } from "forgecast"

export class Screen extends Context.Service<
  Screen,
  {
    readonly title: (text: string) => Effect.Effect<void>
    /** Starts a numbered step. */
    readonly step: (text: string) => Effect.Effect<void>
    readonly line: (text: string) => Effect.Effect<void>
    /** Shows the progress of a step. In the last call of a step, `done` equals `total`, or `total` is null. */
    readonly progress: (done: number, total: number | null, unit: string) => Effect.Effect<void>
    /** Reports an event while a step runs. */
    readonly note: (text: string) => Effect.Effect<void>
    readonly table: (rows: ReadonlyArray<readonly [name: string, value: string, why: string]>) => Effect.Effect<void>
  }
>()("demo/Screen") {}

const out = process.stdout
const isTerminal = out.isTTY === true

// The reader has closed the pipe, as in `npm run demo | head`.
out.on("error", () => process.exit(0))

// `styleText` adds no styles without a terminal or with NO_COLOR.
const bold = (text: string) => styleText("bold", text, { stream: out })
const dim = (text: string) => styleText("dim", text, { stream: out })
const yellow = (text: string) => styleText("yellow", text, { stream: out })
const green = (text: string) => styleText("green", text, { stream: out })

interface Bar {
  readonly done: number
  readonly total: number | null
  readonly unit: string
}

const make = (): {
  readonly screen: Screen["Service"]
  readonly pause: (milliseconds: number) => void
  readonly tick: () => void
  readonly close: () => void
} => {
  let bar: Bar | undefined
  let steps = 0
  let quarter = 0
  let pausedUntil = 0

  const draw = () => {
    if (bar === undefined || !isTerminal) return
    const left = pausedUntil - Date.now()
    const width = 30
    const filled = bar.total === null ? 0 : Math.round((width * bar.done) / bar.total)
    const gauge = bar.total === null ? "" : `[${green("#".repeat(filled))}${dim("-".repeat(width - filled))}] `
    const count = `${bar.done}${bar.total === null ? "" : ` of ${bar.total}`} ${bar.unit}`
    const pause = left > 0 ? yellow(`  paused, ${(left / 1_000).toFixed(1)} s`) : ""
    out.write(`\r\u001b[2K   ${gauge}${count}${pause}`)
  }

  const write = (text: string) => {
    out.write(isTerminal ? `\r\u001b[2K${text}\n` : `${text}\n`)
    draw()
  }

  const note = (text: string) => write(`   ${yellow("*")} ${text}`)

  const begin = (text: string) => {
    bar = undefined
    quarter = 0
    write("")
    write(bold(text))
  }

  return {
    tick: draw,
    // If a step is interrupted, its bar stays, and later output starts on a new line.
    close: () => {
      if (bar !== undefined && isTerminal) out.write("\n")
    },
    pause: (milliseconds) => {
      const now = Date.now()
      // Every waiting request logs this: one note is enough.
      if (now >= pausedUntil) note(`limited: every request pauses for ${(milliseconds / 1_000).toFixed(1)} s`)
      pausedUntil = Math.max(pausedUntil, now + milliseconds)
    },
    screen: {
      title: (text) => Effect.sync(() => begin(text)),
      step: (text) => Effect.sync(() => begin(`${++steps}. ${text}`)),
      line: (text) =>
        Effect.sync(() => {
          bar = undefined
          write(text === "" ? "" : `   ${text}`)
        }),
      note: (text) => Effect.sync(() => note(text)),
      progress: (done, total, unit) =>
        Effect.sync(() => {
          bar = { done, total, unit }
          draw()
          const reached = total === null ? done : Math.floor((4 * done) / total)
          if (!isTerminal && reached > quarter) write(`   ${done}${total === null ? "" : ` of ${total}`} ${unit}`)
          quarter = reached
        }),
      table: (rows) =>
        Effect.sync(() => {
          bar = undefined
          for (const [name, value, why] of rows) write(`   ${name.padEnd(21)}${bold(value.padStart(5))}  ${dim(why)}`)
        })
    }
  }
}

/** Shows the program's own logs, and those of the client that tell of limits and retries, as notes. */
const listening = (pause: (milliseconds: number) => void, note: Screen["Service"]["note"]) =>
  Logger.make<unknown, void>(({ logLevel, message }) => {
    const [text, details] = Array.isArray(message) ? (message as ReadonlyArray<unknown>) : [message]
    if (logLevel === "Info") Effect.runSync(note(String(text)))
    const fields = typeof details === "object" && details !== null ? (details as Readonly<Record<string, unknown>>) : {}
    if (text === "Waiting for a rate limit") pause(Number(fields["milliseconds"]))
    if (text === "Retrying" && fields["after"] !== "RateLimited") {
      Effect.runSync(note(`${String(fields["operation"])}: ${String(fields["after"])}, retried`))
    }
  })

/** The screen, and a logger that shows on it when the client waits or retries. */
export const layer: Layer.Layer<Screen> = Layer.unwrap(
  Effect.gen(function* () {
    const { close, pause, screen, tick } = make()
    yield* Effect.addFinalizer(() => Effect.sync(close))
    yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sync(tick), Effect.sleep("100 millis"))))
    return Layer.mergeAll(
      Layer.succeed(Screen, screen),
      Logger.layer([listening(pause, screen.note)]),
      RequestLog.layer,
      Layer.succeed(References.MinimumLogLevel, "Debug")
    )
  })
)
