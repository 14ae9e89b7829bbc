import type { MatterField } from '#contract/flow/matter-fields.ts'
import type { Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { Ctx, UserCtx } from '../engine/context.ts'
import { bothNames } from '../engine/labels.ts'

/** A version of a form, with which a matter is filled in and read. */
export interface FormVersion {
  readonly id: string
  readonly version: number
  readonly name: Text
  readonly note: string | null
  readonly fields: readonly MatterField[]
}

type FormRow = Omit<FormVersion, 'name'> & { readonly zh: string; readonly en: string | null }

const versionWhere = async ({ db }: Ctx, condition: Fragment): Promise<FormVersion | null> => {
  const [row] = await run<FormRow>(
    db,
    sql`select f.id::text, v.version, f.name as zh, f.name_en as en, f.note, v.fields
      from matter_form f join matter_form_version v on v.form_id = f.id where ${condition}`,
  )
  if (!row) return null
  const { zh, en, ...form } = row
  return { ...form, name: bothNames({ name: zh, nameEn: en }) }
}

/** SQL: the forms `f` with which the caller may start a matter. */
const isStartable = ({ actor }: UserCtx): Fragment =>
  sql`f.is_deleted = 0 and f.is_open = 1 and f.start_roles && ${actor.roleIds}::bigint[]`

/** SQL: the types whose matters the caller reads by a role that the form names. Enterprises and operators work for no office. */
export const categoriesToRead = ({ actor }: Ctx): Fragment =>
  sql`(select f.category_key from matter_form f where ${actor.accountType === null}::boolean and f.read_roles && ${actor.roleIds}::bigint[])`

/** SQL: types of processes that the caller may start with a declared form. */
export const categoriesToStart = (ctx: UserCtx): Fragment =>
  sql`(select f.category_key from matter_form f where ${isStartable(ctx)})`

/** The newest version of the form of a type, if the caller may start it. */
export const formToStart = (ctx: UserCtx, categoryKey: number): Promise<FormVersion | null> =>
  versionWhere(ctx, sql`f.category_key = ${categoryKey} and v.version = f.version and ${isStartable(ctx)}`)

/** A version of a form, also of one that is closed or removed: matters that were started with it keep it. */
export const formVersion = (ctx: Ctx, id: string, version: number): Promise<FormVersion | null> =>
  versionWhere(ctx, sql`f.id = ${id} and v.version = ${version}`)

/** The codes of the fields of the form of a type; null if it has none. Without a type, those of all forms. */
export const codesOfForms = async ({ db }: Ctx, categoryKey: number | null): Promise<string[] | null> => {
  const rows = await run<{ codes: string[] }>(
    db,
    sql`select array(select field ->> 'code' from jsonb_array_elements(fields) field) as codes from matter_form
      where is_deleted = 0 and ${categoryKey === null ? sql`true` : sql`category_key = ${categoryKey}`} order by id limit 500`,
  )
  return categoryKey !== null && rows.length === 0 ? null : rows.flatMap(({ codes }) => codes)
}
