import type { TreeNode } from '#contract/kit/call.ts'
import { Fail, gone } from '#contract/kit/fail.ts'
import { region } from '#contract/system/region.ts'
import { type Ctx, type Handlers, need } from '../engine/context.ts'
import { change, find, insert, removeRows, rowsOf } from '../engine/crud.ts'

const root = '00'

const idOf = async (ctx: Ctx, code: string): Promise<string> => {
  const row = await ctx.db
    .selectFrom('region')
    .select('id')
    .where('code', '=', code)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!row) throw gone()
  return row.id
}

const below = (ctx: Ctx, code: string) => rowsOf(ctx, region, { parentCode: code, ascs: 'code' })

const nodes = async (ctx: Ctx, code: string): Promise<TreeNode[]> => {
  const rows = await below(ctx, code)
  const parents = rows.length
    ? await ctx.db
        .selectFrom('region')
        .select('parentCode')
        .distinct()
        .where(
          'parentCode',
          'in',
          rows.map((row) => String(row.code)),
        )
        .where('isDeleted', '=', 0)
        .execute()
    : []
  const withBelow = new Set(parents.map(({ parentCode }) => parentCode))
  return rows.map(({ code: own, name }) => {
    const id = String(own)
    return { id, key: id, value: id, parentId: code, title: String(name), hasChildren: withBelow.has(id) }
  })
}

export const regionHandlers: Handlers<'region'> = {
  submit: async (ctx, input) => {
    const there = input.code
      ? await ctx.db
          .selectFrom('region')
          .select('id')
          .where('code', '=', input.code)
          .where('isDeleted', '=', 0)
          .executeTakeFirst()
      : undefined
    need(ctx, there ? 'region_edit' : 'region_add')
    if (there) return change(ctx, region, there.id, input)
    if (!/^\d{6,12}$/.test(input.code ?? '')) {
      const text = ['区划编号应为6至12位数字', 'The code has 6 to 12 digits'] as const
      throw new Fail(text, 400, { faults: [{ at: 'code', text }] })
    }
    if (input.parentCode !== root) await idOf(ctx, input.parentCode ?? '')
    return insert(ctx, region, { ...input, id: input.code })
  },
  detail: async (ctx, input) => find(ctx, region, await idOf(ctx, input.code ?? '')),
  remove: async (ctx, input) => {
    const code = input.id ?? ''
    if ((await below(ctx, code)).length) throw new Fail(['请先删除下级区划', 'Please remove the divisions below first'])
    return removeRows(ctx, region, [await idOf(ctx, code)])
  },
  lazyTree: (ctx, input) => nodes(ctx, input.parentCode || root),
  lazyTreeCity: async (ctx, input) => {
    const name = String(input.provinceName)
    const province = (await below(ctx, root)).find((row) => String(row.name).startsWith(name))
    return province ? nodes(ctx, String(province.code)) : []
  },
  select: (ctx, input) => below(ctx, input.code || root),
}
