import type { Text } from '../kit/text.ts'

/** Code of the whole country, which has no row (specification 001, section 9). */
export const rootCode = '00'
/** The whole country is the region of an account, such as of a head office, but no row of the divisions. */
export const wholeCountry: Text = ['全国', 'Whole country']

/** Levels of rows in the dictionary `region`, from 1; `digitsOf` has the number of digits that each adds to the code. */
export const levels = ['province', 'city', 'district', 'town', 'village'] as const
const digitsOf = [2, 2, 2, 3, 3] as const

/** The level of a GB/T 2260 code: six digits with zeros at the end down to districts, nine for towns, twelve for villages. */
export const levelOf = (code: string): number => {
  if (code === rootCode) return 0
  if (code.length > 6) return code.length > 9 ? 5 : 4
  return code.endsWith('0000') ? 1 : code.endsWith('00') ? 2 : 3
}

/** The prefix that the codes of this division and of all divisions below it share: 320500 → 3205; '' for the whole country. */
export const stemOf = (code: string): string =>
  code === rootCode ? '' : code.replace(/^(\d\d)(?:0000|(\d\d)00)$/, '$1$2')

/** Whether a region lies within the other one, or is it; nothing lies within no region. */
export const isRegionWithin = (region: string | null, outer: string | null): boolean =>
  region !== null && outer !== null && region.startsWith(stemOf(outer))

/** Composition of a child code: the fixed stem, its own digits, and zeros as padding. */
export interface CodeShape {
  readonly level: number
  readonly stem: string
  readonly digits: number
  readonly tail: string
}

/** The composition of codes below this one; null below a village, the lowest level. */
export const shapeBelow = (parentCode: string): CodeShape | null => {
  const level = levelOf(parentCode) + 1
  const digits = digitsOf[level - 1]
  if (digits === undefined) return null
  const stem = stemOf(parentCode)
  return { level, stem, digits, tail: '0'.repeat(Math.max(0, 6 - stem.length - digits)) }
}

/** Whether a code can be a direct child of another. */
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
 * The standard form of a child code. Clients of the family put the parent code in front of either the added digits or all six
 * digits, and remove the first 00 from that of a province.
 */
export const normalizeChildCode = (input: string, parentCode: string): string => {
  const code = input.startsWith(rootCode) ? input.slice(rootCode.length) : input
  const shape = shapeBelow(parentCode)
  const suffix = code.startsWith(parentCode) ? code.slice(parentCode.length) : code
  const candidates = [code, suffix, suffix.padEnd(6, '0'), `${shape?.stem}${suffix}${shape?.tail}`]
  return candidates.find((candidate) => isChildCode(candidate, parentCode)) ?? code
}

/** Codes that only group districts or counties, such as 市辖区: the name of the province is displayed instead. */
const groupingCode = /^(?:(?:11|12|31|50)01|5002|\d\d90)00$/

/** The code whose name is displayed for a place: that of the province for a city without a name of its own. */
export const nameSourceCode = (code: string): string => (groupingCode.test(code) ? `${code.slice(0, 2)}0000` : code)
