/** For Node.js. Needs the optional peer dependency `@effect/platform-node`. */
export * as ForgeNode from "./node/ForgeNode.ts"
export * as RedisNode from "./node/RedisNode.ts"
export * as WeatherNode from "./node/WeatherNode.ts"
