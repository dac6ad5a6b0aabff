export { nothing } from "../../Reader.ts"
