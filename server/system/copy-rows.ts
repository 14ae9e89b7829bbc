import type { AnyEntity } from '#contract/kit/entity.ts'
import { Fail } from '#contract/kit/fail.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fill } from '#contract/kit/text.ts'
import type { Ctx } from '../engine/context.ts'
import { insertRow } from '../engine/crud.ts'

interface TreeRow {
  readonly id: string
  readonly parentId: string | null
}
type Values = Readonly<Record<string, unknown>>

/** A copy is written in one request, so it is limited. */
const maxCopiedRows = 500

/** The fields of a row that a form would send. */
export const formValues = ({ fields }: AnyEntity, row: object): Values =>
  Object.fromEntries(
    Object.entries(fields as Fields)
      .filter(([, { direction }]) => direction !== 'out')
      .map(([name]) => [name, (row as Values)[name]]),
  )

/** The rows below one of a tree, each after its parent; rows that form a cycle occur once. */
export const rowsBelow = <T extends TreeRow>(rows: readonly T[], id: string): T[] => {
  const below = new Set<T>()
  for (let parentIds = [id]; parentIds.length; ) {
    const level = rows.filter((row) => row.id !== id && !below.has(row) && parentIds.includes(row.parentId ?? ''))
    for (const row of level) below.add(row)
    parentIds = level.map((row) => row.id)
  }
  return [...below]
}

/** Adds copies of these rows, which follow their parents, below the copy of their root. Requires a transaction. */
export const copyBelow = async <T extends TreeRow>(
  ctx: Ctx,
  entity: AnyEntity,
  rows: readonly T[],
  root: { readonly from: string; readonly to: string },
  changed: (row: T) => Values,
): Promise<void> => {
  if (rows.length > maxCopiedRows)
    throw new Fail(fill(['一次最多复制 {0} 条下级数据', 'At most {0} rows below can be copied at once'], maxCopiedRows))
  const copyIds = new Map([[root.from, root.to]])
  for (const row of rows) {
    const parentId = copyIds.get(row.parentId ?? '')
    const { id } = await insertRow(ctx, entity, { ...formValues(entity, row), ...changed(row), parentId })
    copyIds.set(row.id, id)
  }
}
