/** Adds a button to the program of an operation's page, which runs it there. What it needs is loaded on the click. */
const link = document.querySelector<HTMLAnchorElement>('[data-panel="tab-program"] .open-in-playground a')

if (link !== null) {
  const button = document.createElement("button")
  button.type = "button"
  button.className = "run-here"
  button.textContent = "Run here"
  let run: (() => void) | undefined
  const click = async (): Promise<void> => {
    if (run === undefined) {
      button.disabled = true
      const { inlineRunner } = await import("./main.ts")
      run = await inlineRunner(link, `${import.meta.env.BASE_URL}/`.replace("//", "/"))
      button.disabled = false
      button.textContent = "Run again"
      button.focus()
    }
    run()
  }
  button.addEventListener("click", () => void click())
  link.before(button)
}
