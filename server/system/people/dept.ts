import { Fail, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { dept } from '#contract/system/dept.ts'
import { user } from '#contract/system/user.ts'
import { type Fragment, withIds } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { type Ctx, type Handlers, hasPermission, requirePermission, tx } from '../../engine/context.ts'
import { findRow, pageOf, removedOf, removeRows, rowsOf, saveRow } from '../../engine/crud.ts'
import { isSearch } from '../../engine/keyword.ts'
import { dictName } from '../../engine/labels.ts'
import { rowFilter } from '../../engine/scope.ts'
import { nodesOf } from '../../engine/tree.ts'
import type { InUseMessage } from '../../engine/uses.ts'
import { isTop } from '../access/grants.ts'
import { withFacts, withHasChildren } from './dept-facts.ts'
import { assertMoveOpensNoRows } from './dept-moves.ts'

const top = '0'

/** The `ancestors` of children of this department: ids from the top down, joined by commas. */
const ancestorsBelow = async (ctx: Ctx, parentId: string): Promise<string> => {
  if (parentId === top) return top
  const parent = await ctx.db
    .selectFrom('dept')
    .select('ancestors')
    .where('id', '=', parentId)
    .where(rowFilter(ctx, dept))
    .executeTakeFirst()
  if (!parent) throw new Fail(['上级机构不存在', 'The parent department does not exist'])
  return `${parent.ancestors ?? top},${parentId}`
}

/** Departments anywhere below these. */
const isBelow = (deptIds: readonly string[]) => sql`string_to_array(ancestors, ',') && ${deptIds}::text[]`

/** Callers who do not manage the whole tree see their departments and all below. */
const visibleBranches = (ctx: Ctx): Fragment[] => {
  const { deptIds } = ctx.actor
  return isTop(ctx) ? [] : [sql`(id = any(${deptIds}::bigint[]) or ${isBelow(deptIds)})`]
}

/** One level of the visible tree; at the top it is the roots of the caller's own branches. */
const level = (ctx: Ctx, parentId: string): Fragment[] => {
  const { deptIds } = ctx.actor
  if (isTop(ctx) || parentId !== top) return [...visibleBranches(ctx), sql`parent_id = ${parentId}`]
  return [sql`id = any(${deptIds}::bigint[]) and not (${isBelow(deptIds)})`]
}

/** Updates the ancestors below a moved department, including removed rows, which may be restored. */
const moveBelow = (ctx: Ctx, from: string, to: string) =>
  sql`
  update dept set ancestors = ${to}::text || substr(ancestors, length(${from}::text) + 1)
  where tenant_id = ${ctx.actor.tenantId} and (ancestors = ${from} or starts_with(ancestors, ${`${from},`}))`.execute(
    ctx.db,
  )

/** Lock key: moves run alone, without concurrent inserts, because two departments moved below each other would form a cycle. */
const moves = 5022

type Input = Parameters<NonNullable<Handlers<'dept'>['submit']>>[1]

const move = async (ctx: Ctx, id: string, input: Input): Promise<{ id: string }> => {
  await sql`select pg_advisory_xact_lock(${moves})`.execute(ctx.db)
  const before = await findRow(ctx, dept, id)
  const parentId = input.parentId || top
  const ancestors = await ancestorsBelow(ctx, parentId)
  if (id === parentId || split(ancestors).includes(id))
    throw new Fail(['上级机构不能是自身或其下级', 'The parent cannot be the department itself or one below it'])
  if (ancestors !== before.ancestors) await assertMoveOpensNoRows(ctx, id, split(before.ancestors), split(ancestors))
  const saved = await saveRow(ctx, dept, { ...input, id, parentId, ancestors })
  if (ancestors !== before.ancestors) await moveBelow(ctx, `${before.ancestors},${id}`, `${ancestors},${id}`)
  return saved
}

const save = async (ctx: Ctx, input: Input): Promise<{ id: string }> => {
  if (!input.id) {
    await sql`select pg_advisory_xact_lock_shared(${moves})`.execute(ctx.db)
    const parentId = input.parentId || top
    return saveRow(ctx, dept, { ...input, id: null, parentId, ancestors: await ancestorsBelow(ctx, parentId) })
  }
  return input.parentId === undefined ? saveRow(ctx, dept, input) : move(ctx, input.id, input)
}

/** A department with accounts cannot be removed, because its users would have none. */
const hasAccounts: InUseMessage = (title, [{ count }]) =>
  fill(
    [
      '机构“{0}”中还有{1}个账号，请先调整其所属机构',
      'The department “{0}” still has {1} accounts; please move them first',
    ],
    title,
    count,
  )

export const deptHandlers: Handlers<'dept'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, input.id ? 'dept_edit' : 'dept_add')
      const { id } = await save(inside, input)
      const { tenantId, deptCategory } = await findRow(inside, dept, id)
      const kind = await dictName(inside, 'org_category', deptCategory)
      return { id, tenantId, deptCategoryName: kind ? localize(kind, ctx.lang) : null }
    }),
  remove: (ctx, input) =>
    tx(ctx, async (inside) => {
      return removeRows(inside, dept, split(input.ids), hasAccounts)
    }),
  removed: (ctx, input) => removedOf(ctx, dept, input, visibleBranches(ctx)),
  page: async (ctx, input) => {
    const { parentId, ...others }: ListInput = input
    const conditions = parentId ? level(ctx, String(parentId)) : visibleBranches(ctx)
    // a level in its order is counted in the index that has this order
    const keys = parentId && !others.ascs && !others.descs ? { keys: sql`dept` } : {}
    const page = await pageOf(ctx, dept, others, { conditions, ...keys })
    return { ...page, records: await withFacts(ctx, await withHasChildren(ctx, page.records)) }
  },
  detail: async (ctx, { id }) => {
    const [row] = await withFacts(ctx, [await findRow(ctx, dept, id)])
    if (!row) throw notFound()
    return row
  },
  lazyList: async (ctx, input) => {
    const { parentId, ...filters } = input
    const conditions = !parentId && isSearch(dept, filters) ? visibleBranches(ctx) : level(ctx, String(parentId || top))
    return withHasChildren(ctx, await rowsOf(ctx, dept, filters, conditions))
  },
  lazyTree: async (ctx, { parentId, current, size }) => {
    const conditions = level(ctx, parentId || top)
    const rows = size
      ? (await pageOf(ctx, dept, { current: current ?? 1, size }, { conditions })).records
      : await rowsOf(ctx, dept, {}, conditions)
    return nodesOf(dept, await withHasChildren(ctx, rows), ctx.lang)
  },
  /** Departments of a user: the caller's own, or any user's for callers who manage users. */
  select: async (ctx, input) => {
    if (!hasPermission(ctx, 'user')) return rowsOf(ctx, dept, {}, [withIds(ctx.actor.deptIds)])
    const person = input.userId
      ? await ctx.db
          .selectFrom('user')
          .select('deptId')
          .where('id', '=', String(input.userId))
          .where(rowFilter(ctx, user))
          .executeTakeFirst()
      : undefined
    const ids = person ? (person.deptId ?? []) : split(input.deptId as string)
    return rowsOf(ctx, dept, {}, [withIds(ids)])
  },
}
