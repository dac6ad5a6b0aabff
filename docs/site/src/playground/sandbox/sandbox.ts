/** The page's side of the frame in which programs run. */
import { type Answer, type Chunk, closureOf, type Manifest, readManifest } from "./chunks.ts"

/** Nothing but the script that starts the worker, and no more once it is there. A worker inherits all of it. */
const documentOf = (script: string): string => {
  const stating = (scripts: string) =>
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${scripts}; worker-src blob:">`
  return `<!doctype html>${stating(`${script} blob:`)}<script src="${script}"></script>${stating("blob:")}`
}

/** Hears that a worker cannot be started. */
type Fail = (text: string) => void

const broken = "The engine could not be loaded"

/**
 * A frame of an origin of its own, whose policy permits no request. So what runs in it reaches no network, no file of the
 * site, and nothing that the browser keeps for the site. It has one worker at a time.
 */
export class Sandbox {
  private readonly folder: URL
  private readonly frame = document.createElement("iframe")
  private readonly opened: Promise<unknown>
  private readonly texts = new Map<string, Promise<string>>()
  private fail: Fail = () => {}

  /** `folder` is the URL of `generated/engine/`. */
  constructor(folder: string) {
    this.folder = new URL(folder, location.href)
    this.frame.sandbox.add("allow-scripts")
    this.frame.hidden = true
    this.frame.title = "Where programs run"
    this.frame.srcdoc = documentOf(new URL("frame.js", this.folder).href)
    this.opened = new Promise((resolve) => this.frame.addEventListener("load", resolve, { once: true }))
    document.body.append(this.frame)
    window.addEventListener("message", this.hear)
  }

  private readonly hear = ({ data, source }: MessageEvent): void => {
    if (source === this.frame.contentWindow && data === "broken") this.fail(broken)
  }

  /** A file of the engine, which is loaded once. A failure is forgotten, so that the next one tries again. */
  private text(file: string): Promise<string> {
    const known = this.texts.get(file)
    if (known !== undefined) return known
    const load = async (): Promise<string> => {
      const response = await fetch(new URL(file, this.folder))
      if (!response.ok) throw new Error(`${file}: ${response.status}`)
      return response.text()
    }
    const text = load()
    this.texts.set(file, text)
    text.catch(() => this.texts.delete(file))
    return text
  }

  /** Starts a worker, and ends the last one with all that its program has started. Returns the port to its engine. */
  start(fail: Fail): MessagePort {
    this.fail = fail
    const commands = new MessageChannel()
    const files = new MessageChannel()
    const open = async (): Promise<void> => {
      // The cast is safe: the build has written it.
      const manifest = readManifest(await this.text("manifest.json"))
      this.answer(files.port1, manifest, fail)
      const boot = await this.text("boot.js")
      await this.opened
      // Another one may have been started since. The frame has no origin that could be named.
      if (this.fail === fail) this.frame.contentWindow?.postMessage(boot, "*", [commands.port2, files.port2])
    }
    open().catch(() => fail(broken))
    return commands.port1
  }

  /** Answers what the worker asks for, in that order. It asks for nothing after its program has begun. */
  private answer(port: MessagePort, manifest: Manifest, fail: Fail): void {
    const sent = new Set<string>()
    let last: Promise<unknown> = Promise.resolve()
    port.addEventListener("message", ({ data }: MessageEvent<string>) => {
      const next = async (before: Promise<unknown>): Promise<void> => {
        const wanted = closureOf(manifest, data).filter((file) => !sent.has(file))
        wanted.forEach((file) => sent.add(file))
        const chunks = wanted.map(async (file): Promise<Chunk> => ({
          file,
          imports: manifest[file] ?? [],
          code: await this.text(file)
        }))
        const answer: Answer = { file: data, chunks: await Promise.all(chunks) }
        await before
        port.postMessage(answer)
      }
      last = next(last)
      last.catch(() => fail(broken))
    })
    port.start()
  }

  /** Removes the frame, with its worker. */
  dispose(): void {
    window.removeEventListener("message", this.hear)
    this.frame.remove()
  }
}
