import jsep, { type Expression } from 'jsep'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { strangeSignIn, withoutLiterals } from './signs.ts'

export type { Expression }

const maxLength = 500
const maxDepth = 40
const maxCached = 1000

// the parser is one object for the whole program, so only this file configures it
const precedence: readonly (readonly string[])[] = [
  ['||', 'or'],
  ['&&', 'and'],
  ['==', '!=', 'eq', 'ne'],
  ['<', '>', '<=', '>=', 'lt', 'gt', 'le', 'ge'],
  ['+', '-'],
  ['*', '/', '%', 'div', 'mod'],
]
const unary = ['!', '-', 'not', 'empty']
/** Words that have a meaning of their own, so that no variable should be called so. */
export const reservedWords: ReadonlySet<string> = new Set(
  [...precedence.flat(), ...unary, 'true', 'false', 'null', 'this', 'instanceof'].filter((one) => /^[a-z]+$/.test(one)),
)
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
for (const [level, operators] of precedence.entries()) for (const one of operators) jsep.addBinaryOp(one, level + 1)
for (const one of unary) jsep.addUnaryOp(one)

/** Operators in words, and the signs that mean the same. */
const signs: Readonly<Record<string, string>> = {
  or: '||',
  and: '&&',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  div: '/',
  mod: '%',
  not: '!',
}
export const operatorOf = (node: Expression): string => signs[String(node.operator)] ?? String(node.operator)

/** An expression inside a sentence. */
export const quoted = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
const invalid = (text: string, reason: Text) =>
  new Fail([`表达式“${quoted(text)}”有误：${reason[0]}`, `The expression “${quoted(text)}” is not valid: ${reason[1]}`])

const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype', 'this'])
const isAllowedName = (name: unknown) => typeof name === 'string' && !forbiddenNames.has(name)

/** The parts of an expression, or null if it is of a kind that is not allowed. */
const partsOf = (node: Expression): readonly unknown[] | null => {
  switch (node.type) {
    case 'Literal':
      return node.value === null || ['string', 'number', 'boolean'].includes(typeof node.value) ? [] : null
    case 'Identifier':
      return isAllowedName(node.name) ? [] : null
    case 'MemberExpression': {
      const property = node.property as Expression
      if (node.optional || (node.computed && property.type !== 'Literal')) return null
      const name = node.computed ? String(property.value) : property.name
      return isAllowedName(name) ? [node.object] : null
    }
    case 'UnaryExpression':
      return [node.argument]
    case 'BinaryExpression':
    case 'LogicalExpression':
      return [node.left, node.right]
    case 'ConditionalExpression':
      return [node.test, node.consequent, node.alternate]
    default:
      return null
  }
}

const check = (text: string, node: unknown, depth = 1): void => {
  if (depth > maxDepth) throw invalid(text, [`嵌套超过 ${maxDepth} 层`, `it is nested deeper than ${maxDepth} levels`])
  const parts = node ? partsOf(node as Expression) : null
  if (!parts)
    throw invalid(text, [
      '只能使用变量、属性、常量和运算符，不能调用方法',
      'only variables, properties, constants and operators are allowed, and no calls',
    ])
  for (const part of parts) check(text, part, depth + 1)
}

const parsed = new Map<string, Expression>()

/** What the parser stumbles over. It reports in English and counts from 0. */
const unparsable = (inner: string, error: unknown): Text => {
  const at = Number((error as { index?: unknown }).index ?? inner.length)
  const sign = [...inner.slice(at).trimStart()][0]
  if (sign === undefined) return ['表达式不完整', 'it is not complete']
  const hint: Text = sign === '=' ? ['，比较相等请写“==”', '; “==” compares'] : ['', '']
  return [`“${sign}”处无法解析${hint[0]}`, `it cannot be parsed at “${sign}”${hint[1]}`]
}

const parse = (text: string): Expression => {
  const trimmed = text.trim()
  const strange = strangeSignIn(trimmed)
  if (strange) throw invalid(text, strange)
  const inner = /^[$#]\{([\s\S]*)\}$/.exec(trimmed)?.[1]
  if (inner === undefined || /[{}]/.test(withoutLiterals(inner)))
    throw invalid(text, [`整个值必须是一个 $\{…} 表达式`, `the whole value must be one expression, $\{…}`])
  if (inner.length > maxLength)
    throw invalid(text, [`长度超过 ${maxLength} 个字符`, `it is longer than ${maxLength} characters`])
  let tree: Expression
  try {
    tree = jsep(inner)
  } catch (error) {
    throw invalid(text, unparsable(inner, error))
  }
  check(text, tree)
  return tree
}

/** The syntax tree of `${…}`; throws a Fail that quotes the expression. */
export const parseExpression = (text: string): Expression => {
  const cached = parsed.get(text)
  if (cached) return cached
  const tree = parse(text)
  // the oldest entry makes room, so that expressions of many definitions do not fill the memory
  if (parsed.size >= maxCached) parsed.delete(parsed.keys().next().value as string)
  parsed.set(text, tree)
  return tree
}

/** Whether a text contains an expression; if not, it stands for itself. */
export const hasExpression = (text: string): boolean => /[$#]\{/.test(text)
