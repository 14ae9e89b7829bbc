import { describe, expect, test } from 'vitest'
import { Fail } from '#contract/kit/fail.ts'
import { expression } from '../../../tests/support/process-files.ts'
import { evaluate, parseExpression, resolve } from './juel.ts'

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

  test('a text without an expression stands for itself', () => {
    expect(resolve('manager,boss', variables)).toBe('manager,boss')
    expect(resolve(expression('name'), variables)).toBe('张三')
    expect(resolve(` ${expression('days')}\n`, variables)).toBe(5)
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
    '#{days}',
    '${days',
  ]
  for (const text of mixed)
    test(`${text} is refused, because the whole text has to be one expression`, () => {
      expect(messageOf(() => parseExpression(text))).toContain('整个值必须是一个')
    })

  test('a mixed text is no value of an attribute either', () => {
    expect(messageOf(() => resolve(`boss,${expression('name')}`, variables))).toContain('整个值必须是一个')
    expect(messageOf(() => resolve('#{name}', variables))).toContain('整个值必须是一个')
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
