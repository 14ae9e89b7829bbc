import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Fault, faulty } from '#contract/kit/fail.ts'
import { type Fields, split } from '#contract/kit/field.ts'
import { isFile } from '#contract/kit/kinds.ts'
import type { Text } from '#contract/kit/text.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { identifier, selectList } from './column-types.ts'
import type { Ctx } from './context.ts'
import { tenantFilter } from './scope.ts'

type Values = Readonly<Record<string, unknown>>

/** The file ids in a row, including its groups and lists, each with the path of its field. */
export const filesIn = (fields: Fields, row: Values, pathPrefix = ''): { at: string; id: string }[] =>
  Object.entries(fields).flatMap(([name, { kind, fields: innerFields = {} }]) => {
    const value = row[name]
    const at = pathPrefix + name
    if (isFile({ kind })) return split(typeof value === 'string' ? value : null).map((id) => ({ at, id }))
    if (kind === 'one') return filesIn(innerFields, (value ?? {}) as Values, `${at}.`)
    if (kind !== 'many' || !Array.isArray(value)) return []
    // a draft may have anything in the place of a row
    const rows = value.filter((one): one is Values => typeof one === 'object' && one !== null)
    return rows.flatMap((innerRow, i) => filesIn(innerFields, innerRow, `${at}.${innerRow.id ?? i}.`))
  })

/** A row of the caller's tenant before a change; empty for a new row. */
export const rowBefore = async (ctx: Ctx, entity: AnyEntity, id: unknown): Promise<Values> => {
  if (id === undefined) return {}
  const isInTenant = tenantFilter(ctx.actor, entity)
  const [row = {}] = await run<Values>(
    ctx.db,
    sql`select ${selectList(entity.fields)} from ${identifier(entity.name)} where id = ${id} and ${isInTenant}`,
  )
  return row
}

const noAccessMessage: Text = [
  '附件不存在或您无权查看，请重新上传',
  'This file does not exist or is not open to you; please upload it again',
]

/**
 * Whoever sees a row may read the files in it. A caller may therefore add only files they may read themselves; files
 * that the row already contains may stay (docs/decisions/0023). Throws a fault for each other file.
 */
export const checkFiles = async (
  ctx: Ctx,
  fields: Fields,
  input: Values,
  readBefore: () => Promise<Values>,
): Promise<void> => {
  const fileReferences = filesIn(fields, input)
  if (fileReferences.length === 0) return
  const before = filesIn(fields, await readBefore()).map((reference) => reference.id)
  const faults: Fault[] = []
  for (const reference of fileReferences)
    if (!before.includes(reference.id) && !(await ctx.app.mayReadFile(ctx, reference.id)))
      faults.push({ at: reference.at, text: noAccessMessage })
  if (faults.length) throw faulty(faults)
}
