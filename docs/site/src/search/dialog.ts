/** The search of the site: a field with a list of results, which the keyboard can use alone. */
import { type Hit, searchIn } from "./engine.ts"
import { excerptIn, optionOf } from "./results.ts"

const most = 20

const base = import.meta.env.BASE_URL.replace(/\/?$/, "/")

const read = async (file: string): Promise<unknown> => {
  const response = await fetch(base + file)
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return response.json()
}

/** Whether a key is a letter of a text. */
const typing = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

class SiteSearch extends HTMLElement {
  readonly #search = searchIn(read)

  connectedCallback(): void {
    const find = <Name extends keyof HTMLElementTagNameMap>(name: Name, selector = ""): HTMLElementTagNameMap[Name] => {
      const element = this.querySelector<HTMLElementTagNameMap[Name]>(name + selector)
      if (element === null) throw new Error(`The search has no ${name}${selector}`)
      return element
    }
    const dialog = find("dialog")
    const input = find("input")
    const list = find("div", "[role=listbox]")
    const status = find("p", "[role=status]")

    const choose = (option: Element | null): void => {
      for (const each of list.children) each.ariaSelected = String(each === option)
      option?.scrollIntoView({ block: "nearest" })
      if (option === null) input.removeAttribute("aria-activedescendant")
      else input.setAttribute("aria-activedescendant", option.id)
    }
    const chosen = (): Element | null => list.querySelector("[aria-selected=true]")

    const showText = async (hit: Hit, option: Element, query: string): Promise<void> =>
      excerptIn(option, await this.#search.textOf(hit.number), query)

    /** What the list answers. */
    let answered: string | undefined
    const show = async (): Promise<void> => {
      const query = input.value.trim()
      await this.#search.ask(query, ({ hits, isWhole }) => {
        // A later letter has its own results.
        if (query !== input.value.trim()) return
        const shown = hits.slice(0, most)
        const options = shown.map((hit, number) => optionOf(hit, query, `hit-${number}`, base))
        // Who has chosen one of the first results keeps it.
        const before = answered === query ? chosen()?.getAttribute("href") : undefined
        const kept = options.find((option) => option.getAttribute("href") === before)
        answered = query
        list.replaceChildren(...options)
        list.hidden = options.length === 0
        input.ariaExpanded = String(options.length > 0)
        status.textContent =
          query === "" ? "" : hits.length === 0 ? `No results for “${query}”.` : `${hits.length} results`
        choose(kept ?? options[0] ?? null)
        list.dataset["answered"] = query
        if (!isWhole) return
        list.dataset["query"] = query
        // The titles stand alone, too.
        shown.forEach((hit, index) => options[index] && void showText(hit, options[index], query).catch(() => {}))
      })
    }
    const update = (): void => {
      show().catch(() => {
        // The next letter tries again.
        status.textContent = "The index could not be loaded."
      })
    }

    const open = (): void => {
      dialog.showModal()
      input.select()
      update()
    }

    const button = find("button", ".open")
    button.disabled = false
    button.addEventListener("click", open)
    find("button", ".close").addEventListener("click", () => dialog.close())
    input.addEventListener("input", update)
    input.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (step !== undefined) {
        const all = [...list.children]
        choose(all.at((all.indexOf(chosen() ?? list) + step) % all.length) ?? null)
        event.preventDefault()
      } else if (event.key === "Enter") {
        const option = chosen()
        if (option instanceof HTMLElement) option.click()
        event.preventDefault()
      }
    })
    list.addEventListener("click", () => dialog.close())
    // Beside the frame is the dialog itself.
    dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())
    addEventListener("keydown", (event) => {
      const asked =
        (event.key === "k" && (event.ctrlKey || event.metaKey)) ||
        (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing(event))
      if (!asked) return
      event.preventDefault()
      if (dialog.open) dialog.close()
      else open()
    })
  }
}

customElements.define("site-search", SiteSearch)
