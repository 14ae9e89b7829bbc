import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { fold } from '#contract/kit/fold.ts'
import { typeOf } from '#contract/kit/kinds.ts'
import { fill, type Text } from '#contract/kit/text.ts'
import { rootCode, wholeCountry } from '#contract/system/region-code.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import { identifier } from '../../engine/column-types.ts'
import type { UserCtx } from '../../engine/context.ts'
import { dictionaries, industryNames, regionNames } from '../../engine/labels.ts'
import { rowFilter } from '../../engine/scope.ts'

/** What the text of a cell means: a value, or a fault if it has none or several. */
export type Meaning = { readonly value: string | number } | { readonly fault: Text }
export type Meanings = ReadonlyMap<string, Meaning>

const notFound = (field: Field, word: string): Meaning => ({
  fault: fill(['{0}中没有“{1}”', '{0}: “{1}” does not exist'], field.label, word),
})
const ambiguous = (field: Field, word: string): Meaning => ({
  fault: fill(
    ['{0}中有多个“{1}”，请输入全路径或编号', '{0}: there are several “{1}”; please enter the full path or code'],
    field.label,
    word,
  ),
})

type ValuesByName = ReadonlyMap<string, ReadonlySet<string | number>>

/** Maps each name, and each name folded, to all values that have it. */
const index = (entries: Iterable<readonly [value: string | number, names: readonly (string | null)[]]>) => {
  const [exact, folded] = [new Map<string, Set<string | number>>(), new Map<string, Set<string | number>>()]
  const add = (to: typeof exact, name: string, value: string | number) =>
    to.set(name, (to.get(name) ?? new Set()).add(value))
  for (const [value, names] of entries)
    for (const name of names) {
      if (name === null) continue
      add(exact, name, value)
      add(folded, fold(name), value)
    }
  return { exact, folded }
}

const meaningsOf = (
  field: Field,
  words: readonly string[],
  { exact, folded }: { readonly exact: ValuesByName; readonly folded: ValuesByName },
) =>
  new Map<string, Meaning>(
    words.map((word) => {
      const [value, ...others] = exact.get(word) ?? folded.get(fold(word)) ?? []
      if (value === undefined) return [word, notFound(field, word)]
      return [word, others.length ? ambiguous(field, word) : { value }]
    }),
  )

interface NamedRow {
  readonly id: string
  readonly parentId: string | null
  readonly names: readonly (string | null)[]
}

/** Fields that can identify a row of this entity: its title, its full name, and every unique text. */
const nameFields = (entity: AnyEntity): string[] => {
  const unique = Object.entries(entity.fields as Fields).filter(([, { kind, unique }]) => unique && kind === 'text')
  const full = 'fullName' in entity.fields ? ['fullName'] : []
  return [...new Set([entity.title, ...full, ...unique.map(([name]) => name)])]
}

const findRowsByName = (
  ctx: UserCtx,
  entity: AnyEntity,
  words: readonly string[],
  byId = false,
): Promise<NamedRow[]> => {
  const columns = nameFields(entity).map(identifier)
  const parent = entity.fields.parentId?.kind === 'tree' ? sql`parent_id::text` : sql`null`
  const names = sql.join(columns.map((column) => sql`${column}::text`))
  const folded = sql`array(select fold(word) from unnest(${words}::text[]) word)`
  const hasName = columns.map((column) => sql`fold(${column}) = any(${folded})`)
  const condition = byId ? sql`id = any(${words}::bigint[])` : sql.join(hasName, sql` or `)
  return run<NamedRow>(
    ctx.db,
    sql`select id::text, ${parent} as "parentId", array[${names}] as names
      from ${identifier(entity.name)} where (${condition}) and ${rowFilter(ctx, entity)}`,
  )
}

const lastOf = (path: string) => path.split('/').at(-1) as string

/** Rows by their paths from the root, such as 平台运营/技术部. Reads their parents level by level. */
const byPath = async (ctx: UserCtx, entity: AnyEntity, paths: readonly string[]) => {
  const title = entity.title
  const matches = await findRowsByName(ctx, entity, paths.map(lastOf))
  const rowsById = new Map<string, NamedRow>(matches.map((row) => [row.id, row]))
  for (let parents = matches; parents.length; ) {
    const missing = parents.flatMap(({ parentId }) =>
      parentId && parentId !== '0' && !rowsById.has(parentId) ? [parentId] : [],
    )
    parents = missing.length ? await findRowsByName(ctx, entity, [...new Set(missing)], true) : []
    for (const row of parents) rowsById.set(row.id, row)
  }
  const titleIndex = nameFields(entity).indexOf(title)
  const pathOf = (row: NamedRow | undefined, depth = 0): string =>
    row && depth < 20
      ? [pathOf(rowsById.get(row.parentId ?? ''), depth + 1), row.names[titleIndex]].filter(Boolean).join('/')
      : ''
  return matches.map((row) => [row.id, [pathOf(row)]] as const)
}

const ofEntity = async (ctx: UserCtx, entity: AnyEntity, field: Field, words: readonly string[]): Promise<Meanings> => {
  const isPath = (word: string) => entity.fields.parentId?.kind === 'tree' && word.includes('/')
  const plain = (await findRowsByName(ctx, entity, words)).map(({ id, names }) => [id, names] as const)
  const paths = words.filter(isPath)
  return meaningsOf(field, words, index([...plain, ...(paths.length ? await byPath(ctx, entity, paths) : [])]))
}

/** What these words mean for a field with codes or references; null for any other field. */
export const meanings = async (
  ctx: UserCtx,
  entities: Readonly<Record<string, AnyEntity>>,
  field: Field,
  words: readonly string[],
): Promise<Meanings | null> => {
  const { kind, of = '' } = field
  if (kind === 'choice')
    return meaningsOf(
      field,
      words,
      index((field.choices ?? []).map(([value, label]) => [value, [String(value), ...label]])),
    )
  if (typeOf(field) === 'dictionary') {
    const names = [...((await dictionaries(ctx)).get(of) ?? [])]
    return meaningsOf(field, words, index(names.map(([key, name]) => [Number(key), [key, ...name]])))
  }
  if (typeOf(field) === 'classification') {
    const names = [...(await (of === 'industry' ? industryNames : regionNames)(ctx))]
    // 00 is the whole country, which has no row
    const root = of === 'region' ? [[rootCode, [rootCode, ...wholeCountry]] as const] : []
    return meaningsOf(field, words, index([...names.map(([code, name]) => [code, [code, ...name]] as const), ...root]))
  }
  const target = entities[of]
  if (typeOf(field) === 'reference') return target ? ofEntity(ctx, target, field, words) : null
  return null
}
