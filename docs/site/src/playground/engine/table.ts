/** The modules that a program may import, by what it calls them. The build fills it in: see `build/runtime.ts`. */
export const modules: Readonly<Record<string, () => Promise<object>>> = {}
