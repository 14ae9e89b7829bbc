import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, type Fields, nameKey } from '#contract/kit/field.ts'
import { say } from '#contract/kit/text.ts'
import { base } from '#contract/kit/verbs.ts'
import type { Changed } from '#contract/log/audit.ts'
import { words } from '#contract/words.ts'
import { wireTime } from '../base/clock.ts'
import { run } from '../base/db.ts'
import type { Ctx } from '../engine/context.ts'
import { named } from '../engine/labels.ts'
import { isPersonal, maskPersonal } from './masked.ts'
import { exportFields, notedFields } from './noted-fields.ts'

const all: Readonly<Record<string, AnyEntity>> = entities

type Picture = Readonly<Record<string, unknown>>

/** Ids are greater than numbers of JavaScript can be: they stay the digits they are. */
const parsed = (text: string | null): Picture | null =>
  text === null
    ? null
    : (JSON.parse(
        text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (one) => (one.startsWith('"') ? one : `"${one}"`)),
      ) as Picture)

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, c: string) => c.toUpperCase())
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/

/** A value of a picture as it travels in a row: lists joined, times as the wire writes them. */
const onWire = (value: unknown): unknown => {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join(',')
  return typeof value === 'string' && moment.test(value) ? wireTime(new Date(value)) : value
}

const rowOf = (picture: Picture | null): Record<string, unknown> =>
  Object.fromEntries(Object.entries(picture ?? {}).map(([name, value]) => [camel(name), onWire(value)]))

/** What says nothing of the change itself. */
const silent = ['id', 'tenantId', 'createUser', 'createDept', 'createTime', 'updateUser', 'updateTime', 'version']

const shown = (ctx: Ctx, name: string, field: Field | undefined, row: Record<string, unknown>): string | null => {
  const value = row[name]
  if (value === null || value === undefined || value === '') return null
  const word = row[nameKey(name)]
  if (field && typeof word === 'string' && nameKey(name) !== name) return word
  if (field?.kind === 'flag') return say(value === 1 ? words.yes : words.no, ctx.lang)
  if (typeof value === 'object') return JSON.stringify(value, null, 1)
  return isPersonal(name) ? maskPersonal(String(value)) : String(value)
}

/** What a line of the audit changed, value by value, in words where values have any. */
export const changesOf = async (ctx: Ctx, entity: string, id: string): Promise<Changed[]> => {
  const [kept] = await run<{ before: string | null; after: string | null }>(ctx.db, {
    text: 'select before::text, after::text from audit where id = ?',
    values: [id],
  })
  const own = all[entity]?.fields as Fields | undefined
  const fields: Fields = { ...base, ...own, ...notedFields[entity], ...exportFields }
  const [before, after] = [rowOf(parsed(kept?.before ?? null)), rowOf(parsed(kept?.after ?? null))]
  const quiet = [...silent, ...(own?.status ? [] : ['status']), ...(before.isDeleted === 1 ? [] : ['isDeleted'])]
  const names = [...new Set([...Object.keys(fields), ...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !quiet.includes(name) && JSON.stringify(before[name] ?? null) !== JSON.stringify(after[name] ?? null),
  )
  await named(ctx, fields, [before, after])
  return names.map((name) => ({
    name,
    label: fields[name] ? say(fields[name].label, ctx.lang) : name,
    before: shown(ctx, name, fields[name], before),
    after: shown(ctx, name, fields[name], after),
  }))
}
