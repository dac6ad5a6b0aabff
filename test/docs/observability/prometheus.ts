/** Prometheus, as a judge: `promtool` evaluates rules and queries over series that scenes have exported. */
import { spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Os from "node:os"
import * as Path from "node:path"
import type { Exports } from "./scenes.ts"

const command = "promtool"

/** Whether tests that need Prometheus are skipped: nowhere in CI. */
export const lacksPrometheus = process.env["CI"] === undefined && spawnSync(command, ["--version"]).status !== 0

/** A series as `promtool` takes it: a value each minute, `_` before it begins. */
export interface InputSeries {
  readonly series: string
  readonly values: string
}

/** A line such as `forgecast_waits_total{resource="core"} 2 1700000000`. */
const sample = /^(\w+)(?:\{(.*)\})? (\S+)(?: \d+)?$/

/** The series of exports, with labels that tell where they come from. */
export const seriesOf = (exports: Exports, labels: Readonly<Record<string, string>>): ReadonlyArray<InputSeries> => {
  const series = new Map<string, Array<string>>()
  const own = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  for (const [minute, text] of exports.entries()) {
    for (const line of text.split("\n")) {
      if (line === "" || line.startsWith("#")) continue
      const [, name, given, value] = sample.exec(line) ?? []
      if (name === undefined || value === undefined) throw new Error(`not a sample: ${line}`)
      const key = `${name}{${[...(given === undefined ? [] : [given]), ...own].join(",")}}`
      const values = series.get(key) ?? Array.from({ length: minute }, () => "_")
      series.set(key, [...values, value])
    }
  }
  return [...series].map(([name, values]) => ({ series: name, values: values.join(" ") }))
}

interface ExpressionTest {
  readonly expr: string
  readonly eval_time: string
  readonly exp_samples: ReadonlyArray<{ readonly labels: string; readonly value: number }>
}

export interface RulesTest {
  readonly name: string
  readonly interval: "1m"
  readonly input_series: ReadonlyArray<InputSeries>
  readonly promql_expr_test: ReadonlyArray<ExpressionTest>
}

/** That a query finds something. */
export const finds = (query: string, minute: number): ExpressionTest => ({
  expr: `count(${query}) > bool 0`,
  eval_time: `${minute}m`,
  exp_samples: [{ labels: "{}", value: 1 }]
})

/** That exactly these alerts fire. */
export const fires = (alerts: ReadonlyArray<string>, minute: number): ExpressionTest => ({
  expr: `count by (alertname) (ALERTS{alertstate="firing"}) > bool 0`,
  eval_time: `${minute}m`,
  exp_samples: alerts.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 }))
})

/** Runs `promtool` on a file, and returns what it says; an empty text if all is well. YAML takes JSON. */
const run = (args: ReadonlyArray<string>, content: object | string, beside: ReadonlyArray<string> = []): string => {
  const directory = Fs.mkdtempSync(Path.join(Os.tmpdir(), "forgecast-promtool-"))
  try {
    const file = Path.join(directory, "file.yml")
    Fs.writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content))
    for (const path of beside) Fs.copyFileSync(path, Path.join(directory, Path.basename(path)))
    const { status, stderr, stdout } = spawnSync(command, [...args, file], { encoding: "utf8" })
    return status === 0 ? "" : `${stdout}${stderr}`
  } finally {
    Fs.rmSync(directory, { recursive: true })
  }
}

/** Tests the rules of a file. */
export const testRules = (rules: string, tests: ReadonlyArray<RulesTest>): string =>
  run(["test", "rules"], { rule_files: [rules], evaluation_interval: "1m", tests })

/** Checks rules. */
export const checkRules = (rules: ReadonlyArray<object>): string =>
  run(["check", "rules"], { groups: [{ name: "rules", rules }] })

/** Checks the configuration of a server, with the files of its rules beside it. */
export const checkConfig = (config: string, rules: ReadonlyArray<string>): string =>
  run(["check", "config"], config, rules)
