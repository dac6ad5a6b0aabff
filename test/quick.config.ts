import { availableParallelism } from "node:os"
import * as Path from "node:path"
import { defineConfig, mergeConfig } from "vitest/config"
import whole from "../vitest.config.ts"

/** What takes long: real servers and processes, other people's clients and descriptions, whole programs, and properties. */
const slow = [
  "**/{app,command,description,docs,examples,fleet,flatbuffers,git,history,house,loopback,messages,node,octokit}/**",
  "**/{persisted,processes,recipes,releases,replay,samples,seed,services,shared,site,write}/**",
  "**/*.property.test.ts",
  // The longest of the rest: they try many values, or ask servers, pandas and the like.
  "test/weather/{damage,meaning,post,split,stream,internal/decode/scan,internal/request/split}.test.ts",
  "test/{ai/operations,mcp/{http,tools},weather/places/arrow,weather/plot/Plot}.test.ts",
  "test/weather/series/{answerJson,arrow,climatology,gaps,resample,rolling,text,transfer,verify}.test.ts",
  "test/testing/{anything,unknownFields,weather/{charges,flatbuffers,meant,models,places,refusals}}.test.ts",
  "test/testing/forge/{faults,graphql/{permissions,timeline,used},login/web,pulls/mergeQueue,search/words}.test.ts",
  "test/workflow/{ClusterStorage,Commit,Durable.{cluster,held,steps},Fleet,Merge.queue,Merge.queue.histories,Plan.{combinators,foreseen},Sync.moves}.test.ts",
  "test/forge/{SearchByDate,contract,octokit,operations/*,parameters,schema/all,successes,webhooks/{inbox,stores}}.test.ts",
  "test/rest/{Download,Page.cursors,bounds}.test.ts"
]

// test/depth.ts
process.env["DEPTH"] ??= "sample"

const { projects = [], ...test } = whole.test ?? {}

/** `npm run test:quick`: the essence of the tests. */
export default mergeConfig(
  { ...whole, root: Path.resolve(import.meta.dirname, ".."), test },
  defineConfig({
    test: {
      // Few of these wait, and each worker has to load and compile the library.
      maxWorkers: availableParallelism(),
      projects: projects.map((project) =>
        typeof project === "object" && "test" in project
          ? { ...project, test: { ...project.test, exclude: [...(project.test?.exclude ?? []), ...slow] } }
          : project
      )
    }
  })
)
