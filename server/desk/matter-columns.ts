import type { MatterContent } from '#contract/desk/general-matter.ts'
import { fieldsOfMatter, type MatterField } from '#contract/flow/matter-fields.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { kinds } from '#contract/kit/kinds.ts'
import { fill, localize } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { matterLedger } from '#contract/work/matter-ledger.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { hasPermission, type UserCtx } from '../engine/context.ts'
import { textsFor } from '../engine/paper-texts.ts'
import { rowFilter } from '../engine/scope.ts'
import { principalsOf } from '../flow/deputies.ts'
import { categoriesToRead } from '../flow/matter-forms.ts'
import type { AnyRow } from '../job/sheets/row-stream.ts'
import type { SheetColumn } from '../job/sheets/sheet-columns.ts'
import type { SheetExtra } from '../job/sheets/sheet-extras.ts'
import { isReadableMatter } from '../work/matter-ledger.ts'
import { namesIn } from './matter-texts.ts'

/** Where a row has the texts of its declared fields, by their codes. */
const textsKey = 'declaredTexts'
type Texts = Readonly<Record<string, string>>

/** The type that a list is restricted to; null if it has matters of several. */
const categoryIn = ({ categoryKey, categoryKey_equal: equal }: ListInput): string | null => {
  const key = String(categoryKey ?? equal ?? '')
  return /^\d{1,6}$/.test(key) ? key : null
}

/** The versions of the form of a type, the newest first; none for those who read no matter of it. */
const versionsOf = async (ctx: UserCtx, category: string): Promise<readonly MatterField[][]> => {
  const rows = await run<{ fields: MatterField[] }>(
    ctx.db,
    sql`select v.fields from matter_form f join matter_form_version v on v.form_id = f.id
      where f.category_key = ${category}::integer and exists (select 1 from matter_ledger
        where category_key = f.category_key and ${rowFilter(ctx, matterLedger)} and ${isReadableMatter(ctx)})
      order by f.is_deleted, v.version desc`,
  )
  return rows.map(({ fields }) => fields)
}

/** The fields of all versions, by their codes: a code keeps its kind, and the newest version says what it is called. */
const unionOf = (versions: readonly MatterField[][]): Fields => {
  const all: Record<string, Field> = {}
  for (const declared of versions)
    for (const [code, field] of Object.entries(fieldsOfMatter(declared))) all[code] ??= field
  return all
}

const columnsOf = (ctx: UserCtx, fields: Fields): SheetColumn[] => {
  const titles = Object.values(fields).map(({ label }) => localize(label, ctx.lang))
  return Object.entries(fields).map(([code, { kind }], nth) => {
    const title = titles[nth] ?? code
    const isRepeated = titles.filter((one) => one === title).length > 1
    return {
      title: isRepeated ? localize(fill(['{0}（{1}）', '{0} ({1})'], title, code), ctx.lang) : title,
      width: kinds[kind].width ?? 20,
      cell: (row) => (row[textsKey] as Texts | undefined)?.[code] || null,
    }
  })
}

const withTexts = async (ctx: UserCtx, fields: Fields, rows: readonly AnyRow[]): Promise<AnyRow[]> => {
  const stored = await run<{ id: string; content: MatterContent }>(
    ctx.db,
    sql`select matter_id::text as id, content from general_matter_content
      where matter_id = any(${rows.map(({ id }) => id)}::bigint[])`,
  )
  const textOf = textsFor(
    ctx,
    await namesIn(
      ctx,
      fields,
      stored.map(({ content }) => content),
    ),
    'plain',
  )
  const contents = new Map(stored.map(({ id, content }) => [id, content]))
  return rows.map((row) => {
    const content = contents.get(String(row.id)) ?? {}
    const texts = Object.entries(fields).map(([code, field]) => [code, textOf(field, code, content)] as const)
    return { ...row, [textsKey]: Object.fromEntries(texts) }
  })
}

/** An export of the matters of one form has a column for each field that any version of the form declares. */
export const matterColumns: SheetExtra = {
  columnsFor: async (ctx, parameters) => {
    const category = categoryIn(parameters)
    const fields = category === null ? {} : unionOf(await versionsOf(ctx, category))
    if (Object.keys(fields).length === 0) return null
    return { columns: columnsOf(ctx, fields), withValues: (rows) => withTexts(ctx, fields, rows) }
  },
  readable: async (ctx) => {
    const rows = await run<{ key: number }>(
      ctx.db,
      sql`select key from ${categoriesToRead(ctx)} as readable (key) order by readable.key`,
    )
    const { aliases } = ctx.actor.rights
    return [hasPermission(ctx, 'flow_follow'), rows.map(({ key }) => key), [...aliases].sort(), await principalsOf(ctx)]
  },
}
