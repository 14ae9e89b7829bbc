import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnyEntity, entity } from '#contract/kit/entity.ts'
import type { Field, Fields, Kind } from '#contract/kit/field.ts'
import * as kit from '#contract/kit/field.ts'
import { filterSuffixes } from '#contract/kit/filter-suffix.ts'
import { snake } from '#contract/kit/text.ts'
import { compile } from '../base/database/sql.ts'
import { isReadable } from './column-types.ts'
import { filtersOf, orderOf } from './filter.ts'

const thing = entity('system', 'thing', ['物', 'Thing'], {
  fields: {
    title: kit.text('名称', 'Title', { required: true, unique: true, max: 20 }),
    story: kit.longText('说明', 'Story'),
    page: kit.richText('正文', 'Page'),
    amount: kit.int('数量', 'Amount'),
    price: kit.decimal('价格', 'Price'),
    open: kit.flag('开放', 'Open'),
    day: kit.date('日期', 'Day'),
    moment: kit.time('时间', 'Moment'),
    kind: kit.choice('类别', 'Kind', {
      choices: [
        [1, ['一', 'One']],
        [2, ['二', 'Two']],
      ],
    }),
    word: kit.choice('词', 'Word', { choices: [['a', ['甲', 'A']]] }),
    sex: kit.dict('性别', 'Sex', { of: 'sex' }),
    scenes: kit.dicts('场景', 'Scenes', { of: 'scene' }),
    owner: kit.ref('所有者', 'Owner', { of: 'user' }),
    helpers: kit.refs('协助', 'Helpers', { of: 'user' }),
    parentId: kit.tree('上级', 'Parent'),
    region: kit.code('地区', 'Region', { of: 'region' }),
    regions: kit.codes('地区', 'Regions', { of: 'region' }),
    proof: kit.file('证明', 'Proof'),
    proofs: kit.files('证明', 'Proofs'),
    key: kit.secret('密钥', 'Key'),
    inward: kit.text('只写', 'Inward', { direction: 'in' }),
    outward: kit.text('只读', 'Outward', { direction: 'out' }),
    part: kit.one('组', 'Part', { a: kit.text('甲', 'A') }),
    rows: kit.many('行', 'Rows', { a: kit.text('甲', 'A') }),
    code: kit.text('信用代码', 'Code', { rule: 'creditCode', length: 18 }),
  },
})
const filters = (input: Record<string, unknown>) =>
  filtersOf(thing.fields, input)
    .map(compile)
    .map(({ text, parameters }) => [text, ...parameters])
const order = (input: Record<string, unknown>, of: AnyEntity = thing) => compile(orderOf(of, input)).text

describe('filters by suffix on declared fields', () => {
  test.each<[string, unknown, unknown[]]>([
    ['title', 'x', ['fold("title") like fold_part($1)', 'x']],
    ['title_like', 'x', ['fold("title") like fold_part($1)', 'x']],
    ['title_equal', 'x', ['"title" = $1', 'x']],
    ['title_ge', 'x', ['"title" >= $1', 'x']],
    ['story', 'x', ['fold("story") like fold_part($1)', 'x']],
    ['amount', '5', ['"amount" = $1', 5]],
    ['amount_equal', '5', ['"amount" = $1', 5]],
    ['amount_ge', '5', ['"amount" >= $1', 5]],
    ['amount_gt', 5, ['"amount" > $1', 5]],
    ['amount_le', '5', ['"amount" <= $1', 5]],
    ['amount_lt', '5', ['"amount" < $1', 5]],
    ['price_lt', '5.25', ['"price" < $1', 5.25]],
    ['open', '1', ['"open" = $1', 1]],
    ['day_datege', '2026-01-02', ['"day" >= $1', '2026-01-02']],
    ['day_dategt', '2026-01-02', ['"day" > $1', '2026-01-02']],
    [
      'moment_datele',
      '2026-01-02 03:04:05',
      [`"moment" < $1::timestamptz + interval '1 second'`, '2026-01-02 03:04:05'],
    ],
    ['moment_datelt', '2026-01-02 03:04:05', ['"moment" < $1', '2026-01-02 03:04:05']],
    ['kind', '2', ['"kind" = $1', 2]],
    ['word_equal', 'a', ['"word" = $1', 'a']],
    ['sex', '1', ['"sex" = $1', 1]],
    ['scenes', '1,2', [`"scenes" && string_to_array($1, ',')::integer[]`, '1,2']],
    ['scenes_equal', '3', [`"scenes" && string_to_array($1, ',')::integer[]`, '3']],
    ['helpers', '7', [`"helpers" && string_to_array($1, ',')::bigint[]`, '7']],
    ['regions', '32,33', [`"regions" && string_to_array($1, ',')::text[]`, '32,33']],
    ['proofs', '9', [`"proofs" && string_to_array($1, ',')::bigint[]`, '9']],
    ['owner', '7', ['"owner" = $1', '7']],
    ['parentId_equal', '0', ['"parent_id" = $1', '0']],
    ['region_equal', '320500', ['"region" = $1', '320500']],
    ['outward', 'x', ['fold("outward") like fold_part($1)', 'x']],
    ['code', '9132', ['fold("code") like fold_part($1)', '9132']],
    ['id_equal', '12', ['"id" = $1', '12']],
    ['createUser', '12', ['"create_user" = $1', '12']],
    ['createTime_datege', '2026-01-02 03:04:05', ['"create_time" >= $1', '2026-01-02 03:04:05']],
    ['status_ge', '0', ['"status" >= $1', 0]],
  ])('%s = %j', (parameter, value, fragment) => {
    expect(filters({ [parameter]: value })).toEqual([fragment])
  })

  test.each<[string, unknown, unknown[]]>([
    ['title_notequal', 'x', ['"title" <> $1', 'x']],
    ['title_notlike', 'x', ['not (fold("title") like fold_part($1))', 'x']],
    ['title_likeleft', 'x%', ['fold("title") like left(fold_part($1), -1)', 'x%']],
    ['title_likeright', 'x_', ['fold("title") like fold_start($1)', 'x_']],
    ['title_null', 'any', ['"title" is null']],
    ['title_notnull', '1', ['not ("title" is null)']],
    ['proofs_null', '1', ['coalesce(cardinality("proofs"), 0) = 0']],
    ['page_notnull', '1', ['not ("page" is null)']],
    ['amount_like', '5', ['fold("amount"::text) like fold_part($1)', '5']],
    ['price_likeright', '5.2', ['fold(trim_scale("price")::text) like fold_start($1)', '5.2']],
    ['day_likeright', '2026-01', ['fold("day"::text) like fold_start($1)', '2026-01']],
    ['day_dateequal', '2026-01-02', ['"day" = $1', '2026-01-02']],
    ['scenes_notequal', '3', [`not ("scenes" && string_to_array($1, ',')::integer[])`, '3']],
    [
      'moment_dateequal',
      '2026-01-02 03:04:05',
      [
        `("moment" >= $1 and "moment" < $2::timestamptz + interval '1 second')`,
        ...['2026-01-02 03:04:05', '2026-01-02 03:04:05'],
      ],
    ],
    ['moment_gt', '2026-01-02 03:04:05', [`"moment" >= $1::timestamptz + interval '1 second'`, '2026-01-02 03:04:05']],
    // names in snake case; the whole name comes first
    ['parent_id', '0', ['"parent_id" = $1', '0']],
    ['create_time_datege', '2026-01-02 03:04:05', ['"create_time" >= $1', '2026-01-02 03:04:05']],
    ['create_user_notequal', '1', ['"create_user" <> $1', '1']],
  ])('%s = %j', (parameter, value, fragment) => {
    expect(filters({ [parameter]: value })).toEqual([fragment])
  })

  const sample: Partial<Record<Kind, string>> = { date: '2026-01-02', time: '2026-01-02 03:04:05' }
  const valueFor = ({ kind, choices }: Field) => String(choices?.[0]?.[0] ?? sample[kind] ?? '1')
  const readable = Object.entries(thing.fields as Fields).filter(([, field]) => isReadable(field))

  test.each(filterSuffixes)(
    '_%s on every kind of field is a condition or is refused, never the whole list',
    (suffix) => {
      for (const [name, field] of readable) {
        const ask = () => filters({ [`${name}_${suffix}`]: valueFor(field) })
        const conditions = new Map<string, number>()
        try {
          conditions.set(name, ask().length)
        } catch (error) {
          expect(error).toMatchObject({ code: 400, detail: { faults: [{ at: `${name}_${suffix}` }] } })
          conditions.set(name, 1)
        }
        expect(conditions).toEqual(new Map([[name, suffix === 'ignore' ? 0 : 1]]))
      }
    },
  )

  test.each(readable)('an unknown suffix on %s is refused and named', (name, { label }) => {
    for (const parameter of [`${name}_evil`, `${snake(name)}_evil`])
      expect(() => filters({ [parameter]: '1' })).toThrow(
        expect.objectContaining({ code: 400, text: [`${label[0]}没有筛选方式“evil”`, expect.any(String)] }),
      )
  })

  test.each(['part', 'rows', 'page', 'page_like', 'scenes_ge', 'proofs_likeleft'])(
    '%s cannot be compared: refused',
    (at) => {
      expect(() => filters({ [at]: '1' })).toThrow(expect.objectContaining({ code: 400 }))
    },
  )

  test('several filters apply together, in the order of the input', () => {
    expect(filters({ amount_ge: 1, title: 'a', amount_lt: 9 })).toEqual([
      ['"amount" >= $1', 1],
      ['fold("title") like fold_part($1)', 'a'],
      ['"amount" < $1', 9],
    ])
  })

  test('a text is folded and escaped by the database, without the white space around it', () => {
    expect(filters({ title: ' 100％ ' })).toEqual([['fold("title") like fold_part($1)', '100％']])
  })
})

describe('ignored parameters', () => {
  test.each([
    ...['nothing', 'nothing_equal', '_equal', 'equal', '', '__proto__', 'constructor', 'toString_like', 'title_ignore'],
    ...['Title', 'TITLE_equal', 'title equal', '"title"', 'title_equal_equal', 'id;--'],
    ...['key', 'key_equal', 'key_evil', 'inward', 'inward_like'],
    ...['current', 'size', 'ascs', 'descs'],
  ])('%j is ignored', (parameter) => {
    expect(filters(Object.fromEntries([[parameter, '1']]))).toEqual([])
  })

  test.each([[''], [null], [undefined], ['null'], ['undefined'], [[]]])('the value %j is ignored', (value) => {
    expect(filters({ title: value, amount_ge: value })).toEqual([])
  })

  test.each(['title', 'title_like', 'title_equal', 'outward'])('blank text in %s is ignored', (parameter) => {
    expect(filters({ [parameter]: '  \t ' })).toEqual([])
    expect(filters({ [parameter]: '\u200b\u2060' })).toEqual([])
  })
})

describe('an invalid value is rejected with the label of its field', () => {
  test.each<[string, unknown, string]>([
    ['amount_ge', 'x', '数量应为数字'],
    ['amount', '1.5', '数量应为整数'],
    ['title', ['x', 'y'], '名称的值不正确'],
    ['title', { $ne: 1 }, '名称的值不正确'],
    ['kind', '3', '类别的值不正确'],
    ['day_datege', '2026-02-30', '日期的值不正确'],
    ['owner', "1' or 1=1", '所有者的值不正确'],
    ['scenes', '1,x', '场景的值不正确'],
    ['title', 'x'.repeat(21), '名称不能超过20个字'],
    ['title', 'a\0', '名称含有无法保存的字符'],
  ])('%s = %j: %s', (parameter, value, message) => {
    expect(() => filters({ [parameter]: value })).toThrow(
      expect.objectContaining({ code: 400, text: [message, expect.any(String)] }),
    )
  })
})

describe('input never becomes SQL', () => {
  const names = Object.keys(thing.fields)
  const suffixes = ['', ...filterSuffixes.map((one) => `_${one}`), '_evil']
  const parameter = fc.oneof(
    fc.tuple(fc.constantFrom(...names, 'id', 'status'), fc.constantFrom(...suffixes)).map((both) => both.join('')),
    fc.string({ maxLength: 30 }),
    fc.constantFrom('title" or 1=1 --', "title'--", 'title) union select', '(select 1)_equal'),
  )
  const value = fc.oneof(fc.string(), fc.integer(), fc.constantFrom("'; drop table thing; --", '1 or 1=1', '?', '$1'))
  const columnNames = new Set(names.map((name) => `"${name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`)}"`))
  const column = String.raw`(?:trim_scale\()?("[a-z_]+")\)?(?:::text)?`
  const placeholder = String.raw`\$1(?:::timestamptz \+ interval '1 second')?`
  const pattern = String.raw`(?:fold_part\(\$1\)|fold_start\(\$1\)|left\(fold_part\(\$1\), -1\))`
  const shape = new RegExp(
    [
      `^("[a-z_]+") (?:=|<>|<|>|<=|>=) ${placeholder}$`,
      String.raw`^(?:not \()?fold\(${column}\) like ${pattern}\)?$`,
      String.raw`^(?:not )?\(("[a-z_]+") >= \$1 and "[a-z_]+" < \$2::timestamptz \+ interval '1 second'\)$`,
      String.raw`^(?:not \()?("[a-z_]+") && string_to_array\(\$1, ','\)::(?:integer|bigint|text)\[\]\)?$`,
      String.raw`^(?:not \()?("[a-z_]+") is null\)?$`,
      String.raw`^(?:not \()?coalesce\(cardinality\(("[a-z_]+")\), 0\) = 0\)?$`,
    ].join('|'),
  )

  test('conditions have declared columns, known operators and at most two parameters each', () => {
    fc.assert(
      fc.property(fc.dictionary(parameter, value, { maxKeys: 5 }), (input) => {
        try {
          for (const { text, parameters } of filtersOf(thing.fields, input).map(compile)) {
            const columns = shape.exec(text)?.slice(1).filter(Boolean)
            expect([text, columns?.length, parameters.length]).toEqual([
              text,
              1,
              text.includes('$2') ? 2 : text.includes('$1') ? 1 : 0,
            ])
            expect([...columnNames, '"id"', '"status"']).toContain(columns?.[0])
          }
        } catch (error) {
          expect(error).toMatchObject({ code: 400, text: [expect.any(String), expect.any(String)] })
        }
      }),
      { numRuns: 500 },
    )
  })

  test('an order has declared columns and known keywords', () => {
    const input = fc.array(fc.oneof(parameter, fc.constantFrom(...names)), { maxLength: 4 }).map((all) => all.join(','))
    fc.assert(
      fc.property(input, input, (ascs, descs) => {
        for (const one of order({ ascs, descs }).split(', '))
          expect(one).toMatch(
            /^("thing"\."[a-z_]+"( collate pinyin)? (asc nulls first|desc nulls last|asc|desc)|create_time desc|id (asc|desc))$/,
          )
      }),
      { numRuns: 500 },
    )
  })
})

describe('the order of a list', () => {
  test.each<[Record<string, unknown>, string]>([
    [{}, 'create_time desc, id desc'],
    [{ ascs: 'title' }, '"thing"."title" collate pinyin asc nulls first, id asc'],
    [{ descs: 'amount,day' }, '"thing"."amount" desc nulls last, "thing"."day" desc nulls last, id desc'],
    [
      { ascs: 'create_time', descs: 'title' },
      '"thing"."create_time" asc, "thing"."title" collate pinyin desc nulls last, id desc',
    ],
    [{ ascs: 'code' }, '"thing"."code" asc nulls first, id asc'],
    [{ ascs: 'createTime' }, '"thing"."create_time" asc, id asc'],
    [{ ascs: 'nothing,page,rows,part' }, 'create_time desc, id desc'],
    [{ ascs: 'key', descs: 'inward' }, 'create_time desc, id desc'],
    [{ ascs: ['title'], descs: 5 }, 'create_time desc, id desc'],
    [{ ascs: '__proto__,constructor' }, 'create_time desc, id desc'],
  ])('%j: %s', (input, sql) => {
    expect(order(input)).toBe(sql)
  })

  test('is that of the field `sort` by default, if an entity has one', () => {
    const sorted = entity('system', 'sorted', ['序', 'Sorted'], { fields: { sort: kit.int('排序', 'Order') } })
    expect(order({}, sorted)).toBe('sort asc, id asc')
    expect(order({ descs: 'id' }, sorted)).toBe('"sorted"."id" desc nulls last, id desc')
  })
})
