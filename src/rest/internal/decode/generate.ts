/**
 * Generates a decoder for a schema: JavaScript that reads the fields, checks them and builds the record in one pass.
 *
 * It covers what records consist of: structs, arrays, unions, literals, the basic types, checks, and the
 * transformations of `Wire.ts`. Any other part of a schema is decoded by the schema's own parser. A generated decoder
 * returns the value or `refused`; the parser finds the reason.
 *
 * In the generated code, `i` is the input, `R` is `refused`, `c0`, `c1` … are the constants it uses, and `C` is the
 * constructor of the record.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import * as Shape from "./shape.ts"

// The most common checks, which are inlined.
const integer: unknown = Schema.Int.ast.checks?.[0]
const finite: unknown = Schema.Finite.ast.checks?.[0]

/** What a generated decoder returns for an invalid input. */
export const refused: unique symbol = Symbol("forgecast/refused")

/** Returns the decoded value or `refused`. */
export type Generated = (input: unknown) => unknown

const generated = new WeakMap<SchemaAST.AST, Generated>()

/** The decoder of a schema, generated once. Throws where a content security policy forbids generated code. */
export const generate = (ast: SchemaAST.AST): Generated => {
  const known = generated.get(ast)
  if (known !== undefined) return known
  const writer = new Writer()
  const result = writer.write(ast, "i")
  const names = writer.values.map((_, index) => `c${index}`)
  // oxlint-disable-next-line typescript/no-implied-eval -- The only place that turns text into code. The schema's names and literals enter it as JSON.
  const factory: (...values: Array<unknown>) => Generated = Function(
    "R",
    ...names,
    `${writer.constructorOfRecord}\nreturn i=>{${writer.lines.join("\n")}\nreturn ${result}}`
  ) as never
  const decoder = factory(refused, ...writer.values)
  generated.set(ast, decoder)
  return decoder
}

/** The decoder of the schema's own parser. */
const interpret = (ast: SchemaAST.AST): Generated => {
  const decode = SchemaParser.decodeUnknownExit(Schema.make<Schema.ConstraintDecoder<unknown>>(ast))
  return (input) => {
    const exit = decode(input)
    return exit._tag === "Success" ? exit.value : refused
  }
}

class Writer {
  readonly lines: Array<string> = []
  readonly values: Array<unknown> = []
  /** Code of the record's constructor; empty if there is none. */
  constructorOfRecord = ""
  private variables = 0

  /** Writes the lines that decode `input` or return `refused`. Returns the expression of the decoded value. */
  write(ast: SchemaAST.AST, input: string): string {
    const value = this.transform(ast, input) ?? this.read(ast, input)
    if (value === undefined) return this.call(interpret(ast), input)
    for (const check of ast.checks ?? []) this.refuseUnless(this.check(ast, check, value))
    return value
  }

  private value(value: unknown): string {
    const index = this.values.indexOf(value)
    return `c${index === -1 ? this.values.push(value) - 1 : index}`
  }

  private let(expression: string): string {
    const name = `v${this.variables++}`
    this.lines.push(`let ${name}=${expression}`)
    return name
  }

  private refuseUnless(condition: string): void {
    this.lines.push(`if(!(${condition}))return R`)
  }

  private call(decoder: Generated, input: string): string {
    const result = this.let(`${this.value(decoder)}(${input})`)
    this.refuseUnless(`${result}!==R`)
    return result
  }

  /** Writes lines into a block. */
  private block(head: string, write: () => void): void {
    this.lines.push(`${head}{`)
    write()
    this.lines.push("}")
  }

  /** Decodes a nested value. A record gets a decoder of its own, which all schemas that contain it share. */
  private part(ast: SchemaAST.AST, input: string): string {
    return ast._tag === "Objects" ? this.call(generate(ast), input) : this.write(ast, input)
  }

  private check(ast: SchemaAST.AST, check: SchemaAST.Check<never>, value: string): string {
    if (check._tag === "FilterGroup") return check.checks.map((each) => this.check(ast, each, value)).join("&&")
    if (check === integer) return `Number.isSafeInteger(${value})`
    if (check === finite) return `Number.isFinite(${value})`
    return `${this.value((decoded: never) => check.run(decoded, ast, {}) === undefined)}(${value})`
  }

  /** Writes a transformation that has a shortcut; undefined for others. */
  private transform(ast: SchemaAST.AST, input: string): string | undefined {
    const link = Shape.shortcutOf(ast)
    if (link === undefined) return undefined
    const decoded = this.part(link.from, input)
    switch (link._tag) {
      case "Default":
        return this.let(`${decoded}??${this.value(link.value)}`)
      case "Convert": {
        const value = this.let(`${this.value(link.convert)}(${decoded})`)
        this.refuseUnless(`${value}!==undefined`)
        return value
      }
      case "Derive": {
        // Each is derived from the wire's fields only, so all are computed before the first is added.
        const options = Object.entries(link.derive).map(
          ([name, derive]) => [name, this.let(`${this.value(derive)}(${decoded})`)] as const
        )
        for (const [name, option] of options) {
          const type = ast._tag === "Objects" && ast.propertySignatures.find((property) => property.name === name)?.type
          if (!type) continue
          if (!Shape.isOptional(type)) this.refuseUnless(`${option}._tag==="Some"`)
          this.block(`if(${option}._tag==="Some")`, () => {
            this.lines.push(`${decoded}[${JSON.stringify(name)}]=${this.part(type, `${option}.value`)}`)
          })
        }
        return decoded
      }
    }
  }

  /** Writes a schema without a transformation; undefined for schemas that only the parser can decode. */
  private read(ast: SchemaAST.AST, input: string): string | undefined {
    if (ast.encoding || ("encodingChecks" in ast && ast.encodingChecks)) return undefined
    switch (ast._tag) {
      case "Unknown":
      case "Any":
        return input
      case "Objects":
        return Shape.isRecord(ast) ? this.record(ast, input) : undefined
      case "Arrays": {
        const [item, ...more] = ast.rest
        return item && more.length === 0 && ast.elements.length === 0 ? this.array(item, input) : undefined
      }
      case "Union":
        return Shape.isFirstMatch(ast) ? this.union(ast, input) : undefined
      default: {
        const test = Shape.isOfType(ast, input)
        if (test === undefined) return undefined
        this.refuseUnless(test)
        return input
      }
    }
  }

  private record(ast: SchemaAST.Objects, input: string): string {
    this.refuseUnless(`typeof ${input}==="object"&&${input}!==null&&!Array.isArray(${input})`)
    const fields: Array<readonly [key: string, value: string]> = []
    const optional: Array<readonly [key: string, value: string]> = []
    for (const property of ast.propertySignatures) {
      const key = JSON.stringify(property.name)
      const { type } = property
      const read = () => this.let(`${input}[${key}]`)
      switch (Shape.whenAbsent(type)) {
        case "read":
          fields.push([key, this.part(type, read())])
          break
        case "refuse": {
          const value = read()
          if (Shape.wireTypes(type)?.includes("undefined") !== false) {
            this.refuseUnless(`${value}!==undefined||${key} in ${input}`)
          }
          fields.push([key, this.part(type, value)])
          break
        }
        case "omit": {
          const value = this.let("R")
          this.block(`if(${key} in ${input})`, () => this.lines.push(`${value}=${this.part(type, read())}`))
          optional.push([key, value])
          break
        }
        case "ask": {
          const parsed = this.call(interpret(new SchemaAST.Objects([property], [])), input)
          optional.push([key, this.let(`Object.hasOwn(${parsed},${key})?${parsed}[${key}]:R`)])
          break
        }
      }
    }
    const record = this.object(fields)
    if (optional.length === 0) return record
    const result = this.let(record)
    for (const [key, value] of optional) this.lines.push(`if(${value}!==R)${result}[${key}]=${value}`)
    return result
  }

  /**
   * Makes a plain object, by a constructor. V8 allocates the objects of a literal in the old generation once some of
   * them have lived long. Short-lived ones then cost the garbage collector as much as decoding. The objects of a
   * constructor are always allocated in the young generation.
   */
  private object(fields: ReadonlyArray<readonly [key: string, value: string]>): string {
    // A property that a frozen prototype has cannot be assigned.
    if (fields.some(([key]) => JSON.parse(key) in Object.prototype)) {
      return `{${fields.map(([key, value]) => `${key}:${value}`).join(",")}}`
    }
    const parameters = fields.map((_, index) => `a${index}`).join(",")
    const sets = fields.map(([key], index) => `this[${key}]=a${index}`).join(";")
    this.constructorOfRecord = `function C(${parameters}){${sets}}C.prototype=Object.prototype`
    return `new C(${fields.map(([, value]) => value).join(",")})`
  }

  private array(item: SchemaAST.AST, input: string): string {
    this.refuseUnless(`Array.isArray(${input})`)
    const result = this.let(`${input}.slice()`)
    const index = `v${this.variables++}`
    this.block(`for(let ${index}=0;${index}<${result}.length;${index}++)`, () => {
      this.lines.push(`${result}[${index}]=${this.part(item, this.let(`${result}[${index}]`))}`)
    })
    return result
  }

  private union(ast: SchemaAST.Union, input: string): string {
    const members = Shape.membersOf(ast)
    const others = members.filter((member) => Shape.passes(member, input) === undefined)
    const passes = [...new Set(members.flatMap((member) => Shape.passes(member, input) ?? []))].join("||")
    const [only] = others
    if (only === undefined) {
      this.refuseUnless(passes)
      return input
    }
    const result = this.let(input)
    if (others.length === 1 && members.every((member) => member === only || Shape.areApart(member, only))) {
      this.block(`if(!(${passes || "false"}))`, () => this.lines.push(`${result}=${this.part(only, input)}`))
      return result
    }
    // The first member that matches.
    const attempts = members.map((member) => {
      const test = Shape.passes(member, input)
      return test === undefined
        ? `(${result}=${this.value(generate(member))}(${input}))!==R`
        : `(${result}=${input},${test})`
    })
    this.refuseUnless(attempts.join("||"))
    return result
  }
}
