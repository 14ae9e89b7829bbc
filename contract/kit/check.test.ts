import { describe, expect, test } from 'vitest'
import { asChange, asNew, checkValue, colours, f, invalid, levels } from '../../tests/support/field-kinds.ts'
import { check } from './check.ts'
import { decimal, int, longText, many, richText, secret, text } from './field.ts'

describe('every kind: accepted values and the result', () => {
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
    ['money', 0.29, 0.29],
    ['money', '1280.50', 1280.5],
    ['money', 999_999_999_999, 999_999_999_999],
    ['flag', 0, 0],
    ['flag', 1, 1],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '2024-02-29 23:59:59', '2024-02-29'],
    ['time', '2026-12-31 23:59:59', '2026-12-31 23:59:59'],
    ['dict', 3, 3],
    ['dicts', '1,2', '1,2'],
    ['dicts', [1, 2], '1,2'],
    ['dicts', ['1', '2'], '1,2'],
    ['dicts', 7, '7'],
    ['dicts', '1,,2', '1,2'],
    ['dicts', [2, 1, 2], '2,1'],
    ['refs', '7,', '7'],
    ['refs', ['', '7'], '7'],
    ['refs', ' , ,', null],
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
  ] as const)('%s accepts %j and returns %j', (kind, value, expected) => {
    expect(checkValue(f[kind], value)).toEqual([expected, null])
  })

  test('a choice accepts only its listed values and returns them in their declared type', () => {
    expect(checkValue(colours, 'red')).toEqual(['red', null])
    expect(checkValue(colours, 'green')[1]).toBe('颜色的值不正确')
    expect(checkValue(levels, -1)).toEqual([-1, null])
    expect(checkValue(levels, '-1')).toEqual([-1, null])
    expect(checkValue(levels, '2')[1]).toBe('级别的值不正确')
  })
})

describe('every kind: rejected values and the message', () => {
  test.each([
    ['text', '123456', '某项不能超过5个字'],
    ['text', { toString: 1 }, invalid],
    ['text', ['a'], invalid],
    ['text', true, invalid],
    ['text', 'a\u0000b', '某项含有无法保存的字符'],
    ['fixed', 'abc', '某项应为4位'],
    ['longText', '一二三四五六', '某项不能超过5个字'],
    ['int', -1, '某项不能小于0'],
    ['int', 101, '某项不能大于100'],
    ['int', 1.5, '某项应为整数'],
    ['int', Number.NaN, '某项应为数字'],
    ['int', Number.POSITIVE_INFINITY, '某项应为数字'],
    ['dict', 1.5, invalid],
    ['decimal', -0.1, '某项不能小于0'],
    ['decimal', 100.1, '某项不能大于100'],
    ['decimal', [1], '某项应为数字'],
    ['money', 0.001, '某项最多保留2位小数'],
    ['money', '1.005', '某项最多保留2位小数'],
    ['money', 1_000_000_000_000, '某项不能大于999999999999'],
    ['money', '许多', '某项应为数字'],
    ['flag', 2, invalid],
    ['flag', true, invalid],
    ['date', '2023-02-29', invalid],
    ['date', '2024-13-01', invalid],
    ['date', '2024-2-9', invalid],
    ['date', '1899-12-31', invalid],
    ['date', '2024-02-29 24:00:00', invalid],
    ['date', '2023-02-29 00:00:00', invalid],
    ['date', '2024-02-29T00:00:00', invalid],
    ['time', '2026-12-31 24:00:00', invalid],
    ['time', '2026-02-30 10:00:00', invalid],
    ['time', '2026-12-31', invalid],
    ['dict', 2_147_483_648, invalid],
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
  ] as const)('%s rejects %j: %s', (kind, value, message) => {
    expect(checkValue(f[kind], value)[1]).toBe(message)
  })

  test('a field without a limit has the limit of its kind, and the message names it', () => {
    expect(checkValue(text('某项', 'It'), 'x'.repeat(256))[1]).toBe('某项不能超过255个字')
    expect(checkValue(longText('某项', 'It'), 'x'.repeat(2001))[1]).toBe('某项不能超过2000个字')
    expect(checkValue(int('某项', 'It'), 2_147_483_648)[1]).toBe('某项不能大于2147483647')
    expect(checkValue(decimal('某项', 'It'), 1e12)[1]).toBe('某项不能大于999999999999')
  })

  test('a field with several values accepts at most 1,000', () => {
    expect(
      checkValue(
        f.refs,
        Array.from({ length: 1000 }, (_, i) => i),
      )[1],
    ).toBeNull()
    expect(
      checkValue(
        f.refs,
        Array.from({ length: 1001 }, (_, i) => i),
      )[1],
    ).toBe(invalid)
  })

  test.each(['a\u0000', '\ud83d', 'x\ude00y', '\ude00\ud83d'])(
    '%j is rejected, because a database cannot store it',
    (broken) => {
      expect(checkValue(f.longText, broken)[1]).toBe('某项含有无法保存的字符')
      expect(checkValue(f.text, broken)[1]).toBe('某项含有无法保存的字符')
    },
  )

  test('a complete surrogate pair is an ordinary character', () => {
    expect(checkValue(f.longText, '😀')).toEqual(['😀', null])
  })
})

test('a message omits the “其中：” or “of which” at the start of a label', () => {
  const fields = { part: decimal('其中：网络投资（万元）', 'of which network (10k yuan)', { required: true }) }
  const messageFor = (value: unknown) => check(fields, { part: value }, { mode: 'new' }).faults[0]?.text
  expect(messageFor('许多')).toEqual(['网络投资（万元）应为数字', 'Network (10k yuan) must be a number'])
  expect(messageFor('')).toEqual(['请输入网络投资（万元）', 'Network (10k yuan) is required'])
})

describe('a long text', () => {
  test('may have 1,500 characters even if each is a family emoji; one more is too long', () => {
    const overview = longText('项目概况', 'Overview', { max: 1500 })
    expect(checkValue(overview, '👨‍👩‍👧'.repeat(1500))[1]).toBeNull()
    expect(checkValue(overview, '字'.repeat(1500))[1]).toBeNull()
    expect(checkValue(overview, '字'.repeat(1501))[1]).toBe('项目概况不能超过1500个字')
  })

  test('has at most 20,000 code points unless its field allows more; rich text with its markup ten times as many', () => {
    expect(checkValue(longText('说明', 'Note', { max: 5000 }), '👨‍👩‍👧'.repeat(4001))[1]).toBe('说明不能超过5000个字')
    const definition = longText('说明', 'Note', { max: 90_000 })
    expect(checkValue(definition, 'a'.repeat(90_000))[1]).toBeNull()
    expect(checkValue(definition, 'a'.repeat(90_001))[1]).toBe('说明不能超过90000个字')
    const article = richText('正文', 'Text', { max: 50_000 })
    // 200 code units each
    const articleOf = (paragraphs: number) => `<p title="${'x'.repeat(183)}">字</p>`.repeat(paragraphs)
    expect(checkValue(article, articleOf(1000))[1]).toBeNull()
    expect(checkValue(article, articleOf(1001))[1]).toBe('正文不能超过50000个字')
  })

  test('is counted in code units when the texts of one input are too many to count their characters', () => {
    const fields = { rows: many('行', 'Rows', { name: text('名称', 'Name', { max: 255 }) }) }
    // 255 characters of two code units each; 40,000 code units are counted as people see them
    const rows = Array.from({ length: 100 }, () => ({ name: 'e\u0301'.repeat(255) }))
    const { faults } = check(fields, { rows }, { mode: 'new' })
    expect(faults[0]).toEqual({
      at: 'rows.78.name',
      text: ['名称不能超过255个字', 'Name must have at most 255 characters'],
    })
    expect(faults).toHaveLength(22)
  })

  test('that no value can need is refused before it is read, whatever the kind', () => {
    const long = '1'.repeat(20_001)
    expect(Object.entries(f).map(([kind, field]) => [kind, checkValue(field, long)[1]])).toEqual(
      Object.keys(f).map((kind) => [kind, expect.any(String)]),
    )
  })

  test('is not looked for after a thousand faults, and a last one says so', () => {
    const fields = {
      rows: many('行', 'Rows', { a: int('甲', 'A', { required: true }), b: int('乙', 'B', { required: true }) }),
    }
    const rowsOf = (n: number) => ({ rows: Array.from({ length: n }, () => ({})) })
    expect(check(fields, rowsOf(500), { mode: 'new' }).faults.at(-1)?.text[1]).toBe('B is required')
    const { faults } = check(fields, rowsOf(1000), { mode: 'new' })
    expect(faults).toHaveLength(1001)
    expect(faults.at(-1)).toEqual({
      at: 'rows.500.a',
      text: [
        '还有其他问题，更正已列出的问题后显示',
        'There are further faults; they are shown when the listed ones are corrected',
      ],
    })
  })
})

describe('numbers sent as text and text sent as numbers (BladeX and Saber clients)', () => {
  test.each([
    ['int', '5', 5],
    ['int', '0', 0],
    ['decimal', '1.5', 1.5],
    ['flag', '1', 1],
    ['dict', '3', 3],
    ['text', -1, '-1'],
    ['text', 2026, '2026'],
    ['longText', 1.5, '1.5'],
    ['code', 320500, '320500'],
    ['secret', 123456, '123456'],
  ] as const)('%s reads %j as %j', (kind, value, expected) => {
    expect(checkValue(f[kind], value)).toEqual([expected, null])
  })

  test('a number sent as text is as long as its digits', () => {
    expect(checkValue(f.text, 123456)[1]).toBe('某项不能超过5个字')
    expect(checkValue(f.text, Number.NaN)[1]).toBe(invalid)
  })

  test.each(['1e3', '0x10', ' 5', '5 ', '+5', '--5', '1_000', 'Infinity', 'NaN', '９'])(
    '%j is not a number',
    (value) => {
      expect(checkValue(f.int, value)[1]).toBe('某项应为数字')
    },
  )
})

describe('a field with an initial value', () => {
  const fields = { isSealed: int('封存', 'Sealed', { required: true, initial: 0 }) }

  test('uses it if no value is sent, and is required if an empty value is sent', () => {
    expect(check(fields, {}, asNew)).toEqual({ value: { isSealed: 0 }, faults: [] })
    expect(check(fields, { isSealed: null }, asNew).faults).toHaveLength(1)
    expect(check(fields, {}, asChange).value).toEqual({})
  })
})

describe('undeclared input', () => {
  const fields = {
    name: text('名称', 'Name'),
    status: int('状态', 'Status', { direction: 'out' }),
    secret: secret('密钥', 'Secret', { direction: 'in' }),
  }

  test('is dropped: unknown keys and fields that only the server writes', () => {
    const { value } = check(fields, { name: 'a', status: 1, secret: 's', tenantId: '1', isDeleted: 1 }, asNew)
    expect(value).toEqual({ name: 'a', secret: 's' })
  })

  test('is never read from a prototype', () => {
    const hostile = JSON.parse('{"__proto__":{"name":"x"},"constructor":{"prototype":{"name":"y"}}}')
    expect(check(fields, hostile, asNew).value).toEqual({})
    expect(({} as { name?: string }).name).toBeUndefined()
    expect(check(fields, Object.create({ name: 'inherited' }), asNew).value).toEqual({})
  })
})
