import { columnsOf, type Import } from '#contract/job/importing.ts'
import { check } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { run } from '../base/db.ts'
import { quoted } from '../engine/columns.ts'
import type { Ctx } from '../engine/context.ts'
import { reach } from '../engine/scope.ts'
import { type Read, readCells } from './import-cells.ts'
import type { Line } from './import-sheet.ts'

/** A line that was judged: what it would write, and to which row; wrong where there are faults. */
export interface Judged extends Read {
  /** The row that is there already. */
  readonly id: string | null
  readonly key: string
  /** The line it lies below, in the same sheet. */
  above: Judged | null
}

const keyOf = ({ key, anyCase }: Import, value: Readonly<Record<string, unknown>>): string => {
  const joined = key.map((name) => String(value[name] ?? '')).join('\n')
  return anyCase ? joined.toLowerCase() : joined
}

/** Ids of the rows these keys are known by. */
const there = async (ctx: Ctx, spec: Import, values: readonly Readonly<Record<string, unknown>>[]) => {
  const where = reach(ctx, spec.entity)
  const wrapped = (sql: string) => (spec.anyCase ? `lower(${sql})` : sql)
  const first = quoted(spec.key[0] as string)
  const firsts = values.map((value) => String(value[spec.key[0] as string] ?? ''))
  const rows = await run<Record<string, string> & { id: string }>(ctx.db, {
    text: `select id::text, ${spec.key.map((name) => `${quoted(name)}::text as "${name}"`).join(', ')} from ${quoted(spec.entity.name)}
      where ${wrapped(first)} = any(?) and ${where.text}`,
    values: [spec.anyCase ? firsts.map((one) => one.toLowerCase()) : firsts, ...where.values],
  })
  return new Map(rows.map((row) => [keyOf(spec, row), row.id]))
}

const takenWords: Text = [
  '{0}已存在；如需更新，请勾选“覆盖已有数据”',
  '{0} already exists; tick “Replace what is there” to update it',
]
const twiceWords: Text = ['{0}与第 {1} 行重复', '{0} is the same as in row {1}']

/** Every line of an upload against the declaration, the other lines, and what is there. Nothing is written. */
export const judge = async (
  ctx: Ctx,
  entities: Readonly<Record<string, AnyEntity>>,
  spec: Import,
  lines: readonly Line[],
  isCovered: boolean,
): Promise<Judged[]> => {
  const fields: Fields = Object.fromEntries(columnsOf(spec))
  const reads = await readCells(ctx, entities, spec, lines)
  const known = await there(
    ctx,
    spec,
    reads.map(({ value }) => value),
  )
  const judged = reads.map(({ line, value, faults }): Judged => {
    const id = known.get(keyOf(spec, value)) ?? null
    const seen = new Set(faults.map(({ field }) => field))
    const checked = check(fields, value, { mode: id ? 'change' : 'new' })
    const also = checked.faults.filter(({ at }) => !seen.has(at)).map(({ at, text }) => ({ field: at, text }))
    return { line, value: checked.value, faults: [...faults, ...also], id, key: keyOf(spec, value), above: null }
  })
  markTaken(spec, judged, isCovered)
  markTwice(spec, judged)
  hang(spec, judged)
  return judged
}

const labelOf = (spec: Import, name: string): Text => (spec.entity.fields as Fields)[name]?.label ?? [name, name]

const markTaken = (spec: Import, judged: readonly Judged[], isCovered: boolean) => {
  const name = spec.key.at(-1) as string
  for (const { id, faults } of judged)
    if (id && !isCovered) faults.push({ field: name, text: fill(takenWords, labelOf(spec, name)) })
}

/** What has to be unique is so within the sheet too. */
const markTwice = (spec: Import, judged: readonly Judged[]) => {
  const unique = columnsOf(spec).filter(([name, field]) => field.unique && !spec.key.includes(name))
  const groups = [spec.key, ...unique.map(([name]) => [name])]
  for (const names of groups) {
    const firsts = new Map<string, number>()
    for (const { line, value, key, faults } of judged) {
      const own = names === spec.key ? key : String(value[names[0] as string] ?? '')
      if (own.trim() === '') continue
      const first = firsts.get(own)
      const name = names.at(-1) as string
      if (first === undefined) firsts.set(own, line.n)
      else faults.push({ field: name, text: fill(twiceWords, labelOf(spec, name), first) })
    }
  }
}

const hang = (spec: Import, judged: readonly Judged[]) => {
  const byKey = new Map(judged.map((one) => [one.key, one]))
  for (const one of judged) {
    const names = spec.above?.(one.value)
    const above = names ? byKey.get(spec.anyCase ? names.join('\n').toLowerCase() : names.join('\n')) : undefined
    one.above = above && above !== one ? above : null
  }
}

/** Lines in an order in which each comes after the one it lies below; those in a circle as they stand. */
export const inOrder = (judged: readonly Judged[]): Judged[] => {
  const placed = new Set<Judged>()
  const place = (one: Judged, trail: readonly Judged[]) => {
    if (placed.has(one) || trail.includes(one)) return
    if (one.above) place(one.above, [...trail, one])
    placed.add(one)
  }
  for (const one of judged) place(one, [])
  return [...placed]
}

/** The lines above one, from the top. */
export const aboves = (one: Judged): Judged[] => {
  const found: Judged[] = []
  for (let at = one.above; at && !found.includes(at) && at !== one; at = at.above) found.unshift(at)
  return found
}
