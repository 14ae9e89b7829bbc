/** Code of the whole country, which is no row (specification 001, section 9). */
export const rootCode = '00'

/** Levels of the dictionary `region` that rows have, from 1: the code's stem of each, and how many digits it adds. */
export const levels = ['province', 'city', 'district', 'town', 'village'] as const
const digitsOf = [2, 2, 2, 3, 3] as const

/** The level of a GB/T 2260 code: six digits with zeros at the end down to districts, nine for towns, twelve for villages. */
export const levelOf = (code: string): number => {
  if (code === rootCode) return 0
  if (code.length > 6) return code.length > 9 ? 5 : 4
  return code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3
}

/** The digits of a code that those of all divisions below it begin with. */
const stemOf = (code: string): string =>
  code === rootCode ? '' : code.replace(/^(\d{6})$/, (six) => six.replace(/(00)+$/, ''))

/** How a code right below another is put together: a stem that stands, digits of its own, zeros that fill it up. */
export interface CodeShape {
  readonly level: number
  readonly stem: string
  readonly digits: number
  readonly tail: string
}

/** Null below a village, where nothing lies. */
export const shapeBelow = (parentCode: string): CodeShape | null => {
  const level = levelOf(parentCode) + 1
  const digits = digitsOf[level - 1]
  if (digits === undefined) return null
  const stem = stemOf(parentCode)
  return { level, stem, digits, tail: '0'.repeat(Math.max(0, 6 - stem.length - digits)) }
}

/** Whether a code can stand right below another. */
export const isChildCode = (code: string, parentCode: string): boolean => {
  const shape = shapeBelow(parentCode)
  if (!shape) return false
  const digits = code.slice(shape.stem.length, shape.stem.length + shape.digits)
  return (
    code === shape.stem + digits + shape.tail &&
    /^\d+$/.test(digits) &&
    digits.length === shape.digits &&
    Number(digits) > 0
  )
}

/**
 * The code that is meant: clients of the family put the code above before the own digits, which are those that are added or
 * the six, and cut the first 00 out of a province's.
 */
export const normalizeChildCode = (input: string, parentCode: string): string => {
  const code = input.startsWith(rootCode) ? input.slice(rootCode.length) : input
  const shape = shapeBelow(parentCode)
  const suffix = code.startsWith(parentCode) ? code.slice(parentCode.length) : code
  const candidates = [code, suffix, suffix.padEnd(6, '0'), `${shape?.stem}${suffix}${shape?.tail}`]
  return candidates.find((one) => isChildCode(one, parentCode)) ?? code
}

/** Codes that only hold districts or counties together, such as 市辖区: people name the province in their place. */
const groupingCode = /^(?:(?:11|12|31|50)01|5002|\d\d90)00$/

/** The code by whose name a place is read: that of the province for a city that has no name of its own. */
export const nameSourceCode = (code: string): string => (groupingCode.test(code) ? `${code.slice(0, 2)}0000` : code)
