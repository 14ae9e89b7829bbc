import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { type FormValues, rowIdOf } from './form-values.ts'

interface Fault {
  readonly at: string
  readonly msg: string
}

/** Where a fault is: the groups around its field, and its path without the rows, which is the same for all rows of a list. */
export interface FaultPlace {
  readonly groups: readonly Text[]
  /** The same groups without the numbers of rows. */
  readonly list?: readonly Text[]
  readonly column: string
}

const rowWords = ([zh, en]: Text, n: number): Text => (n ? [`${zh}第${n}条`, `${en}, row ${n}`] : [zh, en])

/** The place of a fault in a form: 5G 终端第3条. A field that is in no group has no groups; an unknown path neither. */
export const placeOfFault = (fields: Fields, at: string, values: FormValues): FaultPlace => {
  const [name = '', ...rest] = at.split('.')
  const field = fields[name]
  if (!field || rest.length === 0) return { groups: [], column: at }
  const inner = (values[name] ?? {}) as FormValues
  const rows = field.kind === 'many' ? (Array.isArray(values[name]) ? (values[name] as FormValues[]) : []) : null
  const i = rows ? rows.findIndex((row, n) => rowIdOf(row, n) === rest[0]) : -1
  const below = placeOfFault(
    field.fields ?? {},
    (rows ? rest.slice(1) : rest).join('.'),
    rows ? (rows[i] ?? {}) : inner,
  )
  return {
    groups: [rows ? rowWords(field.label, i + 1) : field.label, ...below.groups],
    list: [field.label, ...(below.list ?? below.groups)],
    column: `${name}.${rows ? '*.' : ''}${below.column}`,
  }
}

/** More equal faults than these are shown as one line. */
export const maxEqualFaults = 5

/** Faults in their order; those with the same message in the same column of a list are together, where the first of them was. */
export const groupFaults = <F extends Fault>(
  faults: readonly F[],
  columnOf: (at: string) => string,
): readonly (readonly F[])[] => {
  const groups = new Map<string, F[]>()
  for (const fault of faults) {
    const key = `${columnOf(fault.at)} ${fault.msg}`
    groups.set(key, [...(groups.get(key) ?? []), fault])
  }
  // a few are shorter one by one, each at its own place
  const folded = new Set([...groups.values()].filter((group) => group.length > maxEqualFaults).flat())
  return faults.flatMap((fault) => {
    if (!folded.has(fault)) return [[fault]]
    const group = groups.get(`${columnOf(fault.at)} ${fault.msg}`) as F[]
    return group[0] === fault ? [group] : []
  })
}

/** The words before a message: 5G 终端第3条：; nothing for a field that is in no group. */
export const groupWords = (groups: readonly Text[]): Text =>
  groups.length
    ? [`${groups.map(([zh]) => zh).join(' › ')}：`, `${groups.map(([, en]) => en).join(' › ')}: `]
    : ['', '']
