import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { declaration } from '#contract/project/declaration.ts'
import { levelOf } from '#contract/system/region-code.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, hasPermission } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { isOfOffice } from './recommended-places.ts'

export interface Office {
  readonly region: string
  readonly isProvince: boolean
}

const noOffice: Text = [
  '推荐顺序由地市和省级部门安排，您的账号不属于其中任何一个',
  'The offices of cities and provinces order their candidates; your account belongs to none of them',
]

/** The office of a city or a province that the caller works for; null for all others. */
export const findOffice = (ctx: Ctx): Office | null => {
  const { region } = ctx.actor
  const level = region === null ? null : levelOf(region)
  if (region && level === 1 && hasPermission(ctx, 'declaration_province')) return { region, isProvince: true }
  if (region && level === 2 && hasPermission(ctx, 'declaration_city')) return { region, isProvince: false }
  return null
}

/** The same, for what only such an office may do. Throws 403 for all others. */
export const officeOf = (ctx: Ctx): Office => {
  const office = findOffice(ctx)
  if (!office) throw new Fail(noOffice, 403)
  return office
}

export interface OfficeRow {
  readonly id: string
  readonly declareNo: string | null
  readonly projectName: string | null
  readonly commpanyName: string | null
  readonly city: string | null
  readonly categorize: string | null
  readonly declareStatus: number
  readonly stageName: string | null
  readonly stageNameEn: string | null
  readonly isMember: boolean
  /** Whether the data scopes of the caller contain it. */
  readonly isVisible: boolean
  readonly [name: string]: unknown
}

/** All declarations of an office in a batch, as they came. */
export const rowsOfOffice = (ctx: Ctx, batchId: string, { region }: Office): Promise<OfficeRow[]> =>
  run<OfficeRow>(
    ctx.db,
    sql`select id::text, declare_no as "declareNo", project_name as "projectName", commpany_name as "commpanyName", city, categorize,
        declare_status as "declareStatus", stage_name as "stageName", stage_name_en as "stageNameEn",
        batch_since is not null as "isMember", (${rowFilter(ctx, declaration)}) as "isVisible"
      from declaration where batch_id = ${batchId} and is_deleted = 0 and ${isOfOffice(sql`${region}::text`)}
      order by apply_time nulls last, declaration.id`,
  )

export interface SavedOrder {
  readonly version: number
  readonly changedBy: string | null
  readonly changedAt: string
}

export const savedOrder = async (ctx: Ctx, batchId: string, region: string): Promise<SavedOrder | null> => {
  const [found] = await run<SavedOrder>(
    ctx.db,
    sql`select o.version, u.real_name as "changedBy", o.update_time as "changedAt"
      from recommendation_order o left join "user" u on u.id = o.update_user
      where o.batch_id = ${batchId} and o.region = ${region}`,
  )
  return found ?? null
}

const notAll: Text = [
  '您的数据权限不包含本地区的全部申报，不能调整推荐顺序，也不能生成推荐汇总表',
  'Your data scopes do not contain all declarations of the place, so you can neither order nor list them',
]

/** Why somebody cannot order or list the declarations of an office; null if they see all of them. */
export const unseenFailure = (rows: readonly OfficeRow[]): Fail | null =>
  rows.every(({ isVisible }) => isVisible) ? null : new Fail(notAll, 403)

/** Those with a place first, in their order. */
export const inOrder = <R extends { readonly place: number | null }>(rows: readonly R[]): R[] =>
  rows.toSorted((one, other) => (one.place ?? Number.MAX_VALUE) - (other.place ?? Number.MAX_VALUE))
