import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '#contract/calls.ts'
import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import { missingText } from '#contract/kit/check.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { type Field, type Fields, secretMask } from '#contract/kit/field.ts'
import { keywordFields } from '#contract/kit/keyword.ts'
import { kinds } from '#contract/kit/kinds.ts'
import { base } from '#contract/kit/verbs.ts'
import { audit } from '#contract/log/audit.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import { type Caller, openPlatform, type Platform } from './support/platform.ts'
import {
  type CreatedRow,
  createCallOf,
  createRow,
  detailCallOf,
  listCallOf,
  removeCallOf,
  sampleRow,
  updateCallOf,
} from './support/sample-rows.ts'
import { createUserWithoutRights } from './support/scenario.ts'

/**
 * Tested elsewhere. Declarations need an open window: tests/spec/declaration-*.test.ts. Messages, logs and audit entries are created
 * by the server: tests/spec/sms.test.ts, outbox.test.ts, log-error.test.ts, log.test.ts and audit.test.ts. So are the rows of views:
 * online-users.test.ts, login-log.test.ts and locked-accounts.test.ts. Attachments are uploaded:
 * tests/spec/files.test.ts and storage.test.ts. Background jobs: export.test.ts. Leave, general matters, recommendations and process
 * models: leave.test.ts, general-matters.test.ts, recommend.test.ts and process-models.test.ts. Keys, webhooks and subscriptions to reports have calls of their own:
 * api-keys.test.ts, webhooks.test.ts and report-subscriptions.test.ts; deputies too: deputies.test.ts. Statements are only edited: site.test.ts.
 */
const testedElsewhere = [
  'apiKey',
  'attach',
  'declaration',
  'deputy',
  'smsMessage',
  'outbox',
  'logError',
  'logApi',
  'logUsual',
  'audit',
  'backgroundJob',
  'leave',
  'generalMatter',
  'publicNotice',
  'recommend',
  'flowModel',
  'statement',
  'reportSubscription',
  'webhook',
]

const all = Object.values(entities) as AnyEntity[]
const testedEntities = all.filter(({ name, isView }) => !isView && !testedElsewhere.includes(name))

/** What every change of a row changes. */
const changed = { updateTime: expect.any(String), rowVersion: expect.any(String) }

let platform: Platform
let admin: Caller

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

/** Regions are identified by their code, other entities by their id (specification 001, section 7). */
const keyOf = (entity: AnyEntity, { id, input }: CreatedRow): DraftPart =>
  entity.name === 'region' ? { code: input.code } : { id }
/** Forms query a region while its code is being typed, so an unknown one is not an error. */
const missingRowAnswer = ({ name }: AnyEntity) =>
  name === 'region' ? { status: 200, data: {} } : { status: 404, data: null }
const removeInputOf = (entity: AnyEntity, { id, input }: CreatedRow): DraftPart =>
  entity.name === 'region' ? { id: input.code } : { ids: id }

type Row = DraftPart & { id: string; children?: Row[] }
const flat = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])])

/** The ids of all rows a list returns for a filter, whatever the shape of the list. */
const listIds = async (entity: AnyEntity, filter: DraftPart = {}): Promise<string[]> => {
  const data = await admin.get(listCallOf(entity), { size: 200, ...filter })
  const rows = Array.isArray(data) ? data : (data as { records: Row[] }).records
  return flat(rows as Row[]).map(({ id }) => id)
}

/** Another number that the field accepts. */
const otherNumber = (value: number, { kind, min = 0, max = kinds[kind].max ?? value + 77 }: Field): number =>
  [value + 77, value + 1].find((one) => one <= max) ?? min

/** A value of the same kind that the row does not have. */
const otherThan = (field: Field, value: unknown): unknown => {
  if (field.kind === 'choice') return field.choices?.map(([one]) => one).find((one) => one !== value)
  if (field.kind === 'flag') return 1 - Number(value)
  if (field.kind === 'code') return value === 'C' ? 'D' : '330000'
  if (field.rule === 'year') return '1999'
  if (field.kind === 'time') return '1999-01-01 00:00:00'
  return typeof value === 'number' ? otherNumber(value, field) : field.kind === 'text' ? '没有这样的值' : '999999'
}

/** A text field that can be changed without breaking a rule: the remark, if there is one. */
const changeableField = (fields: Fields): string => {
  if (fields.remark) return 'remark'
  const entry = Object.entries(fields).find(
    ([, f]) =>
      (f.kind === 'text' || f.kind === 'longText') && !f.rule && !f.unique && !f.length && f.direction !== 'out',
  )
  if (!entry) throw new Error('No text to change.')
  return entry[0]
}

const requiredOf = (fields: Fields) =>
  Object.entries(fields).filter(([, field]) => field.required && !field.when && field.direction !== 'out')

describe.each(testedEntities.map((entity) => [entity.name, entity] as const))('%s', (_name, entity) => {
  const fields: Fields = entity.fields
  const detail = detailCallOf(entity)
  let row: CreatedRow

  beforeAll(async () => {
    row = await createRow(platform, admin, entity)
  })

  test('a new row is in the list, and each search field finds it by its value only', async () => {
    expect(await listIds(entity, { descs: 'id' })).toContain(row.id)
    for (const name of (entity.search ?? []) as string[]) {
      const field = fields[name] as Field
      const value = row.input[name] ?? { status: 1, phoneLogin: 1, batchState: 1 }[name]
      expect([name, await listIds(entity, { [`${name}_equal`]: value })]).toEqual([
        name,
        expect.arrayContaining([row.id]),
      ])
      expect([name, await listIds(entity, { [name]: value })]).toEqual([name, expect.arrayContaining([row.id])])
      const other = otherThan(field, value)
      if (other !== undefined)
        expect([name, await listIds(entity, { [name]: other })]).not.toEqual([name, expect.arrayContaining([row.id])])
    }
  })

  test('a keyword finds a new row by each text column that it searches', async () => {
    for (const name of keywordFields(entity)) {
      const value = row.input[name]
      if (typeof value !== 'string') continue
      const keyword = value.slice(0, 50)
      expect([name, await listIds(entity, { keyword })]).toEqual([name, expect.arrayContaining([row.id])])
    }
    if (keywordFields(entity).length) expect(await listIds(entity, { keyword: '没有这样的值' })).not.toContain(row.id)
  })

  test('the detail has the sent values and no secret', async () => {
    const detailRow = (await admin.get(detail, keyOf(entity, row))) as DraftPart
    for (const [name, field] of Object.entries(fields)) {
      if (field.direction === 'out') continue
      if (field.kind === 'secret') expect([name, detailRow[name]]).toEqual([name, row.input[name] ? secretMask : null])
      else if (field.kind === 'many') expect(detailRow[name]).toMatchObject(row.input[name] as object)
      else if (name in row.input) expect([name, detailRow[name]]).toEqual([name, row.input[name]])
    }
    // the row of a tenant belongs to that tenant
    const tenantId = entity.name === 'tenant' ? expect.stringMatching(/^[1-9]\d{5}$/) : '000000'
    expect(detailRow).toMatchObject({ id: row.id, tenantId, isDeleted: 0 })
  })

  test('every missing required field is rejected with its own message in both languages', async () => {
    const validInput = await sampleRow(platform, admin, entity)
    for (const [name, field] of requiredOf(fields)) {
      const { [name]: _, ...without } = validInput
      const [zh, en] = missingText(field)
      // a field with an initial value is rejected only if it is emptied
      const response = await admin.ask(
        createCallOf(entity),
        field.initial === undefined ? without : { ...without, [name]: '' },
      )
      expect(response).toMatchObject({ status: 400, success: false, msg: zh, faults: [{ at: name, msg: zh }] })
      const english = await admin.ask(createCallOf(entity), { ...without, [name]: null }, { 'blade-language': 'en-GB' })
      expect(english.msg).toBe(en)
    }
    expect(await admin.ask(createCallOf(entity), {})).toMatchObject({
      faults: requiredOf(fields).flatMap(([at, { initial }]) => (initial === undefined ? [{ at }] : [])),
    })
  })

  test('an update changes only the sent fields', async () => {
    const name = changeableField(fields)
    const before = await detailOf(row)
    const key = entity.name === 'region' ? { ...row.input } : { id: row.id }
    await admin.get(updateCallOf(entity), { ...key, [name]: '改过' })
    expect(await detailOf(row)).toEqual({ ...before, [name]: '改过', ...changed })
  })

  test('the values before an update can be restored from its audit entry (docs/decisions/0066)', async () => {
    const before = await detailOf(row)
    const key = entity.name === 'region' ? { ...row.input } : { id: row.id }
    await admin.get(updateCallOf(entity), { ...key, [changeableField(fields)]: '改错' })
    const filter = { entity: entity.name, rowId: row.id, verb: 'update', size: 1 }
    const [entry] = (await admin.get(audit.calls.list, filter)).records
    await admin.get(audit.calls.revert, { id: entry?.id ?? '' })
    expect(await detailOf(row)).toEqual({ ...before, ...changed })
  })

  test('an update of a row that was changed meanwhile is rejected (docs/decisions/0127)', async () => {
    const name = changeableField(fields)
    const key = entity.name === 'region' ? { ...row.input } : { id: row.id }
    const { rowVersion } = await detailOf(row)
    const ifMatchHeader = { 'if-match': `"${row.id} ${rowVersion}"` }
    await admin.get(updateCallOf(entity), { ...key, [name]: '先改' }, ifMatchHeader)
    expect(await admin.ask(updateCallOf(entity), { ...key, [name]: '后改' }, ifMatchHeader)).toMatchObject({
      status: 409,
    })
    expect((await detailOf(row))[name]).toBe('先改')
  })

  test('a duplicate value of a unique field is rejected by name', async () => {
    for (const [name, field] of Object.entries(fields).filter(([, one]) => one.unique && entity.name !== 'region')) {
      const duplicate = { ...(await sampleRow(platform, admin, entity)), [name]: row.input[name] }
      expect(await admin.ask(createCallOf(entity), duplicate)).toMatchObject({
        status: 400,
        msg: `${field.label[0]}已存在`,
      })
    }
    expect(await listIds(entity, { descs: 'id' })).toContain(row.id)
  })

  test('a removed row is in the recycle bin, and a restored row is unchanged', async () => {
    const { removed, restore } = entity.calls as Record<string, Endpoint>
    if (!removed || !restore) return expect(entity.verbs).not.toContain('remove')
    const bin = async () =>
      ((await admin.get(removed, { descs: 'id' })) as { records: Row[] }).records.map(({ id }) => id)
    const before = await detailOf(row)
    expect(await bin()).not.toContain(row.id)
    expect(await admin.ask(restore, { ids: row.id })).toMatchObject({ status: 404 })
    await admin.get(removeCallOf(entity), removeInputOf(entity, row))
    expect(await bin()).toContain(row.id)
    await admin.get(restore, { ids: row.id })
    expect(await bin()).not.toContain(row.id)
    expect(await detailOf(row)).toEqual({ ...before, ...changed })
  })

  test('a removed row is gone everywhere, and the audit log has its whole history', async () => {
    await admin.get(removeCallOf(entity), removeInputOf(entity, row))
    expect(await listIds(entity, { descs: 'id' })).not.toContain(row.id)
    if (detail) expect(await admin.ask(detail, keyOf(entity, row))).toMatchObject(missingRowAnswer(entity))
    expect(await admin.ask(removeCallOf(entity), removeInputOf(entity, row))).toMatchObject({ status: 404 })
    const lines = await platform.db
      .selectFrom('audit')
      .select(['verb', 'createUser'])
      .where('entity', '=', entity.name)
      .where('rowId', '=', row.id)
      .orderBy('id')
      .execute()
    const recycled = 'restore' in entity.calls ? ['remove', 'restore'] : []
    expect(lines.map(({ verb }) => verb)).toEqual([
      'insert',
      'update',
      'update',
      'revert',
      'update',
      ...recycled,
      'remove',
    ])
    expect(lines.every(({ createUser }) => createUser !== null)).toBe(true)
  })

  const detailOf = async (createdRow: CreatedRow) => (await admin.get(detail, keyOf(entity, createdRow))) as DraftPart
})

describe('access to the calls', () => {
  let userWithoutRights: Caller
  beforeAll(async () => {
    userWithoutRights = await createUserWithoutRights(platform)
  })

  test.each(all.map((entity) => [entity.name, entity] as const))(
    '%s: 401 without a token, 403 without the permission',
    async (_name, entity) => {
      for (const [verb, endpoint] of Object.entries(entity.calls as Record<string, Endpoint>)) {
        // public for files of published releases: tests/spec/files.test.ts
        if (entity.name === 'attach' && verb === 'detail') continue
        expect([verb, endpoint.access]).not.toEqual([verb, 'public'])
        expect([verb, (await platform.visitor.ask(endpoint, {})).status]).toEqual([verb, 401])
        if (typeof endpoint.access === 'object')
          expect([verb, (await userWithoutRights.ask(endpoint, {})).status]).toEqual([verb, 403])
      }
    },
  )
})

describe('the declarations of the entities', () => {
  const endpoints = [...all.map((entity) => entity.calls), ...Object.values(calls)].flatMap((group) =>
    Object.values(group as Record<string, Endpoint>),
  )

  test('the OpenAPI document contains every address', async () => {
    const document = (await (await platform.visitor.raw('GET', '/api/docs/json')).json()) as {
      paths: Record<string, Record<string, unknown>>
    }
    const absent = endpoints.filter(({ path, method }) => !document.paths[path]?.[method.toLowerCase()])
    expect(absent.map(({ path }) => path)).toEqual([])
    expect(Object.values(document.paths).flatMap(Object.keys)).toHaveLength(endpoints.length)
  })

  test('every entity has a label for one row, for the titles of its forms', () => {
    // their owners make them on pages of their own, where no title names a row
    const ownersOnly = ['apiKey', 'webhook', 'reportSubscription']
    expect(all.filter(({ rowLabel }) => !rowLabel).map(({ name }) => name)).toEqual(ownersOnly)
  })

  const allFields = (fields: Fields): [string, Field][] =>
    Object.entries(fields).flatMap(([name, field]) => [
      [name, field] as [string, Field],
      ...allFields(field.fields ?? {}),
    ])
  const referenceFields = [
    ...all.map(({ fields }) => fields as Fields),
    ...partsWithCalls.map(({ fields }) => fields as Fields),
    ...endpoints.map(({ input }) => input),
  ]
    .flatMap(allFields)
    .filter(([, { of }]) => of)

  test('every reference has an existing target: a dictionary with entries, an entity or a classification', async () => {
    const heads = await platform.db.selectFrom('dict').select('code').where('parentId', '<>', '0').distinct().execute()
    const dictionaries = new Set(heads.map(({ code }) => code))
    const exists = ({ kind, of = '' }: Field) => {
      if (kind === 'dict' || kind === 'dicts') return dictionaries.has(of)
      if (kind === 'code' || kind === 'codes') return ['region', 'industry', 'grant'].includes(of)
      return of in entities
    }
    expect(referenceFields.length).toBeGreaterThan(40)
    expect(
      referenceFields.filter(([, field]) => !exists(field)).map(([name, { kind, of }]) => `${name}: ${kind} of ${of}`),
    ).toEqual([])
  })

  test('every coded field names the source of its codes', () => {
    const coded = all.flatMap((entity) =>
      allFields(entity.fields).map(([name, field]) => [`${entity.name}.${name}`, field] as const),
    )
    const withoutSource = coded.filter(
      ([, { kind, of }]) => ['dict', 'dicts', 'code', 'codes', 'tree'].includes(kind) && !of,
    )
    expect(withoutSource.map(([name]) => name)).toEqual([])
  })

  test.each(all.map((entity) => [entity.name, entity] as const))(
    '%s searches and shows only existing fields',
    (_name, entity) => {
      const groups = (entity.groups ?? []) as readonly { fields: readonly string[] }[]
      const namedFields = [
        ...(entity.search ?? []),
        ...(entity.list ?? []),
        ...groups.flatMap(({ fields }) => fields),
      ] as string[]
      expect(namedFields.filter((name) => !(name in entity.fields || name in base))).toEqual([])
    },
  )
})
