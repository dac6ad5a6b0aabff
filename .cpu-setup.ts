import { afterAll, expect } from "vitest"
import * as Fs from "node:fs"
const g = globalThis as any
const start = process.cpuUsage()
const wall = Date.now()
afterAll(() => {
  const end = process.cpuUsage()
  Fs.appendFileSync("/tmp/cpu.jsonl", JSON.stringify({ pid: process.pid, f: expect.getState().testPath, cpu: (end.user + end.system - start.user - start.system) / 1e6, wall: (Date.now() - wall) / 1e3 }) + "\n")
})
