import { describe, expect, test } from 'vitest'
import { entity } from '#contract/kit/entity.ts'
import { choice, dict, file, flag, many, ref, richText, secret, text, time } from '#contract/kit/field.ts'
import { sheetColumns } from './sheet-columns.ts'

const thing = entity('system', 'smallThing', ['小物', 'Small thing'], {
  fields: {
    name: text('名称', 'Name'),
    kind: dict('类型', 'Kind', { of: 'sex' }),
    level: choice('级别', 'Level', { choices: [['a', ['甲', 'A']]] }),
    open: flag('开放', 'Open'),
    at: time('时间', 'Time'),
    owner: ref('负责人', 'Owner', { of: 'user' }),
    page: richText('正文', 'Page'),
    rows: many('行', 'Rows', {}),
    picture: file('图片', 'Picture'),
    key: secret('密钥', 'Key'),
    hidden: text('只进', 'Goes in only', { direction: 'in' }),
  },
  list: ['name', 'kind'],
})
const row = {
  name: '=1+1',
  kind: 2,
  kindName: '女',
  level: 'a',
  levelName: '甲',
  open: 0,
  at: '2026-01-02 03:04:05',
  owner: '77',
  ownerName: '王明',
  page: '<p>x</p>',
  picture: '5',
  key: 'k',
  hidden: 'h',
  id: '9007199254740993',
}
const sheet = (chosen: string | null, lang: 'zh' | 'en' = 'zh') =>
  sheetColumns(thing, chosen, lang).map(({ title, cell }) => [title, cell(row)])

describe('the columns of an export', () => {
  test('are the chosen ones in their order; coded values have a column for the code', () => {
    expect(sheet('at,level,kind')).toEqual([
      ['时间', { at: '2026-01-02 03:04:05' }],
      ['级别', '甲'],
      ['级别（编码）', 'a'],
      ['类型', '女'],
      ['类型（编码）', 2],
    ])
  })

  test('are those of the list if none, or none that exist, are chosen', () => {
    const titles = ['名称', '类型', '类型（编码）', '创建时间']
    expect(sheet(null).map(([title]) => title)).toEqual(titles)
    expect(sheet('nothing,__proto__').map(([title]) => title)).toEqual(titles)
  })

  test('include no secrets, no input-only fields, no documents and no files', () => {
    expect(sheet('name,key,hidden,page,rows,picture')).toEqual([['名称', '=1+1']])
  })

  test('show yes or no, the names of references, and all digits of long numbers', () => {
    expect(sheet('open,owner,id', 'en')).toEqual([
      ['Open', 'No'],
      ['Owner', '王明'],
      ['ID', '9007199254740993'],
    ])
  })

  test('are empty if the row has no value', () => {
    expect(sheetColumns(thing, 'name,kind,at,open,owner', 'zh').map(({ cell }) => cell({}))).toEqual(
      Array(6).fill(null),
    )
  })
})
