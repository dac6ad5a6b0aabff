/**
 * The modules that another exports as namespaces, by its specifier and the name of the export. The build fills it in: see
 * `build/runtime.ts`.
 */
export const namespaces: Readonly<Record<string, Readonly<Record<string, string>>>> = {}
