import { columnsOf, type Import } from '#contract/job/importing.ts'
import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fold } from '#contract/kit/fold.ts'
import { normalizeByRule } from '#contract/kit/normalize.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier } from '../../engine/column-types.ts'
import type { UserCtx } from '../../engine/context.ts'
import { rowFilter } from '../../engine/scope.ts'
import { type ParsedLine, readCells } from './import-cells.ts'
import type { Line } from './import-sheet.ts'

/** A validated line: its values, and the row it would update. It is invalid if it has faults. */
export interface ValidatedLine extends ParsedLine {
  /** The existing row to update; null for a new one. */
  readonly id: string | null
  readonly key: string
  /** Its parent line in the same sheet. */
  parentLine: ValidatedLine | null
}

type Values = Readonly<Record<string, unknown>>

/** Fields of the key in the standard form of their rules, as they are stored. */
const withStoredKey = (spec: Import, value: Values): Values => {
  const fields: Fields = spec.entity.fields
  const stored = spec.key.map((name) => {
    const one = value[name] ?? (fields[name]?.kind === 'tree' ? '0' : undefined)
    return [name, typeof one === 'string' ? normalizeByRule(fields[name]?.rule, one) : one]
  })
  return { ...value, ...Object.fromEntries(stored) }
}

/** Keys are compared folded: imp002 in a sheet is the account IMP002. */
const joinKey = (parts: readonly unknown[]): string => parts.map((part) => fold(String(part ?? ''))).join('\n')
const keyOf = ({ key }: Import, value: Values): string => joinKey(key.map((name) => value[name]))

/** A row that exists: its id, and the texts of its key as they are stored. */
type ExistingRow = Readonly<Record<string, string | null>> & { readonly id: string }

/** Existing rows by their import key; the query selects candidates by the first field of the key. */
const findExistingRows = async (ctx: UserCtx, spec: Import, values: readonly Values[]) => {
  const rowsByKey = new Map<string, ExistingRow[]>()
  const [keyField] = spec.key
  if (keyField === undefined) return rowsByKey
  const keyValues = values.map((value) => String(value[keyField] ?? ''))
  const keyColumns = sql.join(spec.key.map((name) => sql`${identifier(name)}::text as ${sql.id(name)}`))
  const folded = sql`array(select fold(value) from unnest(${keyValues}::text[]) value)`
  const rows = await run<ExistingRow>(
    ctx.db,
    sql`select id::text, ${keyColumns} from ${identifier(spec.entity.name)}
      where fold(${identifier(keyField)}) = any(${folded}) and ${rowFilter(ctx, spec.entity)}`,
  )
  for (const row of rows) rowsByKey.set(keyOf(spec, row), [...(rowsByKey.get(keyOf(spec, row)) ?? []), row])
  return rowsByKey
}

/** The values of a line with its key as the row has it: an import does not rename what it recognises in another spelling. */
const asStored = ({ entity, key }: Import, value: Values, row: ExistingRow | undefined): Values => {
  if (!row) return value
  const names = key.filter((name) => (entity.fields as Fields)[name]?.kind === 'text')
  return { ...value, ...Object.fromEntries(names.map((name) => [name, row[name]])) }
}

const existsMessage: Text = [
  '{0}已存在；如需更新，请勾选“覆盖已有数据”',
  '{0} already exists; to update it, select “Overwrite existing data”',
]
const severalMessage: Text = [
  '已有多条数据的{0}与此相同，无法确定更新哪一条',
  'Several rows have this {0}, so it is unclear which one to update',
]
const duplicateMessage: Text = ['{0}与第 {1} 行重复', '{0} duplicates row {1}']

/** Validates every line against the declaration, the other lines and the existing rows. Writes nothing. */
export const validateLines = async (
  ctx: UserCtx,
  entities: Readonly<Record<string, AnyEntity>>,
  spec: Import,
  lines: readonly Line[],
  isCovered: boolean,
): Promise<ValidatedLine[]> => {
  const fields: Fields = Object.fromEntries(columnsOf(spec))
  const initialValues = Object.fromEntries(
    columnsOf(spec).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  )
  const parsedLines = await readCells(ctx, entities, spec, lines)
  const keyedValues = parsedLines.map(({ value }) => withStoredKey(spec, value))
  const rowsByKey = await findExistingRows(ctx, spec, keyedValues)
  const validatedLines = parsedLines.map(({ line, value, faults }, i): ValidatedLine => {
    const key = keyOf(spec, keyedValues[i] as Values)
    const [row, ...others] = rowsByKey.get(key) ?? []
    const id = row?.id ?? null
    const faultyFields = new Set(faults.map(({ field }) => field))
    const checked = id
      ? check(fields, asStored(spec, value, row), { mode: 'change' })
      : check(fields, { ...initialValues, ...value }, { mode: 'new' })
    const extraFaults = checked.faults
      .filter(({ at }) => !faultyFields.has(at))
      .map(({ at, text }) => ({ field: at, text }))
    if (others.length) extraFaults.push(keyFault(spec, severalMessage))
    return { line, value: checked.value, faults: [...faults, ...extraFaults], id, key, parentLine: null }
  })
  markExisting(spec, validatedLines, isCovered)
  markDuplicates(spec, validatedLines)
  linkParents(spec, validatedLines)
  return validatedLines
}

const labelOf = (spec: Import, name: string): Text => (spec.entity.fields as Fields)[name]?.label ?? [name, name]

/** The field of the key at which its faults are reported: the last one that is not the parent. */
const keyFieldOf = ({ entity, key }: Import): string =>
  key.findLast((name) => (entity.fields as Fields)[name]?.kind !== 'tree') as string

const keyFault = (spec: Import, text: Text) => {
  const field = keyFieldOf(spec)
  return { field, text: fill(text, labelOf(spec, field)) }
}

const markExisting = (spec: Import, validatedLines: readonly ValidatedLine[], isCovered: boolean) => {
  for (const { id, faults } of validatedLines) if (id && !isCovered) faults.push(keyFault(spec, existsMessage))
}

/** Unique values must be unique within the sheet too. */
const markDuplicates = (spec: Import, validatedLines: readonly ValidatedLine[]) => {
  const unique = columnsOf(spec).filter(([name, field]) => field.unique && !spec.key.includes(name))
  const groups = [...(spec.key.length ? [spec.key] : []), ...unique.map(([name]) => [name])]
  for (const names of groups) {
    const firstLines = new Map<string, number>()
    for (const { line, value, key, faults } of validatedLines) {
      const uniqueValue = names === spec.key ? key : fold(String(value[names[0] as string] ?? ''))
      if (uniqueValue.trim() === '') continue
      const firstLine = firstLines.get(uniqueValue)
      const name = names === spec.key ? keyFieldOf(spec) : (names[0] as string)
      if (firstLine === undefined) firstLines.set(uniqueValue, line.n)
      else faults.push({ field: name, text: fill(duplicateMessage, labelOf(spec, name), firstLine) })
    }
  }
}

const linkParents = (spec: Import, validatedLines: readonly ValidatedLine[]) => {
  const byKey = new Map(validatedLines.map((line) => [line.key, line]))
  for (const line of validatedLines) {
    const names = spec.parentKey?.(line.value)
    const parentLine = names ? byKey.get(joinKey(names)) : undefined
    line.parentLine = parentLine && parentLine !== line ? parentLine : null
  }
}

/** Sorts lines so that each comes after its parent; lines in a cycle keep their order. */
export const sortParentsFirst = (validatedLines: readonly ValidatedLine[]): ValidatedLine[] => {
  const sortedLines = new Set<ValidatedLine>()
  const visit = (line: ValidatedLine, trail: readonly ValidatedLine[]) => {
    if (sortedLines.has(line) || trail.includes(line)) return
    if (line.parentLine) visit(line.parentLine, [...trail, line])
    sortedLines.add(line)
  }
  for (const line of validatedLines) visit(line, [])
  return [...sortedLines]
}

/** The ancestors of a line, from the root. */
export const ancestorsOf = (line: ValidatedLine): ValidatedLine[] => {
  const ancestors: ValidatedLine[] = []
  for (
    let parent = line.parentLine;
    parent && !ancestors.includes(parent) && parent !== line;
    parent = parent.parentLine
  )
    ancestors.unshift(parent)
  return ancestors
}
