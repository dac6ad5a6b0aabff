/** Marks calls without side effects for bundlers. Other comments are left out: those for users are in `.d.ts` and `src`. */
export default {
  plugins: ["annotate-pure-calls"],
  /** @param {string} comment */
  shouldPrintComment: (comment) => /[#@]__PURE__/.test(comment)
}
