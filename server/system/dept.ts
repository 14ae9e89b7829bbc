import { Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { dept } from '#contract/system/dept.ts'
import { type Ctx, type Handlers, may, need, tx } from '../engine/context.ts'
import { change, insert, rowsOf } from '../engine/crud.ts'

const ancestorsOf = async (ctx: Ctx, parentId: string): Promise<string> => {
  if (parentId === '0') return '0'
  const parent = await ctx.db
    .selectFrom('dept')
    .select('ancestors')
    .where('id', '=', parentId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!parent) throw new Fail(['上级机构不存在', 'The parent does not exist'])
  return `${parent.ancestors ?? '0'},${parentId}`
}

export const deptHandlers: Handlers<'dept'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      need(inside, input.id ? 'dept_edit' : 'dept_add')
      if (input.parentId === undefined && input.id) return change(inside, dept, input.id, input)
      const ancestors = await ancestorsOf(inside, input.parentId || '0')
      if (input.id && (input.id === input.parentId || ancestors.split(',').includes(input.id)))
        throw new Fail(['上级机构不能是自身或其下级', 'A department cannot lie below itself'])
      const row = { ...input, parentId: input.parentId || '0', ancestors }
      return input.id ? change(inside, dept, input.id, row) : insert(inside, dept, row)
    }),
  /** Departments of a user: the caller's own, or anybody's for those who manage users. */
  select: async (ctx, input) => {
    const own = { text: 'id = any(?::bigint[])', values: [ctx.actor.deptIds] }
    if (!may(ctx, 'user')) return rowsOf(ctx, dept, {}, [own])
    const person = input.userId
      ? await ctx.db.selectFrom('user').select('deptId').where('id', '=', String(input.userId)).executeTakeFirst()
      : undefined
    const ids = person ? (person.deptId ?? []) : split(input.deptId as string)
    return rowsOf(ctx, dept, {}, [{ text: 'id = any(?::bigint[])', values: [ids] }])
  },
}
