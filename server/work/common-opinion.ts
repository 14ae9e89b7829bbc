import type { RawBuilder } from 'kysely'
import type { RowOf } from '#contract/kit/entity.ts'
import { denied, Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { unknownVariableIn } from '#contract/kit/opinion-variables.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { commonOpinion, maxOpinions } from '#contract/work/common-opinion.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx, type UserCtx } from '../engine/context.ts'
import { findRow, removeRows, saveRow } from '../engine/crud.ts'
import { restoreRows } from '../engine/deleted-rows.ts'
import { reorderRows } from '../engine/reorder.ts'
import { rowFilter, tenantRowFilter } from '../engine/scope.ts'

type Opinion = RowOf<typeof commonOpinion>

const mayKeepOffice = (ctx: Ctx) => hasPermission(ctx, 'common_opinion_office')

const notKeeper: Text = ['您没有维护本单位意见的权限', 'You may not keep the texts of the office']
const noOffice: Text = ['您的账号未分配部门，不能设为本单位共用', 'Your account has no department to share it with']
const unknownVariable: Text = ['没有变量“{0}”，请改正或删去', 'There is no variable “{0}”; correct or remove it']

/** The texts that a text is one of, and whose number is limited: its writer's own ones, or those of its office. */
const listOf = ({ deptId, createUser }: Pick<Opinion, 'deptId' | 'createUser'>): RawBuilder<boolean> =>
  deptId ? sql`dept_id = ${deptId}` : sql`dept_id is null and create_user = ${createUser}`

/** Throws if the list of the text is too long with it. Others of the same list wait meanwhile. */
const assertRoom = async (inside: Ctx, of: Pick<Opinion, 'deptId' | 'createUser'>): Promise<void> => {
  await sql`select pg_advisory_xact_lock(5050, hashtext(${of.deptId ?? of.createUser}))`.execute(inside.db)
  const max = of.deptId ? maxOpinions.office : maxOpinions.own
  const [found] = await run<{ count: number }>(
    inside.db,
    sql`select count(*)::int as count from common_opinion where is_deleted = 0 and ${listOf(of)}`,
  )
  if ((found?.count ?? 0) > max)
    throw new Fail(fill(['常用意见最多 {0} 条', 'At most {0} common opinions are possible'], max), 409)
}

const nextSort = async ({ db }: Ctx, of: Pick<Opinion, 'deptId' | 'createUser'>): Promise<number> => {
  const [found] = await run<{ last: number }>(
    db,
    sql`select coalesce(max(sort), 0) as last from common_opinion where is_deleted = 0 and ${listOf(of)}`,
  )
  return Math.min((found?.last ?? 0) + 1, 9999)
}

/** The office of a text that is shared; throws unless the caller may share it there. */
const officeOf = (ctx: UserCtx, before: Opinion | null): string => {
  const deptId = before?.deptId ?? ctx.actor.deptIds[0]
  if (!mayKeepOffice(ctx)) throw faulty([{ at: 'isOffice', text: notKeeper }])
  if (!deptId) throw faulty([{ at: 'isOffice', text: noOffice }])
  return deptId
}

const submit: Handlers<'commonOpinion'>['submit'] = (ctx, input) =>
  tx(ctx, async (inside) => {
    requirePermission(inside, `common_opinion_${input.id ? 'edit' : 'add'}`)
    const before = input.id ? await findRow(inside, commonOpinion, input.id) : null
    if (before?.isOffice && !mayKeepOffice(inside)) throw denied()
    const unknown = unknownVariableIn(input.text ?? '')
    if (unknown) throw faulty([{ at: 'text', text: fill(unknownVariable, unknown) }])
    const isOffice = input.isOffice ?? before?.isOffice ?? 0
    const deptId = isOffice ? officeOf(inside, before) : null
    const place = { deptId, createUser: before?.createUser ?? inside.actor.id }
    const sort = input.sort ?? before?.sort ?? (await nextSort(inside, place))
    const saved = await saveRow(inside, commonOpinion, { ...input, isOffice, deptId, sort })
    await assertRoom(inside, place)
    return saved
  })

/** Throws if one of the rows that the caller sees is an office's, and they do not keep those. */
const assertKeeper = async (ctx: UserCtx, ids: readonly string[], isDeleted: 0 | 1): Promise<void> => {
  const offices = await run(
    ctx.db,
    sql`select 1 from common_opinion where id = any(${ids}::bigint[]) and is_office = 1
      and ${rowFilter(ctx, commonOpinion, isDeleted)} limit 1`,
  )
  if (offices.length && !mayKeepOffice(ctx)) throw denied()
}

const remove: Handlers<'commonOpinion'>['remove'] = async (ctx, { ids }) => {
  await assertKeeper(ctx, split(ids), 0)
  return removeRows(ctx, commonOpinion, split(ids))
}

const restore: Handlers<'commonOpinion'>['restore'] = (ctx, { ids }) =>
  tx(ctx, async (inside) => {
    await assertKeeper(inside, split(ids), 1)
    await restoreRows(inside, commonOpinion, split(ids))
    for (const id of split(ids)) await assertRoom(inside, await findRow(inside, commonOpinion, id))
    return null
  })

const isSameList = (one: Opinion, other: Opinion) =>
  one.deptId === other.deptId && (one.deptId !== null || one.createUser === other.createUser)

const reorder: Handlers<'commonOpinion'>['reorder'] = async (ctx, move) => {
  const [moved, target] = [await findRow(ctx, commonOpinion, move.id), await findRow(ctx, commonOpinion, move.targetId)]
  if (moved.isOffice && !mayKeepOffice(ctx)) throw denied()
  if (!isSameList(moved, target))
    throw new Fail([
      '本人意见与单位意见分别排序，不能互相移动',
      'Your own texts and those of the office have separate orders',
    ])
  return reorderRows(ctx, commonOpinion, move, listOf(moved))
}

const usable: Handlers<'commonOpinion'>['usable'] = ({ db, actor }) =>
  run(
    db,
    sql`select id::text, text, is_office as "isOffice" from common_opinion one
      where ${tenantRowFilter(actor, commonOpinion)} and (dept_id is null and create_user = ${actor.id} or dept_id in (
        select unnest(d.id || string_to_array(d.ancestors, ',')::bigint[]) from dept d where d.id = any(${actor.deptIds}::bigint[])))
      order by one.is_office, one.sort, one.id limit ${sql.lit(1000)}`,
  )

export const commonOpinionHandlers: Handlers<'commonOpinion'> = {
  submit,
  remove,
  restore,
  reorder,
  usable,
}
