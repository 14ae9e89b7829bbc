import { Fail, faulty } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { calendarDictionaries } from '#contract/system/calendar.ts'
import { dict } from '#contract/system/dict.ts'
import type { dictBiz } from '#contract/system/dict-biz.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, type Handlers, requirePermission, tx } from '../../engine/context.ts'
import { findRow, insertRow, pageOf, rowsOf, updateRow } from '../../engine/crud.ts'
import { bothNames } from '../../engine/labels.ts'
import { forestOf, nodesOf } from '../../engine/tree.ts'
import { copyBelow, formValues, rowsBelow } from './copy-rows.ts'
import { daysIn } from './working-days.ts'

type Dictionaries = typeof dict | typeof dictBiz
type Input = Parameters<NonNullable<Handlers<'dict'>['submit']>>[1]

const heads = sql`parent_id = 0`
const entries = sql`parent_id <> 0`

const rowOf = async (ctx: Ctx, of: Dictionaries, id: string | null | undefined) =>
  (await rowsOf(ctx, of, {}, [sql`id = ${id ?? null}`]))[0]

const nameOf = (row: { dictValue: string; dictValueEn: string | null }, ctx: Ctx) =>
  localize(bothNames({ name: row.dictValue, nameEn: row.dictValueEn }), ctx.lang)

const codeTaken = () => faulty([{ at: 'code', text: ['字典编号已存在', 'This dictionary code already exists'] }])

/** Throws a fault where a client says something else than what follows from the place of a row. */
const assertFollows = (at: 'code' | 'dictKey' | 'parentId', value: unknown, expected: string, text: Text) => {
  const says = value !== undefined && value !== null && value !== ''
  if (says && String(value) !== expected) throw faulty([{ at, text }])
}

/** An entry of the calendar that nobody can read would be no holiday, and nobody would notice. */
const assertPeriod = ({ id, remark }: Input): void => {
  if ((id && remark === undefined) || daysIn(remark ?? '').length) return
  const text: Text = [
    '请在备注中填写起止日期，例如 2027-10-01,2027-10-07；只有一天时填写该日期',
    'The remark of an entry of the calendar is its first and last day, such as 2027-10-01,2027-10-07, or its only day',
  ]
  throw faulty([{ at: 'remark', text }])
}

/** A dictionary head has the key -1 and its own code; an entry takes its head's code and needs a key. */
const normalizeInput = async (ctx: Ctx, of: Dictionaries, input: Input): Promise<Input> => {
  if (!input.parentId || input.parentId === '0') {
    assertFollows('dictKey', input.dictKey, '-1', ['字典本身的键值为 -1', 'The key of a dictionary itself is -1'])
    const [same] = await rowsOf(ctx, of, {}, [heads, sql`fold(code) = fold(${input.code})`])
    if (same && same.id !== input.id) throw codeTaken()
    return { ...input, parentId: '0', dictKey: '-1' }
  }
  const parent = await rowOf(ctx, of, input.parentId)
  if (!parent) throw new Fail(['上级字典不存在', 'The parent dictionary does not exist'])
  if (!input.dictKey) throw faulty([{ at: 'dictKey', text: ['请输入字典键值', 'Key is required'] }])
  assertFollows('code', input.code, parent.code, [
    '字典项的编号应与所属字典一致',
    'The code of an entry must be that of its dictionary',
  ])
  if (of === dict && calendarDictionaries.some((code) => code === parent.code)) assertPeriod(input)
  return { ...input, code: parent.code }
}

/** Passes a head's new code to its entries. */
const renameEntries = async (ctx: Ctx, of: Dictionaries, from: string, to: string) => {
  for (const { id } of await rowsOf(ctx, of, { code_equal: from }, [entries]))
    await updateRow(ctx, of, id, { code: to })
}

/** Adds a dictionary with the entries of another one. */
const copyDictionary = async (ctx: Ctx, of: Dictionaries, id: string, input: Input): Promise<{ id: string }> => {
  requirePermission(ctx, `${of.code}_add`)
  const head = await findRow(ctx, of, id)
  if (head.parentId !== '0') throw new Fail(['只能复制整个字典', 'Only a whole dictionary can be copied'])
  const values = await normalizeInput(ctx, of, { ...formValues(of, head), ...input })
  const copy = await insertRow(ctx, of, values)
  const entryRows = await rowsOf(ctx, of, { code_equal: head.code }, [entries])
  const code = values.code
  await copyBelow(ctx, of, rowsBelow(entryRows, id), { from: id, to: copy.id }, () => ({ code }))
  await writeAudit(ctx, of.name, copy.id, 'copy', null, { from: head.code })
  return copy
}

/** The entries of these dictionaries that can be chosen, named in the language of the request. */
const optionsOf = async (ctx: Ctx, of: Dictionaries, codes: readonly string[]) => {
  const rows = await rowsOf(ctx, of, { isSealed: 0 }, [entries, sql`code = any(${[...codes]})`])
  return rows.map((row) => ({ ...row, dictValue: nameOf(row, ctx) }))
}

/** Special calls of dictionaries, shared by platform and business dictionaries. */
export const dictionaryHandlers = (of: Dictionaries): Handlers<'dict'> => ({
  submit: (ctx, input) =>
    tx(ctx, async (inside) => {
      requirePermission(inside, `${of.code}_${input.id ? 'edit' : 'add'}`)
      if (!input.id) return insertRow(inside, of, await normalizeInput(inside, of, input))
      const { id, code, parentId, dictKey } = await findRow(inside, of, input.id)
      assertFollows('parentId', input.parentId, parentId ?? '0', ['上级字典不能修改', 'The parent cannot be changed'])
      const values = await normalizeInput(inside, of, { dictKey, ...input, id, parentId, code: input.code ?? code })
      const saved = await updateRow(inside, of, id, values)
      if (parentId === '0' && values.code && values.code !== code) await renameEntries(inside, of, code, values.code)
      return saved
    }),
  copy: (ctx, { dictId, ...input }) => tx(ctx, (inside) => copyDictionary(inside, of, dictId ?? '', input)),
  // BladeX and Saber forms send an unknown code to get the whole tree
  tree: async (ctx, { code }) => {
    const matches = code ? await rowsOf(ctx, of, { code_equal: code }) : []
    return forestOf(nodesOf(of, matches.length ? matches : await rowsOf(ctx, of), ctx.lang))
  },
  parentTree: async (ctx) => forestOf(nodesOf(of, await rowsOf(ctx, of, {}, [heads]), ctx.lang)),
  select: async (ctx) =>
    (await rowsOf(ctx, of, {}, [heads])).map((row) => ({
      code: row.code,
      dictValue: `${row.code}: ${nameOf(row, ctx)}`,
    })),
  parentList: (ctx, input) => pageOf(ctx, of, input, { conditions: [heads] }),
  childList: async (ctx, { parentId, ...filters }) => {
    const head = parentId ? await rowOf(ctx, of, parentId) : undefined
    return head ? forestOf(await rowsOf(ctx, of, { ...filters, code_equal: head.code }, [entries])) : []
  },
  dictionary: (ctx, { code }) => optionsOf(ctx, of, [String(code)]),
  dictionaryList: (ctx, { codes }) => optionsOf(ctx, of, split(codes)),
})

export const dictHandlers = dictionaryHandlers(dict)
