/** The colours of the editor are those of the site, in both themes. style/editor.css has those of the code. */
import { syntaxHighlighting } from "@codemirror/language"
import type { Extension } from "@codemirror/state"
import { EditorView } from "@codemirror/view"
import { classHighlighter } from "@lezer/highlight"

const view = EditorView.theme({
  "&": {
    height: "100%",
    backgroundColor: "var(--sl-color-bg)",
    color: "var(--sl-color-gray-1)",
    fontSize: "0.8125rem"
  },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": { fontFamily: "var(--__sl-font-mono)", lineHeight: "1.55" },
  ".cm-content": { caretColor: "var(--sl-color-white)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--sl-color-white)" },
  ".cm-gutters": { backgroundColor: "var(--sl-color-bg)", color: "var(--sl-color-gray-3)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--pg-active)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--pg-selection)"
  },
  ".cm-selectionMatch": { backgroundColor: "var(--pg-match)" },
  ".cm-matchingBracket": { backgroundColor: "var(--pg-match) !important" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--pg-match)", border: "none", color: "inherit" },
  ".cm-panels": { backgroundColor: "var(--sl-color-bg-nav)", color: "var(--sl-color-text)" },
  ".cm-tooltip": {
    backgroundColor: "var(--sl-color-bg-nav)",
    color: "var(--sl-color-gray-1)",
    border: "1px solid var(--sl-color-gray-5)",
    borderRadius: "6px",
    boxShadow: "var(--sl-shadow-md)",
    maxWidth: "min(36rem, 90vw)",
    zIndex: "20"
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--sl-color-accent)",
    color: "#fff"
  },
  ".cm-diagnostic": { padding: "0.4rem 0.75rem", whiteSpace: "pre-wrap", fontSize: "0.8125rem" }
})

export const theme: Extension = [view, syntaxHighlighting(classHighlighter)]
