/** What a query costs, by the service's formula: the nodes that it may return, and the requests that it stands for. */
import type { DocumentNode, FieldNode, GraphQLOutputType, GraphQLSchema, SelectionSetNode, ValueNode } from "graphql"
import { getNamedType, isInterfaceType, isObjectType, Kind } from "graphql"

export interface Cost {
  readonly points: number
  readonly nodes: number
}

/** A query may return no more nodes than this. */
export const mostNodes = 500_000

type Variables = Readonly<Record<string, unknown>>

const numberOf = (value: ValueNode | undefined, variables: Variables): number => {
  const given =
    value?.kind === Kind.INT ? Number(value.value) : value?.kind === Kind.VARIABLE ? variables[value.name.value] : 0
  return typeof given === "number" ? given : 0
}

/** How many items a connection may have; as one, if only their number is asked for. */
const sizeOf = ({ arguments: given = [] }: FieldNode, variables: Variables): number => {
  const argument = (name: string) => given.find((each) => each.name.value === name)?.value
  return Math.max(numberOf(argument("first"), variables), numberOf(argument("last"), variables))
}

interface Sum {
  readonly requests: number
  readonly nodes: number
}

const none: Sum = { requests: 0, nodes: 0 }

const plus = (a: Sum, b: Sum, times = 1): Sum => ({
  requests: a.requests + b.requests * times,
  nodes: a.nodes + b.nodes * times
})

/**
 * Adds up the connections: each costs one request for each item of those that it is in, and its items are nodes. A hundred
 * requests are a point, and every query costs one at least.
 */
export const costOf = (
  schema: GraphQLSchema,
  document: DocumentNode,
  root: SelectionSetNode,
  rootType: GraphQLOutputType,
  variables: Variables
): Cost => {
  const fragments = new Map(
    document.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : []))
  )
  // The cost of a fragment is the same wherever it is, so that fragments in fragments are added up once.
  const known = new Map<string, Sum>()

  const ofSet = (set: SelectionSetNode | undefined, type: GraphQLOutputType): Sum =>
    (set?.selections ?? []).reduce((sum, selection) => plus(sum, ofSelection(selection, type)), none)

  const ofSelection = (selection: SelectionSetNode["selections"][number], type: GraphQLOutputType): Sum => {
    if (selection.kind === Kind.FIELD) return ofField(selection, type)
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return ofSet(selection.selectionSet, typeNamed(selection.typeCondition?.name.value) ?? type)
    }
    const name = selection.name.value
    const fragment = fragments.get(name)
    const sum = known.get(name) ?? ofSet(fragment?.selectionSet, typeNamed(fragment?.typeCondition.name.value) ?? type)
    known.set(name, sum)
    return sum
  }

  const typeNamed = (name = ""): GraphQLOutputType | undefined => {
    const found = schema.getType(name)
    return isObjectType(found) || isInterfaceType(found) ? found : undefined
  }

  const ofField = (field: FieldNode, parent: GraphQLOutputType): Sum => {
    const owner = getNamedType(parent)
    const fields = isObjectType(owner) || isInterfaceType(owner) ? owner.getFields() : {}
    const type = fields[field.name.value]?.type
    if (type === undefined) return none
    const own = getNamedType(type)
    const inside = ofSet(field.selectionSet, own)
    if (!own.name.endsWith("Connection")) return inside
    const size = sizeOf(field, variables)
    return plus({ requests: 1, nodes: size }, inside, Math.max(1, size))
  }

  const { nodes, requests } = ofSet(root, rootType)
  return { nodes, points: Math.max(1, Math.round(requests / 100)) }
}
