/** The search of the site: a field with a list of results, which the keyboard can use alone. */
import type MiniSearch from "minisearch"
import { indexFile, options, type Section } from "./index.ts"
import { optionOf } from "./results.ts"

const most = 20

const base = import.meta.env.BASE_URL.replace(/\/?$/, "/")

const load = async (): Promise<MiniSearch<Section>> => {
  const [{ default: Index }, response] = await Promise.all([import("minisearch"), fetch(base + indexFile)])
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
  return Index.loadJSON<Section>(await response.text(), options)
}

/** Whether a key is a letter of a text. */
const typing = ({ target }: Event): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))

class SiteSearch extends HTMLElement {
  #index: Promise<MiniSearch<Section>> | undefined

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

    const show = async (): Promise<void> => {
      const query = input.value.trim()
      const index = await (this.#index ??= load())
      // A later letter has its own results.
      if (query !== input.value.trim()) return
      const results = index.search(query)
      list.replaceChildren(...results.slice(0, most).map((result, number) => optionOf(result, `hit-${number}`, base)))
      list.hidden = results.length === 0
      input.ariaExpanded = String(results.length > 0)
      status.textContent =
        query === "" ? "" : results.length === 0 ? `Nothing about “${query}”.` : `${results.length} results`
      list.dataset["query"] = query
      choose(list.firstElementChild)
    }
    const update = (): void => {
      show().catch(() => {
        // The next letter tries again.
        this.#index = undefined
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
