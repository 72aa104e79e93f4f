import type { z } from 'zod'

/** The parts of the deepest name of ours, `packages[0].customPrices[0].date`; the rows of a list whose schema names no number. */
const MOST_PARTS = 5
const MOST_ROWS = 30
/** What is sent back of a text whose schema names no length. */
const MOST_TEXT = 2_000

type Node = z.core.$ZodType | 'anything' | undefined
type Path = readonly (string | number)[]

/** The longest text of a field whose rule stands in a function, for which zod cannot tell it. */
const LENGTHS = new WeakMap<z.core.$ZodType, number>()

/** Notes the longest text that a field takes: no more of what was typed is sent back. */
export function withLongest<Schema extends z.ZodType>(schema: Schema, longest: number): Schema {
  LENGTHS.set(schema, longest)
  return schema
}

/** `packages[2].name` as its parts; undefined for what no form of ours has as a name. */
function pathOf(name: string): Path | undefined {
  if (!/^[\w-]+(\[\d{1,4}\]|\[\]|\.[\w-]+)*$/.test(name) || name.length > 200) return undefined
  const parts = name.match(/[\w-]+|\[\]/g) ?? []
  const path = parts.map((part, index) => (part === '[]' ? 0 : index && /^\d+$/.test(part) ? Number(part) : part))
  return path.length <= MOST_PARTS && !path.includes('__proto__') ? path : undefined
}

/** Whether a schema has a field of this name: its parts, and rows within the numbers that the schema takes. */
export function knowsField(schema: z.ZodType, name: string): boolean {
  const path = pathOf(name)
  return path !== undefined && path.reduce<Node>((node, part) => stepInto(node, part), schema) !== undefined
}

/** The most rows of the list of this name; undefined when the schema has no such list. */
export function mostRows(schema: z.ZodType, name: string): number | undefined {
  const node = pathOf(name)?.reduce<Node>((at, part) => stepInto(at, part), schema)
  if (node === 'anything') return MOST_ROWS
  const list = node && branchesOf(node).find(isList)
  return list && rowsOf(list)
}

/** What was typed, its texts cut to what their fields take. */
export function cutTyped(schema: Node, typed: unknown): unknown {
  if (typeof typed === 'string') return typed.slice(0, longestOf(schema)).replace(/[\ud800-\udbff]$/, '')
  if (Array.isArray(typed)) return typed.map((one, index) => cutTyped(stepInto(schema, index) ?? schema, one))
  if (typed && typeof typed === 'object')
    return Object.fromEntries(Object.entries(typed).map(([name, one]) => [name, cutTyped(stepInto(schema, name), one)]))
  return typed
}

/** The schema of a part; undefined when it has none. */
function stepInto(node: Node, part: string | number): Node {
  if (node === 'anything') return typeof part === 'number' && part > MOST_ROWS ? undefined : node
  if (!node) return undefined
  for (const branch of branchesOf(node)) {
    if (typeof part === 'number') {
      if (isList(branch) && part <= rowsOf(branch)) return branch._zod.def.element
    } else if (isObject(branch)) {
      const { shape, catchall } = branch._zod.def
      if (Object.hasOwn(shape, part)) return shape[part]
      if (catchall?._zod.def.type === 'unknown') return 'anything'
    }
  }
  return undefined
}

/** A schema without what is wrapped around it; of alternatives, all. */
function branchesOf(node: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = node._zod as {
    def: z.core.$ZodTypeDef & Partial<Record<'innerType' | 'in' | 'out', z.core.$ZodType>>
  }
  if (isUnion(node)) return node._zod.def.options.flatMap(branchesOf)
  if (def.type === 'pipe' && def.in && def.out)
    return branchesOf(def.in._zod.def.type === 'transform' ? def.out : def.in)
  return def.innerType ? branchesOf(def.innerType) : [node]
}

/** A schema and all that it wraps, from the outside in. */
function layersOf(node: z.core.$ZodType): z.core.$ZodType[] {
  const { def } = node._zod as {
    def: z.core.$ZodTypeDef & Partial<Record<'innerType' | 'in' | 'out', z.core.$ZodType>>
  }
  const inner = def.innerType ?? (def.in?._zod.def.type === 'transform' ? def.out : def.in)
  return inner ? [node, ...layersOf(inner)] : [node]
}

function longestOf(node: Node): number {
  if (!node || node === 'anything') return MOST_TEXT
  const told = layersOf(node).map((layer) => LENGTHS.get(layer) ?? (isText(layer) ? mostOf(layer) : undefined))
  return Math.min(MOST_TEXT, ...told.filter((length) => length !== undefined))
}

const isUnion = (node: z.core.$ZodType): node is z.core.$ZodUnion => node._zod.def.type === 'union'
const isList = (node: z.core.$ZodType): node is z.core.$ZodArray => node._zod.def.type === 'array'
const isObject = (node: z.core.$ZodType): node is z.core.$ZodObject => node._zod.def.type === 'object'
const isText = (node: z.core.$ZodType): node is z.core.$ZodString => node._zod.def.type === 'string'

const rowsOf = (list: z.core.$ZodArray) => mostOf(list) ?? MOST_ROWS

/** The most rows or characters that a schema's own check allows. */
function mostOf({ _zod: { def } }: z.core.$ZodArray | z.core.$ZodString): number | undefined {
  const checks = (def.checks ?? []).map((check) => check._zod.def as { check: string; maximum?: number })
  return checks.find(({ check }) => check === 'max_length')?.maximum
}
