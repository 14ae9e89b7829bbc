import { Fail } from '#contract/kit/fail.ts'
import { dict } from '#contract/system/dict.ts'
import { type Ctx, type Handlers, need, tx } from '../engine/context.ts'
import { change, insert, pageOf, rowsOf } from '../engine/crud.ts'
import { forestOf } from '../engine/tree.ts'

const heads = { text: 'parent_id = 0', values: [] }
const entries = { text: 'parent_id <> 0', values: [] }

type Given = Parameters<NonNullable<Handlers<'dict'>['submit']>>[1]

/** An entry carries its head's code and needs a key; a head has the key -1. */
const placed = async (ctx: Ctx, input: Given): Promise<Given> => {
  if (!input.parentId || input.parentId === '0') return { ...input, parentId: '0', dictKey: '-1' }
  const parent = await ctx.db
    .selectFrom('dict')
    .select('code')
    .where('id', '=', input.parentId)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  if (!parent) throw new Fail(['上级字典不存在', 'The parent does not exist'])
  if (!input.dictKey) {
    const text = ['请输入字典键值', 'Please enter: Key'] as const
    throw new Fail(text, 400, { faults: [{ at: 'dictKey', text }] })
  }
  return { ...input, code: parent.code }
}

export const dictHandlers: Handlers<'dict'> = {
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      need(inside, input.id ? 'dict_edit' : 'dict_add')
      if (!input.id) return insert(inside, dict, await placed(inside, input))
      const { parentId, ...rest } = input
      const before = await inside.db
        .selectFrom('dict')
        .select(['code', 'parentId'])
        .where('id', '=', input.id)
        .executeTakeFirst()
      const saved = await change(
        inside,
        dict,
        input.id,
        await placed(inside, { ...rest, parentId: before?.parentId ?? parentId }),
      )
      // a head's new code goes down to its entries
      if (before?.parentId === '0' && input.code && input.code !== before.code)
        await inside.db
          .updateTable('dict')
          .set({ code: input.code })
          .where('code', '=', before.code)
          .where('parentId', '<>', '0')
          .execute()
      return saved
    }),
  tree: async (ctx) =>
    forestOf(
      (await rowsOf(ctx, dict)).map((row) => ({
        ...{ id: row.id, key: row.id, value: row.id, parentId: String(row.parentId), title: String(row.dictValue) },
      })),
    ),
  parentList: (ctx, input) => pageOf(ctx, dict, input, [heads]),
  childList: async (ctx, input) => {
    const { parentId, ...filters } = input as typeof input & Record<string, unknown>
    const head = parentId
      ? await ctx.db.selectFrom('dict').select('code').where('id', '=', parentId).executeTakeFirst()
      : undefined
    return head ? forestOf(await rowsOf(ctx, dict, { ...filters, code_equal: head.code }, [entries])) : []
  },
  dictionary: (ctx, input) =>
    rowsOf(ctx, dict, {}, [entries, { text: 'code = ? and is_sealed = 0', values: [input.code] }]).then((rows) =>
      ctx.lang === 'en' ? rows.map((row) => ({ ...row, dictValue: row.dictValueEn || row.dictValue })) : rows,
    ),
}
