import { beforeAll, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import type { Import } from '#contract/job/importing.ts'
import { entity } from '#contract/kit/entity.ts'
import { choice, code, date, dict, dicts, flag, int, ref, text, time } from '#contract/kit/field.ts'
import type { Db } from '#server/base/database/db.ts'
import type { App } from '#server/engine/context.ts'
import { contextFor } from '../../tests/support/context.ts'
import { openPlatform } from '../../tests/support/platform.ts'
import type { RawCell } from '../base/sheets/xlsx-read.ts'
import { readCells } from './import-cells.ts'

let app: App
let db: Db

beforeAll(async () => {
  ;({ app, db } = await openPlatform())
})

const thing = entity('system', 'smallThing', ['小物', 'Small thing'], {
  fields: {
    name: text('名称', 'Name'),
    count: int('数量', 'Count'),
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
const spec: Import = { entity: thing, perm: '', fields: Object.keys(thing.fields), key: ['name'], hint: ['', ''] }

/** The value of one cell, or the message of its fault. */
const read = async (field: keyof typeof thing.fields, cell: RawCell): Promise<unknown> => {
  const [one] = await readCells(await contextFor(app), entities, spec, [{ n: 2, cells: { [field]: cell } }])
  return one?.faults[0]?.text[0] ?? one?.value[field]
}

describe('a cell', () => {
  test.each([
    ['name', '  王  ', '王'],
    ['name', 13800001111, '13800001111'],
    ['name', '   ', undefined],
    ['count', 12, 12],
    ['count', '12', '12'],
    ['day', 46024, '2026-01-02'],
    ['day', '2026/1/2', '2026-01-02'],
    ['day', '2026.01.02', '2026-01-02'],
    ['day', '2026年1月2日', '2026-01-02'],
    ['day', '昨天', '昨天'],
    ['at', '2026-1-2 3:04', '2026-01-02 03:04:00'],
    ['at', '2026-01-02 03:04:05', '2026-01-02 03:04:05'],
    ['at', 46024.5, '2026-01-02 12:00:00'],
    ['open', '是', 1],
    ['open', 'No', 0],
    ['open', 1, 1],
    ['open', '也许', '开放应填“是”或“否”'],
    ['size', '大', 1],
    ['size', 'Small', 2],
    ['size', 2, 2],
    ['size', '中', '大小中没有“中”'],
    ['sex', '女', 2],
    ['sex', '2', 2],
    ['sexes', '男、女', '1,2'],
    ['sexes', '男，无', '性别们中没有“无”'],
    ['place', '苏州市', '320500'],
    ['place', 320500, '320500'],
    ['place', '鼓楼区', '地区中有多个“鼓楼区”，请填写全路径或编号'],
  ] as const)('of %s with %j is read as %j', async (field, cell, expected) => {
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
    expect(await read('dept', '技术部')).toBe('机构中有多个“技术部”，请填写全路径或编号')
    expect(await read('dept', '东区/技术部')).toBe(inEast)
    expect(await read('dept', '西区/技术部')).toBe(inWest)
    expect(await read('dept', '北区/技术部')).toBe('机构中没有“北区/技术部”')
  })
})
