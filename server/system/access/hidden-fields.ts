import type { Endpoint, Page } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { faulty } from '#contract/kit/fail.ts'
import { type Field, nameKey } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import { parseColumns, subjectAttributeOf } from '#contract/system/scope-rule.ts'
import type { Actor, Handler, UserCtx } from '../../engine/context.ts'
import { fieldIn } from '../../engine/filter.ts'
import { canHaveScopes, hiddenFields } from '../../engine/scope.ts'

type Input = Record<string, unknown>
type Hidden = ReadonlySet<string>

/** Removes hidden fields from filters and order, because the order of rows would reveal their values. */
export const withoutHiddenParams = ({ fields }: AnyEntity, input: Input, hidden: Hidden): Input => {
  const visibleEntries = Object.entries(input).filter(([parameter]) => !hidden.has(fieldIn(fields, parameter)))
  const sorted = (names: unknown) =>
    parseColumns(String(names ?? ''))
      .filter((name) => !hidden.has(name))
      .join(',')
  return { ...Object.fromEntries(visibleEntries), ascs: sorted(input.ascs), descs: sorted(input.descs) }
}

const refuseHidden = (entity: AnyEntity, input: Input, hidden: Hidden): void => {
  const faults = Object.keys(input)
    .filter((name) => hidden.has(name) && input[name] !== undefined)
    .map((at) => ({
      at,
      text: fill(['您无权填写{0}', "You don't have permission to set {0}"], (entity.fields[at] as Field).label),
    }))
  if (faults.length) throw faulty(faults)
}

const isPage = (answer: object): answer is Page<unknown> =>
  'records' in answer && Array.isArray(answer.records) && 'total' in answer

export const withoutHidden = <T>(answer: T, hidden: Hidden): T => {
  if (Array.isArray(answer)) return answer.map((one) => withoutHidden(one, hidden)) as T
  if (typeof answer !== 'object' || answer === null) return answer
  // the size of a page is none of a company
  if (isPage(answer)) return { ...answer, records: withoutHidden(answer.records, hidden) }
  const hiddenKeys = new Set([...hidden].flatMap((name) => [name, nameKey(name)]))
  const visibleEntries = Object.entries(answer).filter(([name]) => !hiddenKeys.has(name))
  return Object.fromEntries(
    visibleEntries.map(([name, value]) => [name, name === 'children' ? withoutHidden(value, hidden) : value]),
  ) as T
}

const writing = ['submit', 'save', 'update']
const rowShapes = ['row', 'rows', 'page']
/** Shapes without values of columns; the title of a row, which nodes contain, is always visible. */
const shapesWithoutColumns = ['nothing', 'nodes']

/**
 * How the answer of a call that is no row of its entity hides columns: `columns` if it has them by their names; `none` if it never
 * contains any; otherwise a function, which gets the input of the call as well.
 */
export type AnswerMask = 'columns' | 'none' | ((answer: unknown, hidden: Hidden, input: Input) => unknown)

/** How a call hides columns. Throws for an answer of which nobody has said it: the server does not start. */
const maskFor = (entity: AnyEntity, name: string, { output: { as } }: Endpoint, masks: AnswerMasks): AnswerMask => {
  const mask = masks[`${entity.name}.${name}`]
  if (mask) return mask
  if (rowShapes.includes(as)) return 'columns'
  if (shapesWithoutColumns.includes(as) || !canHaveScopes(entity)) return 'none'
  throw new Error(`The answer of ${entity.name}.${name} may contain columns that a data scope hides: add its mask.`)
}

export type AnswerMasks = Readonly<Record<string, AnswerMask>>

/** The caller's own account, of which no field is hidden. */
const isSelf = (entity: AnyEntity, { id }: Actor, answer: unknown): boolean =>
  subjectAttributeOf(entity, 'id') === 'user' && (answer as { id?: unknown } | null)?.id === id

/** Wraps the handler of an entity's call: fields hidden from the caller are removed from the answer and rejected in the input. */
export const maskFields = (
  entity: AnyEntity,
  name: string,
  endpoint: Endpoint,
  handle: Handler<Input, unknown, UserCtx>,
  masks: AnswerMasks = {},
): Handler<Input, unknown, UserCtx> => {
  const mask = maskFor(entity, name, endpoint, masks)
  return async (ctx, input) => {
    const hidden = hiddenFields(ctx.actor, entity)
    if (hidden.size === 0) return handle(ctx, input)
    if (writing.includes(name)) refuseHidden(entity, input, hidden)
    const answer = await handle(ctx, endpoint.body === 'filters' ? withoutHiddenParams(entity, input, hidden) : input)
    if (mask === 'none' || isSelf(entity, ctx.actor, answer)) return answer
    return mask === 'columns' ? withoutHidden(answer, hidden) : mask(answer, hidden, input)
  }
}
