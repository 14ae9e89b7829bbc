import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Import } from '#contract/job/importing.ts'
import { entity } from '#contract/kit/entity.ts'
import {
  choice,
  code,
  date,
  decimal,
  dict,
  dicts,
  flag,
  int,
  longText,
  money,
  ref,
  text,
  time,
} from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../../tests/support/context.ts'
import { openPlatform } from '../../../tests/support/platform.ts'
import type { SheetCell } from '../../base/sheets/cell.ts'
import { readCells } from './import-cells.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const thing = entity('system', 'smallThing', ['小物', 'Small thing'], {
  fields: {
    name: text('名称', 'Name'),
    note: longText('备注', 'Note'),
    count: int('数量', 'Count'),
    share: decimal('占比', 'Share'),
    fee: money('年费', 'Fee', 'yuan'),
    day: date('日期', 'Day'),
    at: time('时间', 'Time'),
    open: flag('开放', 'Open'),
    size: choice('大小', 'Size', {
      choices: [
        [1, ['大', 'Large']],
        [2, ['小', 'Small']],
      ],
    }),
    sex: dict('性别', 'Sex', { of: 'sex' }),
    sexes: dicts('性别们', 'Sexes', { of: 'sex' }),
    place: code('地区', 'Region', { of: 'region' }),
    dept: ref('机构', 'Department', { of: 'dept' }),
  },
})
const spec: Import = { entity: thing, perm: '', fields: Object.keys(thing.fields), key: ['name'] }

/** The value of one cell, or the message of its fault. */
const read = async (field: keyof typeof thing.fields, cell: SheetCell): Promise<unknown> => {
  const [one] = await readCells(await contextFor(app), entities, spec, [{ n: 2, cells: { [field]: cell } }])
  return one?.faults[0]?.text[0] ?? one?.value[field]
}

/** A number of a workbook; of one that counts days from 1904, `serial` differs. */
const number = (value: number, serial = value): SheetCell => ({ number: value, serial })
const incomplete = '超过 15 位的数字已不完整：该列须为文本格式，Excel 只保留 15 位'
const scientific = '“9.11101E+17”是科学计数法，数字已不完整：该列须为文本格式'

describe('a cell', () => {
  test.each<[keyof typeof thing.fields, SheetCell, unknown]>([
    ['name', '  王  ', '王'],
    ['name', number(13800001111), '13800001111'],
    ['name', number(0.1 + 0.2), '0.3'],
    ['name', number(1e-7), '0.0000001'],
    ['name', number(999_999_999_999_999), '999999999999999'],
    ['name', number(1e15), incomplete],
    ['name', number(-1e15), incomplete],
    ['count', number(1e15), incomplete],
    ['place', number(911_101_085_513_850_000), incomplete],
    ['name', '9.11101E+17', scientific],
    ['count', '9.11101E+17', '9.11101E+17'],
    ['name', '911101085513850123', '911101085513850123'],
    ['name', { at: '2026-01-02' }, '2026-01-02'],
    ['name', true, '是'],
    ['name', false, '否'],
    ['count', true, '是'],
    ['name', { error: '#N/A' }, '单元格是公式错误 #N/A，请改为正确的内容'],
    ['count', { error: '#DIV/0!' }, '单元格是公式错误 #DIV/0!，请改为正确的内容'],
    ['sexes', '#REF!', '单元格是公式错误 #REF!，请改为正确的内容'],
    ['name', '#1', '#1'],
    ['name', '甲\n乙', '名称只能填写一行，单元格内有换行'],
    ['name', '甲\u2028乙', '名称只能填写一行，单元格内有换行'],
    ['dept', '甲\r乙', '机构只能填写一行，单元格内有换行'],
    ['name', '\n甲\n', '甲'],
    ['note', '甲\r\n乙\r丙', '甲\n乙\n丙'],
    ['sexes', '男\n女', '1,2'],
    ['dept', '甲\u0000', '机构含有无法保存的字符'],
    ['share', number(0.1 + 0.2), 0.3],
    ['name', '   ', undefined],
    ['count', number(12), 12],
    ['count', '12', 12],
    ['count', '１，０００', 1000],
    ['count', '1,000', 1000],
    ['count', '1,00', '1,00'],
    ['share', '０．５\u200b', 0.5],
    ['fee', '1,234.50', 1234.5],
    ['fee', number(0.1 + 0.2), 0.3],
    ['name', '５Ｇ', '５Ｇ'],
    ['name', '\u200b', undefined],
    ['day', '２０２６／１／２', '2026-01-02'],
    ['open', 'ｙ', 1],
    ['size', 'ＳＭＡＬＬ', 2],
    ['sex', '２', 2],
    ['place', '３２０５００', '320500'],
    ['place', '苏州\u200b市', '320500'],
    ['day', number(46024), '2026-01-02'],
    ['day', number(44562, 46024), '2026-01-02'],
    ['day', { at: '2026-01-02' }, '2026-01-02'],
    ['day', { at: '2026-01-02 03:04:05' }, '2026-01-02'],
    ['day', number(1e9), '1000000000'],
    ['day', '2026/1/2', '2026-01-02'],
    ['day', '2026.01.02', '2026-01-02'],
    ['day', '2026年1月2日', '2026-01-02'],
    ['day', '昨天', '昨天'],
    ['at', '2026-1-2 3:04', '2026-01-02 03:04:00'],
    ['at', '2026-01-02 03:04:05', '2026-01-02 03:04:05'],
    ['at', number(46024.5), '2026-01-02 12:00:00'],
    ['at', { at: '2026-01-02' }, '2026-01-02 00:00:00'],
    ['at', { at: '2026-01-02 03:04:05' }, '2026-01-02 03:04:05'],
    ['open', '是', 1],
    ['open', 'No', 0],
    ['open', number(1), 1],
    ['open', true, 1],
    ['open', false, 0],
    ['open', 'TRUE', 1],
    ['open', 'FALSE', 0],
    ['open', '也许', '开放应填“是”或“否”'],
    ['size', '大', 1],
    ['size', 'Small', 2],
    ['size', number(2), 2],
    ['size', '中', '大小中没有“中”'],
    ['sex', '女', 2],
    ['sex', '2', 2],
    ['sexes', '男、女', '1,2'],
    ['sexes', '男，无', '性别们中没有“无”'],
    ['place', '苏州市', '320500'],
    ['place', number(320500), '320500'],
    ['place', '鼓楼区', '地区中有多个“鼓楼区”，请输入全路径或编号'],
  ])('of %s with %j is read as %j', async (field, cell, expected) => {
    expect(await read(field, cell)).toEqual(expected)
  })

  test('refers to a row by its name, or by its path if the name is not unique', async () => {
    const add = async (deptName: string, parentId: string) =>
      (
        await db
          .insertInto('dept')
          .values({ deptName, fullName: `${deptName}全称`, deptCategory: 1, sort: 1, parentId, ancestors: '0' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    const [east, west] = [await add('东区', '0'), await add('西区', '0')]
    const [inEast, inWest] = [await add('技术部', east), await add('技术部', west)]
    expect(await read('dept', '东区')).toBe(east)
    expect(await read('dept', '西区全称')).toBe(west)
    expect(await read('dept', '技术部')).toBe('机构中有多个“技术部”，请输入全路径或编号')
    expect(await read('dept', '东区/技术部')).toBe(inEast)
    expect(await read('dept', '西区/技术部')).toBe(inWest)
    expect(await read('dept', '北区/技术部')).toBe('机构中没有“北区/技术部”')
  })
})
