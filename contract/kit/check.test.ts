import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { check, type How, keep, lengthOf, missing } from './check.ts'
import {
  choice,
  code,
  codes,
  date,
  decimal,
  dict,
  dicts,
  type Field,
  file,
  files,
  flag,
  int,
  longText,
  many,
  one,
  ref,
  refs,
  richText,
  secret,
  text,
  time,
  tree,
} from './field.ts'

const asNew: How = { mode: 'new' }
const asChange: How = { mode: 'change' }

/** What becomes of one value: what is kept, and the Chinese sentence or null. */
const read = (field: Field, value: unknown, how: How = asNew) => {
  const { value: kept, faults } = check({ a: field }, { a: value }, how)
  return [(kept as Record<string, unknown>).a, faults[0]?.text[0] ?? null]
}

const colours = choice('颜色', 'Colour', {
  choices: [
    ['red', ['红', 'Red']],
    ['blue', ['蓝', 'Blue']],
  ],
})
const levels = choice('级别', 'Level', {
  choices: [
    [1, ['一', 'One']],
    [-1, ['负一', 'Minus one']],
  ],
})
const invalid = '某项的值不正确'
const f = {
  text: text('某项', 'It', { max: 5 }),
  fixed: text('某项', 'It', { length: 4 }),
  longText: longText('某项', 'It', { max: 5 }),
  richText: richText('某项', 'It'),
  int: int('某项', 'It', { max: 100 }),
  decimal: decimal('某项', 'It', { max: 100 }),
  flag: flag('某项', 'It'),
  date: date('某项', 'It'),
  time: time('某项', 'It'),
  dict: dict('某项', 'It'),
  dicts: dicts('某项', 'It'),
  ref: ref('某项', 'It'),
  refs: refs('某项', 'It'),
  tree: tree('某项', 'It'),
  code: code('某项', 'It'),
  codes: codes('某项', 'It'),
  file: file('某项', 'It'),
  files: files('某项', 'It'),
  secret: secret('某项', 'It'),
}

describe('every kind: what is accepted and what it becomes', () => {
  test.each([
    ['text', ' 甲乙 ', '甲乙'],
    ['text', '12345', '12345'],
    ['fixed', 'abcd', 'abcd'],
    ['longText', ' 甲\n乙 ', ' 甲\n乙 '],
    ['richText', '<p>1</p>', '<p>1</p>'],
    ['int', 0, 0],
    ['int', 100, 100],
    ['decimal', 0.000001, 0.000001],
    ['decimal', 99.5, 99.5],
    ['flag', 0, 0],
    ['flag', 1, 1],
    ['date', '2024-02-29', '2024-02-29'],
    ['time', '2026-12-31 23:59:59', '2026-12-31 23:59:59'],
    ['dict', 3, 3],
    ['dicts', '1,2', '1,2'],
    ['dicts', [1, 2], '1,2'],
    ['dicts', ['1', '2'], '1,2'],
    ['dicts', 7, '7'],
    ['ref', '1234567890123456789', '1234567890123456789'],
    ['ref', 12, '12'],
    ['refs', ['1', 2], '1,2'],
    ['tree', '0', '0'],
    ['code', '320500', '320500'],
    ['code', 'C39', 'C39'],
    ['codes', ['32', '33'], '32,33'],
    ['file', '9', '9'],
    ['files', '9,10', '9,10'],
    ['secret', ' as it is ', ' as it is '],
  ] as const)('%s takes %j as %j', (kind, value, kept) => {
    expect(read(f[kind], value)).toEqual([kept, null])
  })

  test('a choice takes its own values only, each in its own type', () => {
    expect(read(colours, 'red')).toEqual(['red', null])
    expect(read(colours, 'green')[1]).toBe('颜色的值不正确')
    expect(read(levels, -1)).toEqual([-1, null])
    expect(read(levels, '1')[1]).toBe('级别的值不正确')
    expect(read(levels, '-1', { mode: 'new', loose: true })).toEqual([-1, null])
  })
})

describe('every kind: what is refused, in which words', () => {
  test.each([
    ['text', '123456', '某项不能超过5个字'],
    ['text', 12, invalid],
    ['text', { toString: 1 }, invalid],
    ['text', ['a'], invalid],
    ['text', true, invalid],
    ['text', 'a\u0000b', '某项含有无法保存的字符'],
    ['fixed', 'abc', '某项应为4位'],
    ['longText', '一二三四五六', '某项不能超过5个字'],
    ['int', -1, '某项不能小于0'],
    ['int', 101, '某项不能大于100'],
    ['int', 1.5, '某项应为整数'],
    ['int', '5', '某项应为数字'],
    ['int', Number.NaN, '某项应为数字'],
    ['int', Number.POSITIVE_INFINITY, '某项应为数字'],
    ['dict', 1.5, invalid],
    ['decimal', -0.1, '某项不能小于0'],
    ['decimal', 100.1, '某项不能大于100'],
    ['decimal', '1.5', '某项应为数字'],
    ['decimal', [1], '某项应为数字'],
    ['flag', 2, invalid],
    ['flag', true, invalid],
    ['date', '2023-02-29', invalid],
    ['date', '2024-13-01', invalid],
    ['date', '2024-2-9', invalid],
    ['date', '1899-12-31', invalid],
    ['date', '2024-02-29T00:00:00', invalid],
    ['time', '2026-12-31 24:00:00', invalid],
    ['time', '2026-02-30 10:00:00', invalid],
    ['time', '2026-12-31', invalid],
    ['dict', '3', invalid],
    ['dict', 2_147_483_648, invalid],
    ['dicts', '1,,2', invalid],
    ['dicts', '1;2', invalid],
    ['ref', '12345678901234567890', invalid],
    ['ref', "1' or '1'='1", invalid],
    ['ref', -1, invalid],
    ['ref', 1.5, invalid],
    ['ref', 9_007_199_254_740_992, invalid],
    ['refs', ['1', 'x'], invalid],
    ['refs', ['1', ['2']], invalid],
    ['refs', [{ toString: null }], invalid],
    ['tree', 'root', invalid],
    ['code', '32;drop', invalid],
    ['codes', ['32', '%'], invalid],
    ['files', '9, 10', invalid],
    ['secret', 'x'.repeat(1025), '某项不能超过1024个字'],
  ] as const)('%s refuses %j: %s', (kind, value, sentence) => {
    expect(read(f[kind], value)[1]).toBe(sentence)
  })

  test('a field that sets no bound has that of its kind, and the sentence names it', () => {
    expect(read(text('某项', 'It'), 'x'.repeat(256))[1]).toBe('某项不能超过255个字')
    expect(read(longText('某项', 'It'), 'x'.repeat(2001))[1]).toBe('某项不能超过2000个字')
    expect(read(int('某项', 'It'), 2_147_483_648)[1]).toBe('某项不能大于2147483647')
    expect(read(decimal('某项', 'It'), 1e12)[1]).toBe('某项不能大于999999999999')
  })

  test('several are 1,000 at most', () => {
    expect(
      read(
        f.refs,
        Array.from({ length: 1000 }, (_, i) => i),
      )[1],
    ).toBeNull()
    expect(
      read(
        f.refs,
        Array.from({ length: 1001 }, (_, i) => i),
      )[1],
    ).toBe(invalid)
  })

  test.each(['a\u0000', '\ud83d', 'x\ude00y', '\ude00\ud83d'])('%j cannot be kept by a database', (broken) => {
    expect(read(f.longText, broken)[1]).toBe('某项含有无法保存的字符')
    expect(read(f.text, broken)[1]).toBe('某项含有无法保存的字符')
  })

  test('a whole surrogate pair is a character like others', () => {
    expect(read(f.longText, '😀')).toEqual(['😀', null])
  })
})

describe('length is counted as people count', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['工业互联网', 5],
    ['👨‍👩‍👧', 1],
    ['e\u0301', 1],
    ['🇨🇳', 1],
    ['\r\n', 1],
  ])('%j has %i', (value, count) => {
    expect(lengthOf(value)).toBe(count)
  })

  test('1,500 characters of an overview may each be a family of emoji; one more is too long', () => {
    const overview = longText('项目概况', 'Overview', { max: 1500 })
    expect(read(overview, '👨‍👩‍👧'.repeat(1500))[1]).toBeNull()
    expect(read(overview, '字'.repeat(1500))[1]).toBeNull()
    expect(read(overview, '字'.repeat(1501))[1]).toBe('项目概况不能超过1500个字')
  })

  test('whatever a field allows, 20,000 code units are the end', () => {
    expect(read(richText('正文', 'Text'), 'a'.repeat(20_001))[1]).toBe('正文不能超过20000个字')
  })
})

describe('what is missing (house.md 6: 请输入 what is typed, 请选择 what is picked)', () => {
  test.each([
    ['text', '请输入某项', 'Please enter: It'],
    ['longText', '请输入某项', 'Please enter: It'],
    ['richText', '请输入某项', 'Please enter: It'],
    ['int', '请输入某项', 'Please enter: It'],
    ['decimal', '请输入某项', 'Please enter: It'],
    ['secret', '请输入某项', 'Please enter: It'],
    ['date', '请选择某项', 'Please choose: It'],
    ['time', '请选择某项', 'Please choose: It'],
    ['flag', '请选择某项', 'Please choose: It'],
    ['dict', '请选择某项', 'Please choose: It'],
    ['dicts', '请选择某项', 'Please choose: It'],
    ['ref', '请选择某项', 'Please choose: It'],
    ['tree', '请选择某项', 'Please choose: It'],
    ['code', '请选择某项', 'Please choose: It'],
    ['codes', '请选择某项', 'Please choose: It'],
    ['file', '请上传某项', 'Please upload: It'],
    ['files', '请上传某项', 'Please upload: It'],
  ] as const)('%s: %s', (kind, zh, en) => {
    expect(missing(f[kind])).toEqual([zh, en])
  })

  test('the specification may quote its own words', () => {
    expect(missing(text('手机', 'Phone', { message: ['请填写手机', 'Your phone, please'] }))[0]).toBe('请填写手机')
  })

  test.each([undefined, null, '', ' 　\t', []])('%j is missing when the row is new', (value) => {
    expect(read(text('名称', 'Name', { required: true }), value)[1]).toBe('请输入名称')
  })

  test('0 is a value, not a gap', () => {
    expect(read(flag('开启', 'On', { required: true }), 0)).toEqual([0, null])
    expect(read(int('数量', 'Count', { required: true }), 0)).toEqual([0, null])
  })

  test('all faults come at once, in the order of the fields', () => {
    const fields = { b: text('乙', 'B', { required: true }), a: int('甲', 'A', { max: 1 }), c: date('丙', 'C') }
    const { faults } = check(fields, { a: 2, c: 'x' }, asNew)
    expect(faults.map(({ at, text: words }) => [at, words[0]])).toEqual([
      ['b', '请输入乙'],
      ['a', '甲不能大于1'],
      ['c', '丙的值不正确'],
    ])
  })
})

describe('a change', () => {
  const fields = { name: text('名称', 'Name', { required: true }), remark: text('备注', 'Remark') }

  test('leaves what is absent as it is', () => {
    expect(check(fields, { remark: 'x' }, asChange)).toEqual({ value: { remark: 'x' }, faults: [] })
  })

  test('of blanks alone empties what need not be there', () => {
    expect(check(fields, { remark: '  ' }, asChange)).toEqual({ value: { remark: null }, faults: [] })
  })

  test('cannot empty what is required', () => {
    expect(check(fields, { name: '' }, asChange).faults.map(({ text: words }) => words[0])).toEqual(['请输入名称'])
  })

  test('empties what is optional with null', () => {
    expect(check(fields, { remark: null }, asChange).value).toEqual({ remark: null })
  })
})

describe('a loose reading: values that came as text', () => {
  const loose: How = { mode: 'new', loose: true }

  test.each([
    ['int', '5', 5],
    ['int', '0', 0],
    ['decimal', '1.5', 1.5],
    ['flag', '1', 1],
    ['dict', '3', 3],
  ] as const)('%s reads %j as %j', (kind, value, kept) => {
    expect(read(f[kind], value, loose)).toEqual([kept, null])
  })

  test.each(['1e3', '0x10', ' 5', '5 ', '+5', '--5', '1_000', 'Infinity', 'NaN', '９'])('%j is no number', (value) => {
    expect(read(f.int, value, loose)[1]).toBe('某项应为数字')
  })
})

describe('nothing enters that is not declared', () => {
  const fields = {
    name: text('名称', 'Name'),
    status: int('状态', 'Status', { way: 'out' }),
    secret: secret('密钥', 'Secret', { way: 'in' }),
  }

  test('unknown keys and what only the server writes are dropped', () => {
    const { value } = check(fields, { name: 'a', status: 1, secret: 's', tenantId: '1', isDeleted: 1 }, asNew)
    expect(value).toEqual({ name: 'a', secret: 's' })
  })

  test('nor is anything read from a prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"y"}}}')
    expect(check(fields, hostile, asNew).value).toEqual({})
    expect(({} as { name?: string }).name).toBeUndefined()
    expect(check(fields, Object.create({ name: 'inherited' }), asNew).value).toEqual({})
  })
})

describe('groups', () => {
  const fields = {
    network: one('网络', 'Network', {
      latency: decimal('时延', 'Latency', { max: 100 }),
      mode: dict('方式', 'Mode', { required: true }),
    }),
    rows: many('终端', 'Terminals', {
      qty: int('数量', 'Count', { required: true }),
      phone: text('电话', 'Phone', { rule: 'phone' }),
    }),
  }
  const faultsAt = (input: Record<string, unknown>) =>
    check(fields, input, asNew).faults.map(({ at, text: words }) => `${at} ${words[0]}`)

  test('faults carry the path of their field; rows go by their id, new ones by their place', () => {
    const input = {
      network: { latency: 200 },
      rows: [{ id: 'r1', qty: 1, phone: '1' }, { qty: -1 }, {}],
    }
    expect(faultsAt(input)).toEqual([
      'network.latency 时延不能大于100',
      'network.mode 请选择方式',
      'rows.r1.phone 手机号码长度不是11位',
      'rows.1.qty 数量不能小于0',
      'rows.2.qty 请输入数量',
    ])
  })

  test('rows keep their id and lose unknown keys', () => {
    const { value } = check(fields, { rows: [{ id: 'r1', qty: 1, evil: 1 }] }, asNew)
    expect(value.rows).toEqual([{ id: 'r1', qty: 1 }])
  })

  test.each(['../x', 'a b', 'x'.repeat(25), '', 5])('an id like %j is not taken over', (id) => {
    const { value } = check(fields, { rows: [{ id, qty: 1 }] }, asNew)
    expect(value.rows).toEqual([{ qty: 1 }])
  })

  test('a group that is no group and a list that is no list are refused', () => {
    expect(faultsAt({ network: 'x', rows: { qty: 1 } })).toEqual(['network 网络的值不正确', 'rows 终端的值不正确'])
    expect(faultsAt({ network: { mode: 1 }, rows: [5, null] })).toEqual([
      'rows.0 终端的值不正确',
      'rows.1 终端的值不正确',
    ])
    const tooMany = Array.from({ length: 1001 }, () => ({ qty: 1 }))
    expect(faultsAt({ network: { mode: 1 }, rows: tooMany })).toEqual(['rows 终端的值不正确'])
  })

  test.each([undefined, null, []])('what a group demands is demanded of %j too, and stays empty', (network) => {
    expect(faultsAt({ network })).toEqual(['network.mode 请选择方式'])
    expect(check(fields, { network }, asNew).value.network ?? null).toBeNull()
    expect(check(fields, {}, asChange).faults).toEqual([])
  })

  test('a required list asks for one row at least', () => {
    const asked = { rows: { ...fields.rows, required: true } }
    expect(check(asked, {}, asNew).faults[0]?.text[0]).toBe('请至少填写一条终端')
  })
})

const everything = { ...f, colours, levels, group: one('组', 'Group', f), list: many('表', 'List', f) }
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.anything({ maxDepth: 3 }), fc.string({ unit: 'binary' }))
const input = fc.oneof(
  fc.dictionary(fc.constantFrom(...Object.keys(everything), 'x', '__proto__'), anything),
  fc.record(Object.fromEntries(Object.keys(everything).map((name) => [name, anything])), { requiredKeys: [] }),
)

describe('whatever is sent', () => {
  test('check never throws, keeps declared keys only, and every fault has both languages', () => {
    fc.assert(
      fc.property(input, fc.constantFrom(asNew, asChange), fc.boolean(), (given, how, loose) => {
        const { value, faults } = check(everything, given, { ...how, loose })
        expect(Object.keys(value).filter((name) => !(name in everything))).toEqual([])
        for (const { at, text: words } of faults) expect([at.length > 0, words.length]).toEqual([true, 2])
      }),
      { numRuns: 500 },
    )
  })

  test('what was checked without fault is without fault again, and the same', () => {
    fc.assert(
      fc.property(input, (given) => {
        const first = check(everything, given, asNew)
        if (first.faults.length) return
        expect(check(everything, first.value as Record<string, unknown>, asNew)).toEqual(first)
      }),
      { numRuns: 500 },
    )
  })

  test('keep never throws and never keeps what no database can hold', () => {
    fc.assert(
      fc.property(input, (given) => {
        const { value } = keep(everything, given)
        expect(JSON.stringify(value)).not.toMatch(/\\u0000|\\ud[89a-f]/i)
      }),
      { numRuns: 500 },
    )
  })
})

describe('a draft is kept as it was typed', () => {
  test.each([
    ['int', 'eleven', 'eleven'],
    ['int', -5, -5],
    ['date', 'tomorrow', 'tomorrow'],
    ['text', ' with space ', ' with space '],
    ['text', 'far longer than five', 'far longer than five'],
    ['dicts', [1, 2], '1,2'],
    ['flag', true, 1],
    ['dict', {}, null],
    ['refs', ['1', { toString: null }], '1'],
  ] as const)('%s typed as %j stays %j', (kind, typed, kept) => {
    expect(keep({ a: f[kind] }, { a: typed })).toEqual({ value: { a: kept }, faults: [] })
  })

  test('absent stays absent, empty becomes null, unknown keys go, groups go through', () => {
    const fields = { a: f.text, b: f.text, rows: many('表', 'List', { qty: f.int }) }
    const { value } = keep(fields, { a: '', evil: 1, rows: [{ id: 'r1', qty: 'many', evil: 1 }, 'x'] })
    expect(value).toEqual({ a: null, rows: [{ id: 'r1', qty: 'many' }, {}] })
  })

  test('only what no database can hold is refused, with its place', () => {
    const fields = { group: one('组', 'Group', { a: f.text }) }
    const { value, faults } = keep(fields, { group: { a: 'x\u0000' } })
    expect(value).toEqual({ group: { a: null } })
    expect(faults.map(({ at }) => at)).toEqual(['group.a'])
  })
})

describe('a field that has its place only beside certain values of another', () => {
  const fields = {
    kind: choice('类型', 'Kind', {
      required: true,
      choices: [
        [1, ['甲', 'A']],
        [2, ['乙', 'B']],
      ],
    }),
    region: text('地域', 'Region', { required: true, when: { kind: [2] } }),
    key: secret('密钥', 'Key', { required: true, when: { kind: [2] } }),
  }
  const at = (input: object, mode: 'new' | 'change') => {
    const { value, faults } = check(fields, { ...input }, { mode })
    return { value, faults: faults.map((one) => one.at) }
  }

  test('is asked for there, and neither asked for nor kept elsewhere', () => {
    expect(at({ kind: 2 }, 'new').faults).toEqual(['region', 'key'])
    expect(at({ kind: 1, region: 'x' }, 'new')).toEqual({ value: { kind: 1 }, faults: [] })
    expect(at({}, 'new').faults).toEqual(['kind'])
  })

  test('is emptied by a change that takes its place away, and left alone by one that does not say', () => {
    expect(at({ kind: 1, region: 'x' }, 'change')).toEqual({ value: { kind: 1, region: null, key: null }, faults: [] })
    expect(at({ region: 'x' }, 'change')).toEqual({ value: { region: 'x' }, faults: [] })
  })

  test('a required secret that is left empty in a change stays as it is', () => {
    expect(at({ kind: 2, region: 'x', key: '' }, 'change')).toEqual({ value: { kind: 2, region: 'x' }, faults: [] })
    expect(at({ kind: 2, region: 'x', key: null }, 'new').faults).toEqual(['key'])
  })
})
