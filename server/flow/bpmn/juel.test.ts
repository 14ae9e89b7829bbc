import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { expression } from '../../../tests/support/process-files.ts'
import { evaluate, resolve } from './juel.ts'
import { parseExpression } from './juel-parser.ts'

const variables = {
  ...{ days: 5, text: '5', name: '张三', 天数: 4, pass: true, no: false, nothing: null, blank: '' },
  ...{ user: { name: '李四', dept: { code: '01' } }, people: ['1', '2'], none: [], notice: 7, android: false },
}
const messageOf = (work: () => unknown) => {
  try {
    return `no refusal: ${String(work())}`
  } catch (error) {
    if (error instanceof Fail) return error.text[0]
    throw error
  }
}

describe('values', () => {
  const cases: readonly (readonly [string, unknown])[] = [
    ['days > 3', true],
    ['days gt 3 and days le 5', true],
    ['text > 3', true],
    ["text == 5 && text eq '5'", true],
    ['days - 1 - 1', 3],
    ['days + 2 * 3', 11],
    ['days % 2', 1],
    ['days mod 2 + days div 2', 3.5],
    ['-days', -5],
    ['天数 >= 4', true],
    ["name == '张三'", true],
    ['user.name', '李四'],
    ["user['dept'].code", '01'],
    ['people[1]', '2'],
    ['people', ['1', '2']],
    ['pass ? 1 : 2', 1],
    ['not pass || no', false],
    ['!pass == false', true],
    ["pass == 'TRUE'", true],
    ['notice', 7],
    ['android or pass', true],
    ['nothing == null', true],
    ['nothing > 3', false],
    ['days != null', true],
    ['empty missing', true],
    ['empty user.missing.deeper', true],
    ['empty blank && empty none && empty nothing', true],
    ['empty people', false],
    ['not empty name', true],
    ["'a}b'", 'a}b'],
    ["name < '李四'", true],
    ['no && missing', false],
    ['  days  ', 5],
  ]
  for (const [inner, value] of cases)
    test(`${expression(inner)} is ${JSON.stringify(value)}`, () => {
      expect(evaluate(expression(inner), variables)).toEqual(value)
    })

  const id = '1234567890123456789'
  const beyond: readonly (readonly [string, unknown])[] = [
    [`id == ${id}`, true],
    ['id == 1234567890123456788', false],
    ['id > 1234567890123456788', true],
    ["id >= '1234567890123456790'", false],
    ['id - 1 == 1234567890123456788', true],
    ['9007199254740992 == 9007199254740993', false],
    ['id', id],
    [id, id],
    [`-${id}`, `-${id}`],
    [`days > 3 ? ${id} : 0`, id],
  ]
  for (const [inner, value] of beyond)
    test(`${expression(inner)} is exactly ${JSON.stringify(value)}`, () => {
      expect(evaluate(expression(inner), { ...variables, id })).toEqual(value)
    })

  test('a text without an expression stands for itself', () => {
    expect(resolve('manager,boss', variables)).toBe('manager,boss')
    expect(resolve(expression('name'), variables)).toBe('张三')
    expect(resolve(` ${expression('days')}\n`, variables)).toBe(5)
    expect(resolve('#{name}', variables)).toBe('张三')
  })
})

describe('what is no expression', () => {
  const forbidden = [
    ...['f(1)', 'user.name.length()', "name.replace('a', 'b')", 'this', 'this.days', 'new Date()', 'days = 1'],
    ...['[1, 2]', '{a: 1}', '1, 2', 'days days', '`x`', '/x/', 'user?.name', 'user[name]', 'days ** 2', 'days & 1'],
    ...['days++', 'x => x', 'user.constructor', "user['constructor']", 'constructor', '__proto__', 'user.__proto__'],
    ...["''['constructor']", 'typeof days', 'days === 5', '', ' ', 'days > ', '(days', 'days in user', '#days', '~1'],
  ]
  for (const inner of forbidden)
    test(`${expression(inner)} is refused and quoted`, () => {
      expect(messageOf(() => parseExpression(expression(inner)))).toContain(`表达式“${expression(inner)}”有误`)
    })

  const mixed = [
    'days > 3',
    `user:${expression('days')}`,
    `${expression('days')}${expression('days')}`,
    `#{days}${expression('days')}`,
    '${days',
  ]
  for (const text of mixed)
    test(`${text} is refused, because the whole text has to be one expression`, () => {
      expect(messageOf(() => parseExpression(text))).toContain('整个值必须是一个')
    })

  test('a mixed text is no value of an attribute either', () => {
    expect(messageOf(() => resolve(`boss,${expression('name')}`, variables))).toContain('整个值必须是一个')
  })

  const strange: readonly (readonly [inner: string, sentence: string])[] = [
    ['days＞3', '第 7 个字符“＞”是全角或中文符号，请改为半角的“>”'],
    ['days > ３', '第 10 个字符“３”是全角或中文符号，请改为半角的“3”'],
    ['（days > 3）', '第 3 个字符“（”是全角或中文符号，请改为半角的“(”'],
    ['name == “张三”', '第 11 个字符““”是全角或中文符号，请改为半角的“"”'],
    ['name == ‘张三’', "第 11 个字符“‘”是全角或中文符号，请改为半角的“'”"],
    ['days ≥ 3', '第 8 个字符“≥”是全角或中文符号，请改为半角的“>=”'],
    ['days\u00a0> 3', '第 7 个字符是全角空格或不换行空格，请改为普通空格'],
    ['days\u3000> 3', '第 7 个字符是全角空格或不换行空格，请改为普通空格'],
    ['days\u200b > 3', '第 7 个字符不可见，请删除'],
    ['days → 3', '第 8 个字符“→”不能使用'],
    ['days = 3', '“=”处无法解析，比较相等请写“==”'],
    ['days >', '表达式不完整'],
    ['1days > 3', '“d”处无法解析'],
  ]
  for (const [inner, sentence] of strange)
    test(`${JSON.stringify(inner)} is refused, and the sentence says what to type`, () => {
      expect(messageOf(() => parseExpression(expression(inner)))).toContain(sentence)
    })

  test('the braces may be full-width as well, and what stands in quotes is free', () => {
    expect(messageOf(() => parseExpression('＄{days}'))).toContain('请改为半角的“$”')
    expect(evaluate(expression("名称 == '“甲”＞　乙'"), { 名称: '“甲”＞　乙' })).toBe(true)
  })

  test('length and nesting are limited', () => {
    expect(messageOf(() => parseExpression(expression(`${'1'.repeat(501)}`)))).toContain('长度超过 500 个字符')
    expect(parseExpression(expression('1'.repeat(300)))).toBeTruthy()
    expect(messageOf(() => parseExpression(expression(`${'!'.repeat(41)}pass`)))).toContain('嵌套超过 40 层')
    expect(evaluate(expression(`${'!'.repeat(38)}pass`), variables)).toBe(true)
  })
})

describe('what cannot be calculated', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['missing > 3', 'missing 没有值'],
    ['user.missing', 'missing 没有值'],
    ['name.length', 'length 没有值'],
    ['toString', 'toString 没有值'],
    ['user.hasOwnProperty', 'hasOwnProperty 没有值'],
    ['name > 3', '"张三" 不是数字'],
    ['days / 0', '结果不是有限的数'],
    ['days ? 1 : 2', '5 不是“是”或“否”'],
    ['1234567890123456789 ? 1 : 2', '"1234567890123456789" 不是“是”或“否”'],
    ['people && pass', '["1","2"] 不是“是”或“否”'],
  ]
  for (const [inner, reason] of cases)
    test(`${expression(inner)}: ${reason}`, () => {
      expect(messageOf(() => evaluate(expression(inner), variables))).toBe(
        `表达式“${expression(inner)}”无法计算：${reason}`,
      )
    })

  test('only own properties are read, whatever the variables inherit', () => {
    const inherited = Object.create({ days: 9 }) as Record<string, unknown>
    expect(messageOf(() => evaluate(expression('days'), inherited))).toContain('days 没有值')
  })
})
