/** Programs import the package by its name: `node --import byName.ts` finds the sources, as tsconfig.json does. */
import { enableCompileCache, registerHooks } from "node:module"

// Programs share most of their modules, which then are compiled once.
enableCompileCache()

const source = (name: string): string => new URL(`../../src/${name}.ts`, import.meta.url).href

registerHooks({
  resolve: (specifier, context, next) => {
    const [, name] = /^forgecast(?:\/(.*))?$/.exec(specifier) ?? []
    if (name === undefined) return next(specifier === "forgecast" ? source("index") : specifier, context)
    return next(source(/^(?:ai|forge|weather|workflow|testing)$/.test(name) ? `${name}/index` : name), context)
  }
})
