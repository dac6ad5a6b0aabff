/** What the generators need of the site that they write for. */
import type { Sketch } from "../../src/playground/protocol.ts"

export interface Page {
  readonly title: string
  readonly description?: string | undefined
  /** Markdown, without the title. Its links are URLs of the site. */
  readonly body: string
  readonly sidebar?: { readonly label?: string; readonly order?: number; readonly hidden?: boolean }
}

/** An entry of the sidebar, as Starlight's configuration has it. */
export interface SidebarItem {
  readonly label: string
  /** The path of a page. */
  readonly slug?: string
  readonly collapsed?: boolean
  readonly items?: ReadonlyArray<SidebarItem>
}

export interface Site {
  /** The URL of a page, by its path. */
  readonly urlOf: (path: string) => string
  readonly writePage: (path: string, page: Page) => void
  /** A link that opens a program in the playground, as HTML. */
  readonly playgroundLink: (sketch: Sketch) => Promise<string>
  /** Writes data for components and for the configuration. */
  readonly writeData: (name: string, value: unknown) => void
}
