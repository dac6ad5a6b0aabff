/** What programs do with the code-hosting service: one namespace for each module. */
export * as Await from "./Await.ts"
export type * as CheckStates from "./CheckStates.ts"
export * as Merge from "./Merge.ts"
export * as Poll from "./Poll.ts"
export * as WorkflowError from "./WorkflowError.ts"
