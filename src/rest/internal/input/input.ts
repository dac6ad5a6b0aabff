export { invalidInput as refused } from "../../RestError.ts"
