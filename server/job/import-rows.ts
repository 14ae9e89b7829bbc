import { sql } from 'kysely'
import { columnsOf, type Import } from '#contract/job/importing.ts'
import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { type Fragment, run } from '../base/database/db.ts'
import { identifier } from '../engine/column-types.ts'
import type { UserCtx } from '../engine/context.ts'
import { rowFilter } from '../engine/scope.ts'
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

const keyOf = ({ key, anyCase }: Import, value: Readonly<Record<string, unknown>>): string => {
  const keyText = key.map((name) => String(value[name] ?? '')).join('\n')
  return anyCase ? keyText.toLowerCase() : keyText
}

/** Ids of existing rows by their import key. */
const findExistingIds = async (ctx: UserCtx, spec: Import, values: readonly Readonly<Record<string, unknown>>[]) => {
  const firstName = spec.key[0] as string
  const firsts = values.map((value) => String(value[firstName] ?? ''))
  const keyColumns = sql.join(spec.key.map((name) => sql`${identifier(name)}::text as ${sql.id(name)}`))
  const hasFirst: Fragment = spec.anyCase
    ? sql`lower(${identifier(firstName)}) = any(${firsts.map((one) => one.toLowerCase())})`
    : sql`${identifier(firstName)} = any(${firsts})`
  const rows = await run<Record<string, string> & { id: string }>(
    ctx.db,
    sql`select id::text, ${keyColumns} from ${identifier(spec.entity.name)}
      where ${hasFirst} and ${rowFilter(ctx, spec.entity)}`,
  )
  return new Map(rows.map((row) => [keyOf(spec, row), row.id]))
}

const existsMessage: Text = [
  '{0}已存在；如需更新，请勾选“覆盖已有数据”',
  '{0} already exists; to update it, select “Overwrite existing data”',
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
  const parsedLines = await readCells(ctx, entities, spec, lines)
  const idsByKey = await findExistingIds(
    ctx,
    spec,
    parsedLines.map(({ value }) => value),
  )
  const validatedLines = parsedLines.map(({ line, value, faults }): ValidatedLine => {
    const id = idsByKey.get(keyOf(spec, value)) ?? null
    const faultyFields = new Set(faults.map(({ field }) => field))
    const checked = check(fields, value, { mode: id ? 'change' : 'new' })
    const extraFaults = checked.faults
      .filter(({ at }) => !faultyFields.has(at))
      .map(({ at, text }) => ({ field: at, text }))
    return {
      line,
      value: checked.value,
      faults: [...faults, ...extraFaults],
      id,
      key: keyOf(spec, value),
      parentLine: null,
    }
  })
  markExisting(spec, validatedLines, isCovered)
  markDuplicates(spec, validatedLines)
  linkParents(spec, validatedLines)
  return validatedLines
}

const labelOf = (spec: Import, name: string): Text => (spec.entity.fields as Fields)[name]?.label ?? [name, name]

const markExisting = (spec: Import, validatedLines: readonly ValidatedLine[], isCovered: boolean) => {
  const name = spec.key.at(-1) as string
  for (const { id, faults } of validatedLines)
    if (id && !isCovered) faults.push({ field: name, text: fill(existsMessage, labelOf(spec, name)) })
}

/** Unique values must be unique within the sheet too. */
const markDuplicates = (spec: Import, validatedLines: readonly ValidatedLine[]) => {
  const unique = columnsOf(spec).filter(([name, field]) => field.unique && !spec.key.includes(name))
  const groups = [spec.key, ...unique.map(([name]) => [name])]
  for (const names of groups) {
    const firsts = new Map<string, number>()
    for (const { line, value, key, faults } of validatedLines) {
      const uniqueValue = names === spec.key ? key : String(value[names[0] as string] ?? '')
      if (uniqueValue.trim() === '') continue
      const first = firsts.get(uniqueValue)
      const name = names.at(-1) as string
      if (first === undefined) firsts.set(uniqueValue, line.n)
      else faults.push({ field: name, text: fill(duplicateMessage, labelOf(spec, name), first) })
    }
  }
}

const linkParents = (spec: Import, validatedLines: readonly ValidatedLine[]) => {
  const byKey = new Map(validatedLines.map((one) => [one.key, one]))
  for (const one of validatedLines) {
    const names = spec.above?.(one.value)
    const parentLine = names ? byKey.get(spec.anyCase ? names.join('\n').toLowerCase() : names.join('\n')) : undefined
    one.parentLine = parentLine && parentLine !== one ? parentLine : null
  }
}

/** Sorts lines so that each comes after its parent; lines in a cycle keep their order. */
export const sortParentsFirst = (validatedLines: readonly ValidatedLine[]): ValidatedLine[] => {
  const sortedLines = new Set<ValidatedLine>()
  const visit = (one: ValidatedLine, trail: readonly ValidatedLine[]) => {
    if (sortedLines.has(one) || trail.includes(one)) return
    if (one.parentLine) visit(one.parentLine, [...trail, one])
    sortedLines.add(one)
  }
  for (const one of validatedLines) visit(one, [])
  return [...sortedLines]
}

/** The ancestors of a line, from the root. */
export const ancestorsOf = (one: ValidatedLine): ValidatedLine[] => {
  const ancestors: ValidatedLine[] = []
  for (let at = one.parentLine; at && !ancestors.includes(at) && at !== one; at = at.parentLine) ancestors.unshift(at)
  return ancestors
}
