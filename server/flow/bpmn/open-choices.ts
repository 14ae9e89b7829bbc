import type { Outline } from '#contract/flow/outline.ts'
import { asBoolean } from './compile.ts'
import { evaluate } from './juel.ts'
import { pathsIn } from './variable-reads.ts'

/** A place where no flow may be taken, with values for which that happens. */
export interface OpenChoice {
  readonly elementId: string
  readonly values: Readonly<Record<string, unknown>>
}

const maxCombinations = 2000

const numberPattern = /\b\d+(?:\.\d+)?\b/g
const textPattern = /'([^']*)'|"([^"]*)"/g

/** Values at which conditions can turn: below, at and above each number that they name, and each text. */
const turningPoints = (conditions: readonly string[]): readonly unknown[] => {
  const texts = conditions.flatMap((one) =>
    [...one.matchAll(textPattern)].map(([, single, double]) => single ?? double),
  )
  const numbers = conditions
    .flatMap((one) => one.replace(textPattern, '').match(numberPattern) ?? [])
    .flatMap((one) => [Number(one) - 1, Number(one), Number(one) + 1])
  return [...new Set([...texts, ...numbers])]
}

/** Every combination of the values of the variables, the first ones only if there are too many. */
const combinationsOf = (names: readonly string[], valuesOf: (name: string) => readonly unknown[]) =>
  names.reduce<readonly Readonly<Record<string, unknown>>[]>(
    (all, name) =>
      all.flatMap((one) => valuesOf(name).map((value) => ({ ...one, [name]: value }))).slice(0, maxCombinations),
    [{}],
  )

/** Null if it cannot be calculated with these values, which then are not those that it is meant for. */
const isTrue = (condition: string, values: Readonly<Record<string, unknown>>): boolean | null => {
  try {
    return evaluate(asBoolean(condition), values) === true
  } catch {
    return null
  }
}

/**
 * Elements that are left by conditions only, without a default flow, with values for which none of them is true: the process would
 * stand still there. Values are tried, at the points that the conditions name, so conditions that cover everything are not found.
 */
export const openChoices = ({ nodes, flows }: Outline): readonly OpenChoice[] =>
  Object.keys(nodes).flatMap((id) => {
    const out = flows.filter(({ source }) => source === id)
    const conditions = out.flatMap(({ condition, isDefault }) => (condition && !isDefault ? [condition] : []))
    if (conditions.length === 0 || conditions.length < out.length) return []
    const names = [...new Set(conditions.flatMap((one) => pathsIn(one)))]
    // a member of a value, and the list of a business, have values that nobody can guess
    if (names.some((name) => name.includes('.'))) return []
    const points = turningPoints(conditions)
    const valuesOf = (name: string) => (name === 'pass' || points.length === 0 ? [true, false] : points)
    const values = combinationsOf(names, valuesOf).find((one) =>
      conditions.every((each) => isTrue(each, one) === false),
    )
    return values ? [{ elementId: id, values }] : []
  })
