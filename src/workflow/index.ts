/** What programs do with the code-hosting service: one namespace for each module. */
export * as Poll from "./Poll.ts"
