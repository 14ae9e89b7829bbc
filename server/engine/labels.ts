import { consoleWords } from '#contract/console-words.ts'
import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { hasName, isMultiple, typeOf } from '#contract/kit/kinds.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { grants } from '#contract/system/grants.ts'
import { nameSourceCode, rootCode, wholeCountry } from '#contract/system/region-code.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { cachedUntilChanged } from './cache.ts'
import { identifier } from './column-types.ts'
import type { Ctx } from './context.ts'
import { tenantFilter } from './scope.ts'
import { targetEntity } from './targets.ts'

type Names = ReadonlyMap<string, Text>

/** Both names of a row; the Chinese name replaces a missing English one. */
export const bothNames = (row: { readonly name: string; readonly nameEn: string | null }): Text => [
  row.name,
  row.nameEn || row.name,
]
const comma: Text = ['，', ', ']
/** The parent of a root. */
const top: Text = consoleWords.topLevel

/** All dictionaries: code → key → name. Includes sealed entries, so that values chosen earlier still have a name. */
export const dictionaries = cachedUntilChanged(['dict'], async (db) => {
  const rows = await db
    .selectFrom('dict')
    .select(['code', 'dictKey', 'dictValue', 'dictValueEn'])
    .where('isDeleted', '=', 0)
    .where('parentId', '<>', '0')
    .execute()
  const namesByCode = new Map<string, Map<string, Text>>()
  for (const { code, dictKey, dictValue, dictValueEn } of rows) {
    const names = namesByCode.get(code) ?? new Map<string, Text>()
    names.set(dictKey ?? '', [dictValue, dictValueEn || dictValue])
    namesByCode.set(code, names)
  }
  return namesByCode as ReadonlyMap<string, Names>
})

const regions = cachedUntilChanged(['region'], async (db) => {
  const rows = await db.selectFrom('region').select(['code', 'name', 'nameEn']).where('isDeleted', '=', 0).execute()
  return new Map(rows.map((row) => [row.code, bothNames(row)]))
})

const regionsAndCountry = cachedUntilChanged(
  ['region'],
  async (_db, ctx) => new Map([[rootCode, wholeCountry], ...(await regions(ctx))]) as Names,
)

const industries = cachedUntilChanged(['industry'], async (db) => {
  const rows = await db.selectFrom('industry').select(['code', 'name', 'nameEn']).execute()
  return new Map(rows.map((row) => [row.code, bothNames(row)]))
})

const grantNames: Names = new Map<string, Text>(grants)

const refNames = async (ctx: Ctx, name: string, ids: readonly string[]): Promise<Names> => {
  const target = targetEntity(ctx.app, name)
  if (!target || ids.length === 0) return new Map()
  const title = identifier(target.title)
  const english = `${target.title}En`
  const englishColumn = english in target.fields ? sql`, ${identifier(english)} as english` : sql``
  const rows = await run<{ id: string; title: string; english?: string }>(
    ctx.db,
    sql`select id::text, ${title} as title ${englishColumn} from ${identifier(name)}
      where id = any(${ids}::bigint[]) and ${tenantFilter(ctx.actor, target)}`,
  )
  return new Map([['0', top], ...rows.map(({ id, title, english }) => [id, [title, english || title]] as const)])
}

const maxRememberedLists = 1000
const rememberedLists = new WeakMap<Names, Map<string, string>>()

/** Remembers the joined names of a list of values: rows often have equal lists, and a dictionary that changes is another object. */
const rememberNames = (names: Names, lang: Lang, joined: (values: string) => string) => {
  const texts = rememberedLists.get(names) ?? new Map<string, string>()
  rememberedLists.set(names, texts)
  return (values: string): string => {
    const key = `${lang}${values}`
    const known = texts.get(key)
    if (known !== undefined) return known
    if (texts.size >= maxRememberedLists) texts.clear()
    const text = joined(values)
    texts.set(key, text)
    return text
  }
}

type AnyRow = Record<string, unknown>
const valuesOf = (field: Field, value: unknown): string[] =>
  value === null || value === undefined ? [] : isMultiple(field.kind) ? split(String(value)) : [String(value)]

const choiceNames = new WeakMap<Field, Names>()
const choiceNamesOf = (field: Field): Names => {
  const names = choiceNames.get(field) ?? new Map(field.choices?.map(([value, label]) => [String(value), label]))
  choiceNames.set(field, names)
  return names
}

const namesFor = async (ctx: Ctx, name: string, field: Field, rows: readonly AnyRow[]): Promise<Names | null> => {
  if (field.kind === 'choice') return choiceNamesOf(field)
  if (typeOf(field) === 'dictionary') return (await dictionaries(ctx)).get(field.of ?? '') ?? new Map()
  if (field.of === 'grant') return grantNames
  if (typeOf(field) === 'classification') return field.of === 'industry' ? industries(ctx) : regionsAndCountry(ctx)
  if (!field.of) return null
  const ids = new Set(rows.flatMap((row) => valuesOf(field, row[name])))
  return refNames(ctx, field.of, [...ids])
}

/** A field whose values have names, and the key of the name in a row. */
type NamedField = readonly [name: string, field: Field, key: string]

const namedFields = new WeakMap<Fields, readonly NamedField[]>()
const namedFieldsOf = (fields: Fields): readonly NamedField[] => {
  const known = namedFields.get(fields)
  if (known) return known
  const named = Object.entries(fields).flatMap(([name, field]): NamedField[] =>
    hasName(field) ? [[name, field, nameKey(name)]] : [],
  )
  namedFields.set(fields, named)
  return named
}

/** The text of a stored value, in the caller's language. */
const nameTextOf = (field: Field, names: Names, lang: Lang): ((value: string) => string) => {
  const isRegion = field.of === 'region'
  const nameOf = (value: string) => {
    const name = names.get(isRegion ? nameSourceCode(value) : value)
    if (name) return localize(name, lang)
    return field.kind === 'tree' && value === '0' ? localize(top, lang) : value
  }
  if (!isMultiple(field.kind)) return nameOf
  const separator = localize(comma, lang)
  return rememberNames(names, lang, (values) => split(values).map(nameOf).join(separator))
}

/** Adds the display names of coded values and references, in the caller's language; at most one query for each field. */
export const addDisplayNames = async <R extends AnyRow>(ctx: Ctx, fields: Fields, rows: R[]): Promise<R[]> => {
  if (rows.length === 0) return rows
  for (const [name, field, key] of namedFieldsOf(fields)) {
    const names = await namesFor(ctx, name, field, rows)
    if (!names) continue
    const nameText = nameTextOf(field, names, ctx.lang)
    const given = field.nameFrom
    const translated = given && `${given}${localize(['', 'En'], ctx.lang)}`
    for (const row of rows as AnyRow[]) {
      const value = row[name]
      const text = value === null || value === undefined ? '' : nameText(String(value))
      row[key] = (translated && row[translated]) || (given && row[given]) || text || null
    }
  }
  return rows
}

/** The name of one dictionary value; undefined if there is none. */
export const dictName = async (ctx: Ctx, dict: string, key: string | number): Promise<Text | undefined> =>
  (await dictionaries(ctx)).get(dict)?.get(String(key))

export const regionName = async (ctx: Ctx, code: string): Promise<Text | undefined> =>
  (await regionsAndCountry(ctx)).get(code)
export const regionNames = regions
export const industryNames = industries
