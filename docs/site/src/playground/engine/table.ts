/** The modules that programs import, by what they call them. The build fills it in: see `build/runtime.ts`. */
export const modules: Readonly<Record<string, () => Promise<object>>> = {}
