import jsep, { type Expression } from 'jsep'
import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'

export type { Expression }

type Variables = Readonly<Record<string, unknown>>

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
jsep.removeAllBinaryOps()
jsep.removeAllUnaryOps()
for (const [level, operators] of precedence.entries()) for (const one of operators) jsep.addBinaryOp(one, level + 1)
for (const one of ['!', '-', 'not', 'empty']) jsep.addUnaryOp(one)

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

const quoted = (text: string) => (text.length > 120 ? `${text.slice(0, 120)}…` : text)
const invalid = (text: string, reason: Text) =>
  new Fail([`表达式“${quoted(text)}”有误：${reason[0]}`, `The expression “${quoted(text)}” is not valid: ${reason[1]}`])

/** What cannot be calculated; `evaluate` adds the text of the expression. */
class Incalculable extends Error {
  constructor(
    readonly reason: Text,
    readonly missing: string | null = null,
  ) {
    super(reason[1])
  }
}

/** An expression that cannot be evaluated; `missing` is the variable without a value, if that is the reason. */
export class ExpressionFail extends Fail {
  constructor(
    readonly expression: string,
    reason: Text,
    readonly missing: string | null,
  ) {
    super([
      `表达式“${quoted(expression)}”无法计算：${reason[0]}`,
      `The expression “${quoted(expression)}” cannot be evaluated: ${reason[1]}`,
    ])
  }
}

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

const parse = (text: string): Expression => {
  const inner = /^\$\{([\s\S]*)\}$/.exec(text.trim())?.[1]
  if (inner === undefined || /[{}]/.test(inner.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, '')))
    throw invalid(text, [`整个值必须是一个 $\{…} 表达式`, `the whole value must be one expression, $\{…}`])
  if (inner.length > maxLength)
    throw invalid(text, [`长度超过 ${maxLength} 个字符`, `it is longer than ${maxLength} characters`])
  let tree: Expression
  try {
    tree = jsep(inner)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw invalid(text, [`无法解析（${message}）`, `it cannot be parsed (${message})`])
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

const isMissing = (value: unknown): value is null | undefined => value === null || value === undefined

/** As in the unified expression language: an empty text is false, any text but "true" as well. */
const toBoolean = (value: unknown): boolean => {
  if (isMissing(value) || value === '') return false
  if (typeof value === 'boolean') return value
  if (typeof value === 'string') return value.toLowerCase() === 'true'
  throw new Incalculable([
    `${JSON.stringify(value)} 不是“是”或“否”`,
    `${JSON.stringify(value)} is neither true nor false`,
  ])
}

const asNumber = (value: unknown): number | null => {
  if (isMissing(value) || value === '') return 0
  if (typeof value === 'number') return value
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : null
}

const toNumber = (value: unknown): number => {
  const number = asNumber(value)
  if (number === null)
    throw new Incalculable([`${JSON.stringify(value)} 不是数字`, `${JSON.stringify(value)} is not a number`])
  return number
}

const isEqual = (left: unknown, right: unknown): boolean => {
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right)
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right)
  if (typeof left === 'number' || typeof right === 'number') return asNumber(left) === asNumber(right)
  return left === right
}

/** Negative, zero or positive; null when a value is missing, for then no order holds. */
const order = (left: unknown, right: unknown): number | null => {
  if (isMissing(left) || isMissing(right)) return null
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return toNumber(left) - toNumber(right)
}

const finite = (number: number): number => {
  if (!Number.isFinite(number)) throw new Incalculable(['结果不是有限的数', 'the result is not a finite number'])
  return number
}

const operations: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => (order(left, right) ?? 1) < 0,
  '>': (left, right) => (order(left, right) ?? -1) > 0,
  '<=': (left, right) => (order(left, right) ?? 1) <= 0,
  '>=': (left, right) => (order(left, right) ?? -1) >= 0,
  '+': (left, right) => finite(toNumber(left) + toNumber(right)),
  '-': (left, right) => finite(toNumber(left) - toNumber(right)),
  '*': (left, right) => finite(toNumber(left) * toNumber(right)),
  '/': (left, right) => finite(toNumber(left) / toNumber(right)),
  '%': (left, right) => finite(toNumber(left) % toNumber(right)),
}

/** Stands for a variable or property that does not exist. */
const absent = Symbol('absent')

/** Reads own properties only: what objects inherit is code. */
const readOwn = (holder: unknown, name: string): unknown =>
  typeof holder === 'object' && holder !== null && Object.hasOwn(holder, name)
    ? (holder as Record<string, unknown>)[name]
    : absent

const nameOf = (node: Expression): string => {
  if (node.type === 'Identifier') return String(node.name)
  const property = node.property as Expression
  return node.computed ? String(property.value) : String(property.name)
}

/** The variable at the start of a property path; null if it starts with something else. */
const rootNameOf = (node: Expression): string | null => {
  if (node.type === 'MemberExpression') return rootNameOf(node.object as Expression)
  return node.type === 'Identifier' ? nameOf(node) : null
}

/** The value of a variable or of a property path, or `absent`. */
const lookUp = (node: Expression, variables: Variables): unknown => {
  if (node.type === 'Identifier') return readOwn(variables, nameOf(node))
  if (node.type !== 'MemberExpression') return calculate(node, variables)
  const holder = lookUp(node.object as Expression, variables)
  return holder === absent ? absent : readOwn(holder, nameOf(node))
}

const isEmpty = (value: unknown): boolean =>
  value === absent || isMissing(value) || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

const calculateUnary = (node: Expression, variables: Variables): unknown => {
  const argument = node.argument as Expression
  const operator = operatorOf(node)
  if (operator === 'empty') return isEmpty(lookUp(argument, variables))
  const value = calculate(argument, variables)
  return operator === '!' ? !toBoolean(value) : finite(-toNumber(value))
}

const calculateBinary = (node: Expression, variables: Variables): unknown => {
  const left = calculate(node.left as Expression, variables)
  const right = () => calculate(node.right as Expression, variables)
  const operator = operatorOf(node)
  if (operator === '||') return toBoolean(left) || toBoolean(right())
  if (operator === '&&') return toBoolean(left) && toBoolean(right())
  return operations[operator]?.(left, right())
}

const calculate = (node: Expression, variables: Variables): unknown => {
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'Identifier':
    case 'MemberExpression': {
      const value = lookUp(node, variables)
      if (value === absent)
        throw new Incalculable([`${nameOf(node)} 没有值`, `${nameOf(node)} has no value`], rootNameOf(node))
      return value
    }
    case 'UnaryExpression':
      return calculateUnary(node, variables)
    case 'ConditionalExpression':
      return calculate(
        (toBoolean(calculate(node.test as Expression, variables)) ? node.consequent : node.alternate) as Expression,
        variables,
      )
    default:
      return calculateBinary(node, variables)
  }
}

/** The value of `${…}`. A missing variable is a Fail, except in `empty x`. */
export const evaluate = (text: string, variables: Variables): unknown => {
  const tree = parseExpression(text)
  try {
    return calculate(tree, variables)
  } catch (error) {
    if (!(error instanceof Incalculable)) throw error
    throw new ExpressionFail(text, error.reason, error.missing)
  }
}

/** Whether a text contains an expression; if not, it stands for itself. */
export const hasExpression = (text: string): boolean => /[$#]\{/.test(text)

/** The value of an attribute: of its expression, or the text itself, as in assignee="123". */
export const resolve = (text: string, variables: Variables): unknown =>
  hasExpression(text) ? evaluate(text, variables) : text
