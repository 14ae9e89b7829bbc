import { Fail } from '#contract/kit/fail.ts'
import type { Text } from '#contract/kit/text.ts'
import { calculateNumeric, compareNumeric, Decimal, type Numeric, numericOf } from './decimal.ts'
import { type Expression, hasExpression, operatorOf, parseExpression, quoted } from './juel-parser.ts'

type Variables = Readonly<Record<string, unknown>>

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

const asNumber = (value: unknown): Numeric | null => {
  if (isMissing(value) || value === '') return 0
  if (typeof value === 'number' || value instanceof Decimal) return value
  return typeof value === 'string' ? numericOf(value) : null
}

const toNumber = (value: unknown): Numeric => {
  const number = asNumber(value)
  if (number === null)
    throw new Incalculable([`${JSON.stringify(value)} 不是数字`, `${JSON.stringify(value)} is not a number`])
  return number
}

const isNumeric = (value: unknown) => typeof value === 'number' || value instanceof Decimal

const isEqual = (left: unknown, right: unknown): boolean => {
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right)
  if (typeof left === 'boolean' || typeof right === 'boolean') return toBoolean(left) === toBoolean(right)
  if (!isNumeric(left) && !isNumeric(right)) return left === right
  const [one, other] = [asNumber(left), asNumber(right)]
  return one !== null && other !== null && compareNumeric(one, other) === 0
}

/** Negative, zero or positive; null when a value is missing, for then no order holds. */
const order = (left: unknown, right: unknown): number | null => {
  if (isMissing(left) || isMissing(right)) return null
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : left > right ? 1 : 0
  return compareNumeric(toNumber(left), toNumber(right))
}

const finite = (number: Numeric): Numeric => {
  if (typeof number === 'number' && !Number.isFinite(number))
    throw new Incalculable(['结果不是有限的数', 'the result is not a finite number'])
  return number
}

const arithmetic = (operator: string) => (left: unknown, right: unknown) =>
  finite(calculateNumeric(operator, toNumber(left), toNumber(right)))

const operations: Readonly<Record<string, (left: unknown, right: unknown) => unknown>> = {
  '==': isEqual,
  '!=': (left, right) => !isEqual(left, right),
  '<': (left, right) => (order(left, right) ?? 1) < 0,
  '>': (left, right) => (order(left, right) ?? -1) > 0,
  '<=': (left, right) => (order(left, right) ?? 1) <= 0,
  '>=': (left, right) => (order(left, right) ?? -1) >= 0,
  ...Object.fromEntries(['+', '-', '*', '/', '%'].map((operator) => [operator, arithmetic(operator)])),
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
  return operator === '!' ? !toBoolean(value) : operations['-']?.(0, value)
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
      // the parser rounds what the text says
      return typeof node.value === 'number' ? (numericOf(String(node.raw)) ?? node.value) : node.value
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
    const value = calculate(tree, variables)
    // a number of its own kind leaves as text, like the ids of the platform
    return value instanceof Decimal ? String(value) : value
  } catch (error) {
    if (!(error instanceof Incalculable)) throw error
    throw new ExpressionFail(text, error.reason, error.missing)
  }
}

/** The value of an attribute: of its expression, or the text itself, as in assignee="123". */
export const resolve = (text: string, variables: Variables): unknown =>
  hasExpression(text) ? evaluate(text, variables) : text
