/** The language server of TypeScript, as an editor asks it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process"
import * as Fs from "node:fs"
import * as Path from "node:path"
import { pathToFileURL } from "node:url"

interface Message {
  readonly id?: number
  readonly method?: string
  readonly result?: { readonly contents: { readonly value: string } } | null
}

export class LanguageServer {
  readonly #server: ChildProcessWithoutNullStreams
  readonly #waiting = new Map<number, (message: Message) => void>()
  #received = Buffer.alloc(0)
  #asked = 0
  readonly folder: string

  constructor(tsc: string, folder: string) {
    this.folder = folder
    this.#server = spawn(process.execPath, [tsc, "--lsp", "--stdio"], { cwd: folder })
    this.#server.stdout.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes])
      for (let message = this.#next(); message !== undefined; message = this.#next()) this.#take(message)
    })
  }

  /** Opens the project in the folder. */
  async open(file: string): Promise<void> {
    const uri = pathToFileURL(this.folder).href
    const capabilities = { textDocument: { hover: { contentFormat: ["markdown"] } } }
    await this.#ask("initialize", { processId: process.pid, rootUri: uri, capabilities, workspaceFolders: null })
    this.#send({ method: "initialized", params: {} })
    const textDocument = { uri: this.#uriOf(file), languageId: "typescript", version: 1, text: this.#textOf(file) }
    this.#send({ method: "textDocument/didOpen", params: { textDocument } })
  }

  /** What an editor shows at a place of a file. */
  async hover(file: string, offset: number): Promise<string> {
    const before = this.#textOf(file).slice(0, offset).split("\n")
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 }
    const { result } = await this.#ask("textDocument/hover", { textDocument: { uri: this.#uriOf(file) }, position })
    return result?.contents.value.trim() ?? ""
  }

  close(): void {
    this.#server.kill()
  }

  #uriOf(file: string): string {
    return pathToFileURL(Path.join(this.folder, file)).href
  }

  #textOf(file: string): string {
    return Fs.readFileSync(Path.join(this.folder, file), "utf8")
  }

  #ask(method: string, params: object): Promise<Message> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      this.#send({ id, method, params })
    })
  }

  #send(message: object): void {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message })
    this.#server.stdin.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
  }

  /** The next whole message. */
  #next(): Message | undefined {
    const end = this.#received.indexOf("\r\n\r\n")
    const length = Number(/Content-Length: (\d+)/.exec(this.#received.subarray(0, Math.max(0, end)).toString())?.[1])
    if (end === -1 || this.#received.length < end + 4 + length) return undefined
    const text = this.#received.subarray(end + 4, end + 4 + length).toString()
    this.#received = this.#received.subarray(end + 4 + length)
    return JSON.parse(text) as Message
  }

  #take(message: Message): void {
    if (message.id === undefined) return
    // What the server asks for has its usual value.
    if (message.method !== undefined) return this.#send({ id: message.id, result: null })
    this.#waiting.get(message.id)?.(message)
    this.#waiting.delete(message.id)
  }
}
