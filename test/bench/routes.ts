/** The cost of `Routes`: of its bytes in a bundle, of its types for the compiler, and of both in an editor. */
import { spawn, spawnSync } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { buildPackage, root } from "./built.ts"
import { input, program, withRolldown, zipped } from "./bundle.ts"
import { type Row, row } from "./report.ts"

const get = `import { get, list } from "forgecast/forge/Issues"\nglobalThis.list = list`

/** How much longer the bundle of a program is that also imports these. */
const added = async (...names: ReadonlyArray<string>): Promise<number> => {
  const imports = `import { ${names.join(", ")} } from "forgecast/forge/Routes"\nglobalThis.all = [${names.join(", ")}]`
  const without = await withRolldown(program(get, `get(${input})`))
  const code = await withRolldown(program(`${get}\n${imports}`, `get(${input})`))
  return zipped(code) - zipped(without)
}

/** Twelve routes and their inputs, as `Routes` and `octokit` both take them. */
const calls: ReadonlyArray<readonly [route: string, input: string]> = [
  ["GET /repos/{owner}/{repo}", ``],
  ["GET /repos/{owner}/{repo}/issues", `, state: "open"`],
  ["GET /repos/{owner}/{repo}/issues/{issue_number}", `, issue_number: 1`],
  ["POST /repos/{owner}/{repo}/issues", `, title: "One"`],
  ["PATCH /repos/{owner}/{repo}/issues/{issue_number}", `, issue_number: 1, state: "closed"`],
  ["GET /repos/{owner}/{repo}/pulls/{pull_number}", `, pull_number: 1`],
  ["PUT /repos/{owner}/{repo}/pulls/{pull_number}/merge", `, pull_number: 1`],
  ["GET /repos/{owner}/{repo}/actions/runs", `, status: "failure"`],
  ["POST /repos/{owner}/{repo}/git/refs", `, ref: "refs/heads/a", sha: "a"`],
  ["POST /repos/{owner}/{repo}/deployments", `, ref: "main"`],
  ["GET /repos/{owner}/{repo}/commits/{ref}", `, ref: "main"`],
  ["DELETE /repos/{owner}/{repo}/labels/{name}", `, name: "bug"`]
]

const writing = (imports: string, call: string): string =>
  [
    imports,
    `const repo = { owner: "acme", repo: "web" }`,
    ...calls.map(([route, input], i) => `export const call${i} = ${call}("${route}", { ...repo${input} })`)
  ].join("\n")

const ours = writing(`import * as Routes from "forgecast/forge/Routes"`, "Routes.request")
const theirs = writing(`import { Octokit } from "octokit"\nconst octokit = new Octokit()`, "octokit.request")

const flags = "--noEmit --ignoreConfig --target es2023 --module nodenext --strict --skipLibCheck --singleThreaded"

/** The CPU time of the compiler, in milliseconds. */
const compiled = (name: string, code: string): number => {
  const file = Path.join(root, name)
  Fs.writeFileSync(file, code)
  try {
    const said = spawnSync("tsc", [...flags.split(" "), "--extendedDiagnostics", file], { encoding: "utf8", cwd: root })
    if (said.status !== 0) throw new Error(said.stdout)
    return Number(/^Total time:\s+([\d.]+)s/m.exec(said.stdout)?.[1]) * 1_000
  } finally {
    Fs.rmSync(file)
  }
}

/** Asks the language server of the compiler, and returns how long each request took, in milliseconds. */
const inEditor = async (code: string, asked: ReadonlyArray<readonly [method: string, offset: number]>) => {
  const file = Path.join(root, "bench.routes.ts")
  Fs.writeFileSync(file, code)
  const uri = new URL(`file://${file}`).href
  const server = spawn("tsc", ["--lsp", "--stdio"], { cwd: root, stdio: ["pipe", "pipe", "inherit"] })
  const waiting = new Map<number, (result: unknown) => void>()
  let received = Buffer.alloc(0)
  server.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const head = received.indexOf("\r\n\r\n")
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(head, 0)).toString())?.[1])
      if (head < 0 || received.length < head + 4 + length) return
      const { id, method, result } = JSON.parse(received.subarray(head + 4, head + 4 + length).toString()) as Message
      received = received.subarray(head + 4 + length)
      // The server asks for settings: it has none.
      if (method !== undefined && id !== undefined) send({ id, result: [null] })
      else if (typeof id === "number") waiting.get(id)?.(result)
    }
  })
  const send = (message: object): void => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }
  let last = 0
  const request = (method: string, params: object): Promise<number> =>
    new Promise((resolve) => {
      const id = ++last
      const start = performance.now()
      waiting.set(id, (result) => {
        if (result === null) throw new Error(`${method} found nothing`)
        resolve(performance.now() - start)
      })
      send({ id, method, params })
    })
  await request("initialize", { processId: null, rootUri: null, capabilities: {} })
  send({ method: "initialized", params: {} })
  send({
    method: "textDocument/didOpen",
    params: { textDocument: { uri, languageId: "typescript", version: 1, text: code } }
  })
  const times: Array<number> = []
  for (const [method, offset] of [...asked, ...asked]) {
    const lines = code.slice(0, offset).split("\n")
    const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
    times.push(await request(method, { textDocument: { uri }, position }))
  }
  server.kill()
  Fs.rmSync(file)
  // The second time, when the program is known.
  return times.slice(asked.length)
}

interface Message {
  readonly id?: number | string
  readonly method?: string
  readonly result?: unknown
}

export const routes = async (): Promise<ReadonlyArray<Row>> => {
  buildPackage()
  const size = [await added("request"), await added("request", "paginate")] as const
  const rounds = [1, 2, 3, 4, 5].map(
    () => [compiled("bench.ours.ts", ours), compiled("bench.theirs.ts", theirs)] as const
  )
  const [complete = 0, hover = 0] = await inEditor(ours, [
    ["textDocument/completion", ours.indexOf(`"GET /repos`) + 12],
    ["textDocument/hover", ours.indexOf("call7") + 1]
  ])
  return [
    row("Routes.request and .paginate in a bundle, gzip", [size[1]], {
      unit: "KB",
      target: 1.5,
      details: `request alone ${size[0].toFixed(2)} KB`
    }),
    row(
      "12 routes, compiler / octokit",
      rounds.map(([ours, theirs]) => ours / theirs),
      { target: 1.5, details: rounds.map(([ours, theirs]) => `${ours} / ${theirs} ms`).join(", ") }
    ),
    row("completion of a route, warm", [complete], { unit: "ms", target: 300 }),
    row("hover over a result, warm", [hover], { unit: "ms", target: 300 })
  ]
}
