import { entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { applies, type Field, type Fields } from '#contract/kit/field.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { user } from '#contract/system/user.ts'
import type { Caller, Platform } from './platform.ts'
import { creditCode, uploadPdf } from './scenario.ts'

let serial = 0

/** Values that the rules of an entity require beyond its declaration; all others follow from the kinds. */
/** A drawing that is BPMN but not finished. */
const drawing = (
  key: string,
) => `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="http://flowable.org/bpmn">
  <process id="${key}" name="${key}"><startEvent id="start" /></process></definitions>`

const extraValues: { readonly [entity: string]: (n: number) => DraftPart } = {
  region: (n) => ({ code: `320505${String(n % 1000).padStart(3, '0')}`, parentCode: '320505' }),
  template: () => ({
    openAt: '2026-01-02 03:04:05',
    closeAt: '2026-02-02 03:04:05',
    // weights sum to 100
    rubric: [{ itemName: '先进性', weight: 100, maxPoints: 20 }],
  }),
  batchQuota: () => ({ region: '320500' }),
  user: () => ({ accountType: 1, operator: null }),
  tenant: (n) => ({ backgroundUrl: `/img/${n}.png`, domainUrl: `https://t${n}.example.com` }),
  client: (n) => ({
    webServerRedirectUri: `https://example.com/${n}`,
    clientId: `client-${n}`,
    clientSecret: `long-secret-${n}-long`,
    // not below that of the access token
    refreshTokenValidity: 3600 + n,
  }),
  jobServer: (n) => ({ jobServerUrl: `https://example.com/${n}` }),
  // the schedule of the first kind of timing is empty
  jobInfo: () => ({
    timeExpression: null,
    processorInfo: 'job-cleanup',
    lifecycle: '2026-01-02 03:04:05,2098-01-02 03:04:05',
  }),
  // only who has a department can share a text with it
  commonOpinion: () => ({ isOffice: 0 }),
  matterForm: () => ({ fields: [{ fieldName: '事由', kind: 'text', isRequired: 1 }] }),
  report: () => ({
    isPublished: 0,
    content: { source: 'library', rows: [{ field: 'operator' }], columns: [], measures: [{ kind: 'count' }] },
  }),
  datasource: (n) => ({ url: `jdbc:postgresql://example.com/db${n}` }),
  dataScope: () => ({ resourceCode: 'post', scopeColumn: '-', scopeField: '*', scopeValue: null }),
  flowModel: (n) => ({ modelEditorXml: drawing(`sample${n}`) }),
  dict: () => ({ dictKey: '-1' }),
  dictBiz: () => ({ dictKey: '-1' }),
  apiScope: () => ({ scopePath: '/api/caict-system/tenant-package/**' }),
}

const dictionaryKey = async ({ db }: Platform, code: string): Promise<number> => {
  const row = await db
    .selectFrom('dict')
    .select('dictKey')
    .where('code', '=', code)
    .where('parentId', '<>', '0')
    .where('isSealed', '=', 0)
    .orderBy('sort')
    .executeTakeFirst()
  if (!row) throw new Error(`There is no dictionary ${code}.`)
  return Number(row.dictKey)
}

/** Creates a row of an entity; resolves to its id. */
const relatedRowId = async (platform: Platform, admin: Caller, name: string): Promise<string> => {
  const entity: AnyEntity | undefined = (entities as Record<string, AnyEntity>)[name]
  if (!entity) throw new Error(`There is no entity ${name}.`)
  // jobs of any other job server are saved there first
  if (name === 'jobServer') {
    const shipped = platform.db.selectFrom('jobServer').select('id').where('isShipped', '=', 1)
    return (await shipped.executeTakeFirstOrThrow()).id
  }
  const { id } = await createRow(platform, admin, entity)
  return id
}

const textsByRule: Record<string, (n: number) => string> = {
  creditCode: (n) => creditCode(700_000 + n),
  phone: (n) => `199${String(n).padStart(8, '0')}`,
  email: (n) => `sample${n}@example.com`,
  account: (n) => `sample.${n}`,
  url: (n) => `https://example.com/${n}`,
  year: () => '2026',
  finished: (n) => `样例${n}。`,
  telephone: (n) => `010-${String(60_000_000 + n)}`,
}

const textFor = (field: Field, n: number): string => {
  if (field.rule) return (textsByRule[field.rule] as (n: number) => string)(n)
  const maxLength = field.length ?? field.max ?? 20
  return `样${n}`.slice(0, maxLength).padEnd(field.length ?? 0, '样')
}

/** A valid value for a field, a different one each time if the kind allows. */
const sampleValue = async (platform: Platform, admin: Caller, field: Field): Promise<unknown> => {
  const n = ++serial
  switch (field.kind) {
    case 'text':
    case 'longText':
    case 'richText':
      return textFor(field, n)
    case 'secret':
      return `s3cret-${n}`
    case 'int':
      return Math.max(field.min ?? 0, Math.min(n, field.max ?? n))
    case 'decimal':
    case 'money':
      return Math.min(n + 0.5, field.max ?? n + 0.5)
    case 'flag':
      return 1
    case 'date':
      return '2026-01-02'
    case 'time':
      return '2026-01-02 03:04:05'
    case 'choice':
      return field.choices?.[0]?.[0]
    case 'dict':
      return dictionaryKey(platform, field.of as string)
    case 'dicts':
      return String(await dictionaryKey(platform, field.of as string))
    case 'code':
    case 'codes':
      return { industry: 'C', grant: 'password' }[field.of as string] ?? '320000'
    case 'tree':
      return '0'
    case 'ref':
    case 'refs':
      // staff, where only they may be chosen
      if (field.among) return (await admin.get(user.calls.info, {})).id
      return field.of ? relatedRowId(platform, admin, field.of) : String(n)
    case 'file':
    case 'files':
      return uploadPdf(admin)
    case 'one':
      return sampleValues(platform, admin, field.fields ?? {})
    case 'many':
      return [await sampleValues(platform, admin, field.fields ?? {})]
  }
}

const sampleValues = async (platform: Platform, admin: Caller, fields: Fields): Promise<DraftPart> => {
  const values: DraftPart = {}
  for (const [name, field] of Object.entries(fields))
    if (field.direction !== 'out' && applies(field, values)) values[name] = await sampleValue(platform, admin, field)
  return values
}

/**
 * References that would lead around in a circle, such as the head of a department, who has one; and those to rows that only
 * somebody else can add.
 */
const withoutCircle: Readonly<Record<string, readonly string[]>> = { dept: ['head'], privateNetwork: ['pid'] }

const openFields = ({ name, fields }: AnyEntity): Fields =>
  Object.fromEntries(Object.entries(fields as Fields).filter(([one]) => !withoutCircle[name]?.includes(one)))

/** A valid row for an entity, with a value in every writable field but those of a circle. */
export const sampleRow = async (platform: Platform, admin: Caller, entity: AnyEntity): Promise<DraftPart> => ({
  ...(await sampleValues(platform, admin, openFields(entity))),
  ...extraValues[entity.name]?.(++serial),
})

const callOf = (entity: AnyEntity, names: readonly string[]): Endpoint => {
  const calls: Record<string, Endpoint> = entity.calls
  const name = names.find((one) => one in calls)
  if (!name) throw new Error(`${entity.name} has none of ${names.join(', ')}.`)
  return calls[name] as Endpoint
}

const creating = ['save', 'submit']
export const isCreatedByCalls = ({ calls }: AnyEntity): boolean => creating.some((name) => name in calls)

/** The calls that create, update, remove, show and list rows, under the names that the entity uses. */
export const createCallOf = (entity: AnyEntity) => callOf(entity, creating)
export const updateCallOf = (entity: AnyEntity) => callOf(entity, ['update', 'submit'])
export const removeCallOf = (entity: AnyEntity) => callOf(entity, ['remove'])
export const detailCallOf = (entity: AnyEntity) => callOf(entity, ['detail'])
export const listCallOf = (entity: AnyEntity) => callOf(entity, ['list', 'page', 'forest', 'lazyList'])

export interface CreatedRow {
  readonly id: string
  readonly input: DraftPart
}

export const createRow = async (platform: Platform, admin: Caller, entity: AnyEntity): Promise<CreatedRow> => {
  const input = await sampleRow(platform, admin, entity)
  const { id } = (await admin.get(createCallOf(entity), input)) as { id: string }
  return { id, input }
}
