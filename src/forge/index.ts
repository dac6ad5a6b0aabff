/** The code-hosting service, a namespace a module. */
export * as Forge from "./Forge.ts"
export * as Issues from "./Issues.ts"
export * as Labels from "./Labels.ts"
export * as Milestones from "./Milestones.ts"
