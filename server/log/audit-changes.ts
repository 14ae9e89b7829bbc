import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, type Fields, nameKey, split } from '#contract/kit/field.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import type { FieldChange } from '#contract/log/audit.ts'
import { partOf } from '#contract/project/parts.ts'
import { words } from '#contract/words.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { maskPersonal } from '../base/process/personal-data.ts'
import type { Ctx } from '../engine/context.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { hiddenFields } from '../engine/scope.ts'
import { auditFields, auditListFields, exportFields, importFields, refusalFields } from './audit-fields.ts'
import { describeExport } from './export-words.ts'
import { isPersonal } from './mask.ts'

/** The labels on the path to a place in a part; a row of a list has the label of the list. */
const labelPathOf = (fields: Fields, [name = '', ...rest]: readonly string[]): Text[] => {
  const field = fields[name]
  if (!field) return []
  return [field.label, ...labelPathOf(field.fields ?? {}, field.kind === 'many' ? rest.slice(1) : rest)]
}

/** The places changed by a save of a part, as labels; `verb` is `save:<part>` (server/project/draft/stored-parts.ts). */
const describePlaces = (verb: string, places: string, lang: Lang): string => {
  const fields = partOf(verb.replace('save:', ''))?.fields ?? {}
  const labels = split(places).map((at) => {
    const trail = labelPathOf(fields, at.split('.')).map((label) => localize(label, lang))
    return trail.join(' › ') || at
  })
  return [...new Set(labels)].join(localize(['、', ', '], lang))
}

const entitiesByName: Readonly<Record<string, AnyEntity>> = entities

type Snapshot = Readonly<Record<string, unknown>>

/** Parses a snapshot with ids (16 digits or more) as strings, as they exceed JavaScript's safe integers. */
const parseSnapshot = (text: string | null): Snapshot | null =>
  text === null
    ? null
    : (JSON.parse(
        text.replace(/"(?:[^"\\]|\\[\s\S])*"?|-?\d+(?:\.\d+)?/g, (match) =>
          /^-?\d{16,}$/.test(match) ? `"${match}"` : match,
        ),
      ) as Snapshot)

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const isoTimestamp = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** A snapshot value in wire format: lists joined with commas, times as wire times. */
const wireValueOf = (value: unknown): unknown => {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return typeof value === 'string' && isoTimestamp.test(value) ? wireTime(new Date(value)) : value
}

const rowOf = (snapshot: Snapshot | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(snapshot ?? {}).map(([name, value]) => [camel(name), wireValueOf(value)]))

/** Names of menus by code, in the caller's language, with buttons grouped by page: 通知公告 · 新增、编辑. */
const describeMenus = async (ctx: Ctx, codes: readonly string[]): Promise<string[]> => {
  const rows = await run<{ code: string; name: string; page: string | null }>(
    ctx.db,
    sql`with named as (
        select id, parent_id, code, category,
          case when ${ctx.lang} = 'en' then coalesce(nullif(name_en, ''), name) else name end as name
        from menu where is_deleted = 0)
      select m.code, m.name, case when m.category = 2 then p.name end as page
      from named m left join named p on p.id = m.parent_id where m.code = any(${codes}::text[])`,
  )
  const menusByCode = new Map(rows.map((row) => [row.code, row]))
  const pages = new Map<string, string[]>()
  for (const code of codes) {
    const { name = code, page = null } = menusByCode.get(code) ?? {}
    const buttons = pages.get(page ?? name) ?? []
    pages.set(page ?? name, page ? [...buttons, name] : buttons)
  }
  const comma = localize(['、', ', '], ctx.lang)
  return [...pages].map(([page, buttons]) => (buttons.length ? `${page} · ${buttons.join(comma)}` : page))
}

/** The names removed from a list and added to it. */
const listChange = async (ctx: Ctx, name: string, before: unknown, after: unknown) => {
  const [itemsBefore = [], itemsAfter = []] = [before, after].map((value) =>
    split(value === null || value === undefined ? '' : String(value)),
  )
  const namesOf = (codes: string[]) => (name === 'menus' ? describeMenus(ctx, codes) : codes)
  const removed = itemsBefore.filter((item) => !itemsAfter.includes(item))
  const added = itemsAfter.filter((item) => !itemsBefore.includes(item))
  return { removed: await namesOf(removed), added: await namesOf(added) }
}

/** Technical fields that are left out of the changes. */
const ignoredFields = [
  'id',
  'tenantId',
  'createUser',
  'createDept',
  'createTime',
  'updateUser',
  'updateTime',
  'version',
]

const displayValueOf = (
  ctx: Ctx,
  name: string,
  field: Field | undefined,
  row: Record<string, unknown>,
): string | null => {
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  const displayName = row[nameKey(name)]
  if (field && typeof displayName === 'string' && nameKey(name) !== name) return displayName
  if (field?.kind === 'flag') return localize(value === 1 || value === true ? words.yes : words.no, ctx.lang)
  if (typeof value === 'object') return JSON.stringify(value, null, 1)
  return isPersonal(name) ? maskPersonal(String(value)) : String(value)
}

const sheetFields: Fields = { ...exportFields, ...importFields, ...refusalFields }

/** The values after a change; those that are no columns of a row in words. */
const describeAfter = async (ctx: Ctx, verb: string, fields: Fields, snapshot: Snapshot | null) => {
  const after = rowOf(snapshot)
  // entries of earlier versions have the text in one language
  for (const name of ['refusal', 'result'])
    if (Array.isArray(snapshot?.[name])) after[name] = localize(snapshot[name] as unknown as Text, ctx.lang)
  if (typeof after.changed === 'string') after.changed = describePlaces(verb, after.changed, ctx.lang)
  // entries of earlier versions have another name
  if (verb === 'import') return { ...after, omitted: after.omitted ?? after.left, left: null }
  return verb === 'export' ? describeExport(ctx, { ...base, ...fields }, after) : after
}

/** The changes of these fields, with display names where values have them. */
export const describeChanges = async (
  ctx: Ctx,
  fields: Fields,
  names: readonly string[],
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<FieldChange[]> => {
  await addDisplayNames(ctx, fields, [before, after])
  return Promise.all(
    names.map(async (name) => {
      const label = fields[name] ? localize(fields[name].label, ctx.lang) : name
      if (auditListFields.includes(name))
        return { name, label, before: null, after: null, list: await listChange(ctx, name, before[name], after[name]) }
      const [displayBefore, displayAfter] = [before, after].map((row) => displayValueOf(ctx, name, fields[name], row))
      return { name, label, before: displayBefore ?? null, after: displayAfter ?? null }
    }),
  )
}

/** The changes an audit entry records, field by field, with display names where values have them. */
export const changesOf = async (ctx: Ctx, entity: string, id: string): Promise<FieldChange[]> => {
  const [auditRow] = await run<{ verb: string; before: string | null; after: string | null }>(
    ctx.db,
    sql`select verb, before::text, after::text from audit where id = ${id}`,
  )
  const entityFields = entitiesByName[entity]?.fields as Fields | undefined
  const fields: Fields = { ...base, ...entityFields, ...auditFields[entity], ...sheetFields }
  const before = rowOf(parseSnapshot(auditRow?.before ?? null))
  const snapshotAfter = parseSnapshot(auditRow?.after ?? null)
  const after = await describeAfter(ctx, auditRow?.verb ?? '', entityFields ?? {}, snapshotAfter)
  const skippedFields = [
    ...ignoredFields,
    ...(entityFields?.status ? [] : ['status']),
    ...(before.isDeleted === 1 ? [] : ['isDeleted']),
  ]
  const ofEntity = entitiesByName[entity]
  const hidden = ofEntity ? hiddenFields(ctx.actor, ofEntity) : new Set<string>()
  const names = [...new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      !hidden.has(name) &&
      !skippedFields.includes(name) &&
      JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  return describeChanges(ctx, fields, names, before, after)
}
