/** Logs of workflow runs: as a seed has them, or made of their jobs. */
import { zipOf } from "../../git/archive.ts"
import type { Job, RunAttempt } from "./records.ts"

/** The log of a job. By default, it says which steps there were. */
export const logOf = ({ log, name, started_at, steps }: Job): string => {
  const line = (text: string) => `${new Date(started_at).toISOString()} ${text}\n`
  return log ?? [`Job: ${name}`, ...steps.map((step) => `##[group]${step.name}`)].map(line).join("")
}

/** The log of each step: that of a later one begins where the log of the job names it. */
const stepLogs = (job: Job): ReadonlyArray<string> => {
  const logs = job.steps.map(() => "")
  let at = 0
  for (const line of logOf(job).match(/.*\n|.+$/g) ?? []) {
    const next = job.steps.findIndex(({ name }, index) => index > at && line.includes(`##[group]${name}`))
    if (next > 0) at = next
    if (at < logs.length) logs[at] += line
  }
  return logs
}

/** Names as parts of paths. */
const fileName = (name: string): string => name.replace(/[/\\:*?"<>|]/g, "")

/** The zip archive of the logs of an attempt: each job has a file, and a folder with one for each step. */
export const logsOf = ({ jobs, logs, started_at }: RunAttempt): Uint8Array | null =>
  logs !== "jobs"
    ? logs
    : zipOf(
        jobs.flatMap((job, index) => [
          [`${index}_${fileName(job.name)}.txt`, logOf(job)] as const,
          ...stepLogs(job).map((log, step) => {
            const name = `${step + 1}_${fileName(job.steps[step]?.name ?? "")}.txt`
            return [`${fileName(job.name)}/${name}`, log] as const
          })
        ]),
        started_at
      )
