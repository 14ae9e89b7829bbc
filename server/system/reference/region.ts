import type { OutOf, TreeNode } from '#contract/kit/call.ts'
import { Fail, faulty, notFound } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import type { ListInput } from '#contract/kit/verbs.ts'
import { region } from '#contract/system/region.ts'
import {
  type CodeShape,
  isChildCode,
  nameSourceCode,
  normalizeChildCode,
  rootCode,
  shapeBelow,
} from '#contract/system/region-code.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, pageOf, removeRows, rowsOf, updateRow } from '../../engine/crud.ts'
import { restoreRows } from '../../engine/deleted-rows.ts'
import { isSearch } from '../../engine/keyword.ts'
import { bothNames, regionNames } from '../../engine/labels.ts'
import { withPlaces } from './region-places.ts'

const idAt = async (ctx: Ctx, code: string): Promise<string | undefined> => {
  const row = await ctx.db
    .selectFrom('region')
    .select('id')
    .where('code', '=', code)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return row?.id
}

const idOf = async (ctx: Ctx, code: string): Promise<string> => {
  const id = await idAt(ctx, code)
  if (!id) throw notFound()
  return id
}

const below = (ctx: Ctx, code: string) => rowsOf(ctx, region, { parentCode: code, ascs: 'code' })

const nodes = async (ctx: Ctx, code: string): Promise<TreeNode[]> =>
  (await withPlaces(ctx, await below(ctx, code))).map((row) => ({
    id: row.code,
    key: row.code,
    value: row.code,
    parentId: code,
    title: localize(bothNames(row), ctx.lang),
    hasChildren: row.hasChildren,
  }))

const wordsOf = ({ stem, digits, tail }: CodeShape): Text => {
  const tailText = tail ? fill(['，再补“{0}”', ', then “{0}”'], tail) : (['', ''] as const)
  const below = ['区划编号应为“{0}”加{1}位数字{2}', 'The code must be “{0}” followed by {1} digits{2}'] as const
  const atTop = ['区划编号应为{1}位数字{2}', 'The code must be {1} digits{2}'] as const
  return fill(stem ? below : atTop, stem, digits, tailText)
}

/** A new division needs an existing parent and a code that extends the parent's; the code determines its level. */
const add = async (ctx: Ctx, input: Input) => {
  const [code, parentCode] = [input.code ?? '', input.parentCode ?? '']
  if (parentCode !== rootCode && !(await idAt(ctx, parentCode)))
    throw faulty([{ at: 'parentCode', text: ['上级区划不存在', 'The parent region does not exist'] }])
  const shape = shapeBelow(parentCode)
  if (!shape) throw faulty([{ at: 'parentCode', text: ['村级区划下不能再设下级', 'A village cannot have subregions'] }])
  if (!isChildCode(code, parentCode)) throw faulty([{ at: 'code', text: wordsOf(shape) }])
  return insertRow(ctx, region, { ...input, regionLevel: shape.level, id: code })
}

type Input = Parameters<NonNullable<Handlers<'region'>['submit']>>[1]

const edit = async (ctx: Ctx, id: string, input: Input) => {
  const { parentCode } = await findRow(ctx, region, id)
  if (input.parentCode && input.parentCode !== parentCode)
    throw faulty([
      {
        at: 'parentCode',
        text: ['上级区划由编号决定，不能修改', 'The parent follows from the code and cannot be changed'],
      },
    ])
  const { name, nameEn, sort, remark } = input
  return updateRow(ctx, region, id, { name, nameEn, sort, remark })
}

/** An unknown code returns `{}`, because BladeX and Saber clients query while the user types. */
const noDivision = {} as OutOf<typeof region.calls.detail>

const assertParentDivisionsExist = async (ctx: Ctx, ids: readonly string[]) => {
  const orphan = await ctx.db
    .selectFrom('region as r')
    .leftJoin('region as p', (on) => on.onRef('p.code', '=', 'r.parentCode').on('p.isDeleted', '=', 0))
    .select('r.name')
    .where('r.id', 'in', ids)
    .where('r.parentCode', '<>', rootCode)
    .where('p.id', 'is', null)
    .executeTakeFirst()
  const message = [
    '“{0}”的上级区划已被删除，请先恢复上级',
    'The parent of “{0}” was deleted; restore the parent first',
  ] as const
  if (orphan) throw new Fail(fill(message, orphan.name))
}

export const regionHandlers: Handlers<'region'> = {
  /** Changes the division with this code, or adds it. */
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      const code = normalizeChildCode(input.code ?? '', input.parentCode ?? rootCode)
      const id = await idAt(inside, code)
      requirePermission(inside, id ? 'region_edit' : 'region_add')
      return id ? edit(inside, id, input) : add(inside, { ...input, code })
    }),
  list: async (ctx, input) => {
    const query: ListInput = input
    const page = await pageOf(ctx, region, { ...query, ...(query.ascs || query.descs ? {} : { ascs: 'code' }) })
    return { ...page, records: await withPlaces(ctx, page.records) }
  },
  lazyList: async (ctx, input) => {
    const { parentCode, ...filters } = input
    const level = !parentCode && isSearch(region, filters) ? {} : { parentCode_equal: parentCode || rootCode }
    return withPlaces(ctx, await rowsOf(ctx, region, { ...filters, ...level, ascs: 'code' }))
  },
  detail: async (ctx, input) => {
    const id = await idAt(ctx, input.code ?? '')
    const [row] = id ? await withPlaces(ctx, [await findRow(ctx, region, id)]) : []
    return row ?? noDivision
  },
  remove: async (ctx, input) => {
    const code = input.id ?? ''
    if ((await below(ctx, code)).length) throw new Fail(['请先删除下级区划', 'Please delete its subregions first'])
    return removeRows(ctx, region, [await idOf(ctx, code)])
  },
  restore: (ctx, input) =>
    tx(ctx, async (inside) => {
      const ids = split(input.ids)
      await restoreRows(inside, region, ids)
      await assertParentDivisionsExist(inside, ids)
      return null
    }),
  lazyTree: (ctx, input) => nodes(ctx, input.parentCode || rootCode),
  lazyTreeCity: async (ctx, input) => {
    const name = String(input.provinceName)
    const provinces = await below(ctx, rootCode)
    const province = provinces.find((row) => bothNames(row).some((one) => one.startsWith(name)))
    return province ? nodes(ctx, province.code) : []
  },
  select: async (ctx, input) => {
    const rows = await below(ctx, input.code || rootCode)
    const names = await regionNames(ctx)
    // the only city of a municipality, such as 市辖区, has the name of the municipality
    const nameOf = (row: (typeof rows)[number]) =>
      (rows.length === 1 && names.get(nameSourceCode(row.code))) || bothNames(row)
    return rows.map((row) => ({ ...row, name: localize(nameOf(row), ctx.lang) }))
  },
}
