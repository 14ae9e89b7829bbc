/** A number that a JavaScript number cannot hold: `digits` / 10 ^ `scale`. */
export class Decimal {
  constructor(
    readonly digits: bigint,
    readonly scale: number,
  ) {}

  toString(): string {
    if (this.scale === 0) return String(this.digits)
    const sign = this.digits < 0n ? '-' : ''
    const text = String(this.digits < 0n ? -this.digits : this.digits).padStart(this.scale + 1, '0')
    return `${sign}${text.slice(0, -this.scale)}.${text.slice(-this.scale)}`
  }

  /** JSON has no integers of this size. */
  toJSON(): string {
    return String(this)
  }
}

export type Numeric = number | Decimal

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d+))?$/i

const decimalOf = (value: Numeric | string): Decimal => {
  if (value instanceof Decimal) return value
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = pattern.exec(String(value)) ?? []
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(`${whole}${fraction}` || '0') * 10n ** BigInt(Math.max(0, -scale))
  return new Decimal(sign === '-' ? -digits : digits, Math.max(0, scale))
}

/** 15 significant digits survive every conversion to a JavaScript number. */
const safeDigits = 15
const maxLength = 400

/** The number in a text, such as `2.5` or an id of 19 digits; null for a text that is no number. */
export const numericOf = (text: string): Numeric | null => {
  const trimmed = text.trim()
  const number = Number(trimmed)
  if (trimmed === '' || !Number.isFinite(number)) return null
  const isLong = trimmed.length > safeDigits && trimmed.length <= maxLength && pattern.test(trimmed)
  return isLong && String(number) !== trimmed ? decimalOf(trimmed) : number
}

/** Both with the same scale. */
const aligned = (left: Numeric, right: Numeric) => {
  const [a, b] = [decimalOf(left), decimalOf(right)]
  const scale = Math.max(a.scale, b.scale)
  const raise = ({ digits, scale: own }: Decimal) => digits * 10n ** BigInt(scale - own)
  return { left: raise(a), right: raise(b), scale }
}

/** Negative, zero or positive, exactly. */
export const compareNumeric = (left: Numeric, right: Numeric): number => {
  if (typeof left === 'number' && typeof right === 'number') return left - right
  const both = aligned(left, right)
  return both.left < both.right ? -1 : both.left > both.right ? 1 : 0
}

const exact: Readonly<Record<string, (left: Numeric, right: Numeric) => Decimal>> = {
  '+': (one, other) => {
    const { left, right, scale } = aligned(one, other)
    return new Decimal(left + right, scale)
  },
  '-': (one, other) => {
    const { left, right, scale } = aligned(one, other)
    return new Decimal(left - right, scale)
  },
  '*': (one, other) => {
    const [left, right] = [decimalOf(one), decimalOf(other)]
    return new Decimal(left.digits * right.digits, left.scale + right.scale)
  },
  '%': (one, other) => {
    const { left, right, scale } = aligned(one, other)
    return new Decimal(left % right, scale)
  },
}

const plain: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '%': (left, right) => left % right,
}

/**
 * A sum, difference, product, quotient or remainder. Whole numbers stay exact beyond 2 ^ 53; quotients have the precision of JavaScript.
 */
export const calculateNumeric = (operator: string, left: Numeric, right: Numeric): Numeric => {
  const number = plain[operator]?.(Number(left), Number(right)) ?? Number.NaN
  const isExact = typeof left === 'number' && typeof right === 'number' && !isBeyond(left, right, number)
  if (isExact || !Number.isFinite(number)) return number
  const result = exact[operator]?.(left, right)
  return result ? (numericOf(String(result)) ?? number) : number
}

const isBeyond = (left: number, right: number, result: number): boolean =>
  Number.isInteger(left) && Number.isInteger(right) && !Number.isSafeInteger(result)
