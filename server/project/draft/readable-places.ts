import { nameKey, split } from '#contract/kit/field.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { informationFields } from '#contract/project/information.ts'
import { leavesOf } from '#contract/project/paths.ts'
import { hasReadable, isReadable, type ReadablePlaces } from '#contract/project/readable.ts'
import type { Ctx } from '../../engine/context.ts'
import { hiddenFields } from '../../engine/scope.ts'
import { withoutHiddenParams } from '../../system/access/hidden-fields.ts'
import type { DeclarationRow } from '../record/declaration-row.ts'
import { isOfItsOperator, isOwner } from '../record/editing.ts'

/** What an operator needs to fill in its section: which project of whom it is, where, and whom to ask. */
const namesForOperator = ['projectName', 'commpanyName', 'organizationCode', 'province', 'city', 'district', 'address']
const placesForOperator = [operatorSection, 'contact', ...namesForOperator.map((name) => `information.${name}`)]

type Row = Pick<DeclarationRow, 'organizationCode' | 'operators'>

const isOnlyItsOperator = (ctx: Ctx, row: Row): boolean => !isOwner(ctx, row) && isOfItsOperator(ctx, row)

/**
 * The places of a declaration that the caller reads. A data scope that names columns shows these and nothing else; an operator
 * reads its section and how to reach the declarant (docs/decisions/0128).
 */
export const readablePlaces = (ctx: Ctx, row: Row): ReadablePlaces => {
  const hidden = hiddenFields(ctx.actor, declaration)
  const names = Object.keys(informationFields).filter((name) => !hidden.has(name))
  const byScope = hidden.size ? names.map((name) => `information.${name}`) : null
  const byParty = isOnlyItsOperator(ctx, row) ? placesForOperator : null
  return byScope && byParty ? byScope.filter((at) => byParty.includes(at)) : (byScope ?? byParty ?? 'all')
}

const isObject = (value: unknown): value is DraftPart =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The readable places of a document; `at` is its path, such as the code of a part. */
export const onlyReadable = (body: DraftPart, at: string, places: ReadablePlaces): DraftPart => {
  if (isReadable(at, places)) return body
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) => {
      const inner = `${at}.${name}`
      if (isReadable(inner, places)) return [[name, value]]
      return hasReadable(inner, places) && isObject(value) ? [[name, onlyReadable(value, inner, places)]] : []
    }),
  )
}

/**
 * What the caller sends of a part. An empty value at a place that they do not read is what a client knows of it, not a change: the
 * stored value stays.
 */
export const onlyWritten = (input: DraftPart, at: string, places: ReadablePlaces): DraftPart =>
  Object.fromEntries(
    Object.entries(input).filter(([name, value]) => hasReadable(`${at}.${name}`, places) || leavesOf(value).size > 0),
  )

const columnsForOperator = [...namesForOperator, 'operators']
const otherColumns = [...Object.keys(informationFields), 'categorize'].filter(
  (name) => !columnsForOperator.includes(name),
)

interface ListedRow {
  readonly organizationCode: string | null
  readonly operators: string | null
}

/** Columns by which nothing is filtered, sorted or counted for the caller: an operator does not read them in all rows. */
export const columnsUnreadBy = ({ actor }: Ctx): ReadonlySet<string> =>
  new Set(actor.accountType === 2 ? otherColumns : [])

/**
 * A list's parameters without filters and orders by columns that an operator does not read: these would reveal the values that
 * `withReadableColumns` hides.
 */
export const withReadableParameters = (ctx: Ctx, input: ListInput): ListInput =>
  ctx.actor.accountType === 2 ? withoutHiddenParams(declaration, input, columnsUnreadBy(ctx)) : input

/** A row of a list without the columns that its operator does not read. Rows of declarants and officers stay as they are. */
export const withReadableColumns = <R extends ListedRow>(ctx: Ctx, row: R): R => {
  if (!isOnlyItsOperator(ctx, { ...row, operators: split(row.operators).map(Number) })) return row
  const empty = otherColumns.flatMap((name) => [[name, null] as const, [nameKey(name), null] as const])
  return { ...row, ...Object.fromEntries(empty) }
}
