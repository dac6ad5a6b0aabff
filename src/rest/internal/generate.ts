/**
 * Writes a decoder for a schema: JavaScript that reads the fields, checks them and builds the record in one go.
 *
 * It covers what records are made of: structs, arrays, unions, literals, the basic types, checks, and the
 * transformations of `Wire.ts`. Whatever else stands in a schema is left, just there, to the schema's own parser. A
 * generated decoder gives the value or refuses; why it refuses is for the parser to say.
 *
 * In the code `i` is the input, `R` a refusal, and `c0`, `c1` … are the values that it works with.
 */
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import * as SchemaParser from "effect/SchemaParser"
import * as Shortcut from "./shortcut.ts"

/** What a generated decoder gives for an input that it refuses. */
export const refused: unique symbol = Symbol("forgecast/refused")

/** Gives the decoded value or `refused`. */
export type Generated = (input: unknown) => unknown

const generated = new WeakMap<SchemaAST.AST, Generated>()

/** The decoder of a schema, made once. Throws where code may not be made from text (content security policies). */
export const generate = (ast: SchemaAST.AST): Generated => {
  const known = generated.get(ast)
  if (known !== undefined) return known
  const writer = new Writer()
  const result = writer.write(ast, "i")
  const names = writer.values.map((_, index) => `c${index}`)
  // oxlint-disable-next-line typescript/no-implied-eval -- The one place where text becomes code: the schema's names and literals enter it as JSON.
  const factory: (...values: Array<unknown>) => Generated = Function(
    "R",
    ...names,
    `return i=>{${writer.lines.join("\n")}\nreturn ${result}}`
  ) as never
  const decoder = factory(refused, ...writer.values)
  generated.set(ast, decoder)
  return decoder
}

/** The decoder that a schema has anyway. */
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
  private variables = 0

  /** Writes the lines that decode `input`, or return a refusal; gives the expression of the decoded value. */
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

  /** Writes lines into a block of their own. */
  private block(head: string, write: () => void): void {
    this.lines.push(`${head}{`)
    write()
    this.lines.push("}")
  }

  /** Decodes a part: a record by a decoder of its own, which all schemas that hold it share. */
  private part(ast: SchemaAST.AST, input: string): string {
    return ast._tag === "Objects" ? this.call(generate(ast), input) : this.write(ast, input)
  }

  private check(ast: SchemaAST.AST, check: SchemaAST.Check<never>, value: string): string {
    if (check._tag === "FilterGroup") return check.checks.map((each) => this.check(ast, each, value)).join("&&")
    // These two stand in nearly every record.
    if (check === integer) return `Number.isSafeInteger(${value})`
    if (check === finite) return `Number.isFinite(${value})`
    return `${this.value((decoded: never) => check.run(decoded, ast, {}) === undefined)}(${value})`
  }

  /** A transformation that we know a shortcut for. */
  private transform(ast: SchemaAST.AST, input: string): string | undefined {
    const link = shortcutOf(ast)
    if (link === undefined) return undefined
    const decoded = this.part(link.from, input)
    switch (link._tag) {
      case "Default":
        return this.let(`${decoded}??${this.value(link.value)}`)
      case "FromString": {
        const value = this.let(`${this.value(link.convert)}(${decoded})`)
        this.refuseUnless(`${value}!==undefined`)
        return value
      }
      case "Derive": {
        const derived = (ast._tag === "Objects" ? ast.propertySignatures : []).flatMap(({ name, type }) => {
          const derive = typeof name === "string" && Object.hasOwn(link.derive, name) && link.derive[name]
          return derive
            ? [{ key: JSON.stringify(name), type, option: this.let(`${this.value(derive)}(${decoded})`) }]
            : []
        })
        for (const { key, type, option } of derived) {
          if (!isOptional(type)) this.refuseUnless(`${option}._tag==="Some"`)
          this.block(`if(${option}._tag==="Some")`, () => {
            this.lines.push(`${decoded}[${key}]=${this.part(type, `${option}.value`)}`)
          })
        }
        return decoded
      }
    }
  }

  /** What needs no transformation; undefined for what only the schema's parser knows. */
  private read(ast: SchemaAST.AST, input: string): string | undefined {
    if (ast.encoding !== undefined || ("encodingChecks" in ast && ast.encodingChecks !== undefined)) return undefined
    switch (ast._tag) {
      case "Unknown":
      case "Any":
        return input
      case "Objects":
        return isRecord(ast) ? this.record(ast, input) : undefined
      case "Arrays": {
        const [item, ...more] = ast.rest
        return item && more.length === 0 && ast.elements.length === 0 ? this.array(item, input) : undefined
      }
      case "Union":
        return ast.options?.mode === "oneOf" ? undefined : this.union(ast, input)
      default: {
        const test = basicTest(ast, input)
        if (test === undefined) return undefined
        this.refuseUnless(test)
        return input
      }
    }
  }

  private record(ast: SchemaAST.Objects, input: string): string {
    this.refuseUnless(`typeof ${input}==="object"&&${input}!==null&&!Array.isArray(${input})`)
    const fields: Array<string> = []
    const optional: Array<readonly [key: string, value: string]> = []
    for (const property of ast.propertySignatures) {
      const key = JSON.stringify(property.name)
      const { type } = property
      const link = shortcutOf(type)
      if (link?._tag === "Default" && wireTypes(link.from)?.includes("undefined")) {
        fields.push(`${key}:${this.part(type, this.let(`${input}[${key}]`))}`)
      } else if (type.encoding && (!link || link._tag === "Default" || isOptional(link.from) !== isOptional(type))) {
        // The parser alone knows what an absent key means here: it gets the object, with this one field to read.
        const part = this.call(interpret(new SchemaAST.Objects([property], [])), input)
        optional.push([key, `Object.hasOwn(${part},${key})?${part}[${key}]:R`])
      } else if (isOptional(type)) {
        const value = this.let("R")
        this.block(`if(${key} in ${input})`, () => {
          this.lines.push(`${value}=${this.part(type, this.let(`${input}[${key}]`))}`)
        })
        optional.push([key, value])
      } else {
        const value = this.let(`${input}[${key}]`)
        if (wireTypes(type)?.includes("undefined") !== false)
          this.refuseUnless(`${value}!==undefined||${key} in ${input}`)
        fields.push(`${key}:${this.part(type, value)}`)
      }
    }
    const record = `{${fields.join(",")}}`
    if (optional.length === 0) return record
    const result = this.let(record)
    for (const [key, value] of optional) {
      const present = this.let(value)
      this.lines.push(`if(${present}!==R)${result}[${key}]=${present}`)
    }
    return result
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
    const members = membersOf(ast)
    const others = members.filter((member) => testOf(member, input) === undefined)
    const tests = members.flatMap((member) => testOf(member, input) ?? [])
    const [only, ...more] = others
    if (only === undefined) {
      this.refuseUnless(tests.join("||"))
      return input
    }
    const result = this.let(input)
    const types = wireTypes(only)
    const apart = members.every(
      (member) => member === only || !types || wireTypes(member)?.every((type) => !types.includes(type))
    )
    if (more.length === 0 && types !== undefined && apart) {
      // Only one member can be meant by a value that none of the tests knows.
      this.block(`if(!(${tests.join("||") || "false"}))`, () => {
        this.lines.push(`${result}=${this.part(only, input)}`)
      })
      return result
    }
    // The first that fits. A schema holds few such unions, so each member may have a decoder of its own.
    const attempts = members.map((member) => {
      const test = testOf(member, input)
      return test === undefined
        ? `(${result}=${this.value(generate(member))}(${input}))!==R`
        : `(${result}=${input},${test})`
    })
    this.refuseUnless(attempts.join("||"))
    return result
  }
}

const integer: unknown = Schema.Int.ast.checks?.[0]
const finite: unknown = Schema.Finite.ast.checks?.[0]

const isOptional = (ast: SchemaAST.AST): boolean => ast.context?.isOptional === true

const isRecord = (ast: SchemaAST.Objects): boolean =>
  ast.propertySignatures.length > 0 &&
  ast.indexSignatures.length === 0 &&
  ast.propertySignatures.every(({ name }) => typeof name === "string" && name !== "__proto__")

/** The shortcut of a transformation, when that is all that stands between the schema and `from`. */
const shortcutOf = (ast: SchemaAST.AST) => {
  const [link, ...more] = ast.encoding ?? []
  const shortcut = link && more.length === 0 ? Shortcut.find(link.transformation.decode) : undefined
  return link && shortcut && { ...shortcut, from: link.to }
}

/** The members of a union, and of the unions in it. */
const membersOf = (ast: SchemaAST.Union): ReadonlyArray<SchemaAST.AST> =>
  ast.types.flatMap((member) =>
    member._tag === "Union" &&
    member.options?.mode !== "oneOf" &&
    member.encoding === undefined &&
    member.checks === undefined &&
    member.encodingChecks === undefined
      ? membersOf(member)
      : [member]
  )

/** The condition by which a value is of a type that it needs no reading for; undefined for other types. */
const testOf = (ast: SchemaAST.AST, value: string): string | undefined =>
  ast.encoding === undefined && ast.checks === undefined ? basicTest(ast, value) : undefined

const basicTest = (ast: SchemaAST.AST, value: string): string | undefined => {
  switch (ast._tag) {
    case "Undefined":
      return `${value}===undefined`
    case "Null":
      return `${value}===null`
    case "String":
    case "Number":
    case "Boolean":
      return `typeof ${value}==="${ast._tag.toLowerCase()}"`
    case "Literal":
      return typeof ast.literal === "string" ? `${value}===${JSON.stringify(ast.literal)}` : undefined
    default:
      return undefined
  }
}

/** The kinds of JSON value that a schema may take from the wire; undefined when that is not known. */
const wireTypes = (ast: SchemaAST.AST): ReadonlyArray<string> | undefined => {
  if (ast.encoding !== undefined) {
    const link = shortcutOf(ast)
    return link && wireTypes(link.from)
  }
  switch (ast._tag) {
    case "Undefined":
    case "Null":
    case "String":
    case "Number":
    case "Boolean":
    case "Arrays":
      return [ast._tag.toLowerCase()]
    case "Objects":
      return isRecord(ast) ? ["objects"] : undefined
    case "Literal":
      return [typeof ast.literal]
    case "Union": {
      const types = ast.types.map(wireTypes)
      return types.every((type) => type !== undefined) ? types.flat() : undefined
    }
    default:
      return undefined
  }
}
