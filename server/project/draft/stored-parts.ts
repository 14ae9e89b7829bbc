import { randomBytes } from 'node:crypto'
import { check } from '#contract/kit/check.ts'
import { denied, Fail, type Fault, faulty } from '#contract/kit/fail.ts'
import { type Fields, relaxed, split } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { progressOf } from '#contract/project/completeness.ts'
import { commitmentPath } from '#contract/project/contact.ts'
import { declaration } from '#contract/project/declaration.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { withLevel } from '#contract/project/factory.ts'
import { informationFields } from '#contract/project/information.ts'
import { type AnyPart, parts } from '#contract/project/parts.ts'
import { differences, within } from '#contract/project/paths.ts'
import { hasReadable } from '#contract/project/readable.ts'
import type { SaveResult } from '#contract/project/status.ts'
import { sql } from '../../base/database/sql.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type Ctx, tx } from '../../engine/context.ts'
import { updateRow } from '../../engine/crud.ts'
import { filesIn } from '../../engine/file-references.ts'
import { dictionaries } from '../../engine/labels.ts'
import { type DeclarationRow, lockDeclaration } from '../record/declaration-row.ts'
import { editableBy } from '../record/editing.ts'
import { readMaterials } from '../template/template-row.ts'
import { findMissing } from './missing.ts'
import { onlyReadable, onlyWritten, readablePlaces } from './readable-places.ts'
import { unknownCodes } from './unknown-codes.ts'

export interface StoredPart {
  body: DraftPart
  version: number
  savedAt: string
  savedBy: string | null
}

/** All stored parts of a declaration. The factory part takes its level from the information part, where it is entered. */
export const readParts = async (ctx: Ctx, pid: string): Promise<Record<string, StoredPart>> => {
  const rows = await ctx.db.selectFrom('declarationPart').selectAll().where('pid', '=', pid).execute()
  const storedParts = Object.fromEntries(
    rows.map(({ part, body, version, savedAt, savedBy }) => [
      part,
      { body: body as DraftPart, version, savedAt, savedBy },
    ]),
  )
  const level = storedParts.information?.body.factoryLevel
  return storedParts.factory
    ? { ...storedParts, factory: { ...storedParts.factory, body: withLevel(storedParts.factory.body, level) } }
    : storedParts
}

export const documentsOf = (storedParts: Record<string, StoredPart>): Record<string, DraftPart> =>
  Object.fromEntries(Object.entries(storedParts).map(([part, { body }]) => [part, body]))

/** The fields of an input that a client may write; all others are dropped. */
const writableFields = (fields: Fields, input: DraftPart): DraftPart =>
  Object.fromEntries(Object.entries(input).filter(([name]) => fields[name]?.direction !== 'out'))

/** Gives new rows of lists an id, so that remarks refer to a row whatever its position. */
const withRowIds = (fields: Fields, body: DraftPart): DraftPart =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (fields[name]?.kind !== 'many' || !Array.isArray(value)) return [name, value]
      const seenIds = new Set<unknown>()
      return [
        name,
        (value as DraftPart[]).map((row) => {
          const id = row.id && !seenIds.has(row.id) ? row.id : randomBytes(6).toString('hex')
          seenIds.add(id)
          return { ...row, id }
        }),
      ]
    }),
  )

const foreignFile: Text = ['文件不是由您上传的，请重新上传', 'You did not upload this file; please upload it again']

/**
 * Links the files a part names to the declaration, which lets reviewers read them. New files must be uploads of the caller;
 * files that are already linked stay.
 */
const attachFiles = async (ctx: Ctx, pid: string, part: AnyPart, body: DraftPart) => {
  const ids = [...new Set(filesIn(part.fields, body).map(({ id }) => id))].filter((id) => /^\d{1,19}$/.test(id))
  if (ids.length === 0) return
  const attachedRows = await ctx.db
    .selectFrom('declarationFile')
    .select('attachId')
    .where('pid', '=', pid)
    .where('attachId', 'in', ids)
    .execute()
  const newIds = ids.filter((id) => !attachedRows.some(({ attachId }) => attachId === id))
  if (newIds.length === 0) return
  const uploadedRows = await ctx.db
    .selectFrom('attach')
    .select('id')
    .where('id', 'in', newIds)
    .where('createUser', '=', ctx.actor.id)
    .where('isDeleted', '=', 0)
    .execute()
  if (uploadedRows.length !== new Set(newIds).size) throw faulty([{ at: part.code, text: foreignFile }])
  await ctx.db
    .insertInto('declarationFile')
    .values([...new Set(newIds)].map((attachId) => ({ pid, attachId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Answers with what the caller reads of the stored part. */
const versionConflict = (storedPart: StoredPart, current: DraftPart): Fail =>
  new Fail(
    [
      '本部分内容已在其他页面修改，请选择保留哪一份',
      'This part was changed on another page; please choose which version to keep',
    ],
    409,
    { data: { version: storedPart.version, savedAt: storedPart.savedAt, current } },
  )

/**
 * Characters of a stored part as JSON: more than a thousand rows of ordinary length. Each status and each save reads all parts (docs/decisions/0102).
 */
const maxPartLength = 200_000
const tooLong: Text = [
  '本部分内容过多，无法保存，请精简文字或减少条目',
  'This part is too long to be saved; please shorten its texts or remove rows',
]

const lockedField: Text = ['退回修改时只能更改被指出的内容', 'Only the fields that the reviewer marked can be changed']
const otherPartyEdits: Text = [
  '这部分正由另一方填写，您暂不能更改',
  'The other party is filling in this part; you cannot change it now',
]

/** Throws 403 with one fault for each change outside the places the caller may edit, but not for the declarant's commitment. */
const assertOnlyEditable = (
  part: AnyPart,
  places: readonly string[],
  text: Text,
  before: DraftPart,
  after: DraftPart,
) => {
  const isInside = within([commitmentPath, ...places])
  const outside = differences(before, after)
    .map(({ at }) => `${part.code}.${at}`)
    .filter((at) => !isInside(at))
  if (outside.length) throw new Fail(text, 403, { faults: outside.map((at) => ({ at, text })) })
}

/** Columns for lists and filters, taken from the information part; invalid values become null. */
const informationColumns = async (ctx: Ctx, body: DraftPart): Promise<Record<string, unknown>> => {
  const { value, faults } = check(relaxed(informationFields), body, { mode: 'new' })
  const codeFaults = await unknownCodes(ctx, { code: 'information', fields: informationFields }, body)
  const invalidNames = new Set([
    ...faults.map(({ at }) => at),
    ...codeFaults.map(({ at }) => at.replace('information.', '')),
  ])
  const columns = Object.fromEntries(
    Object.keys(informationFields).map((name) => [
      name,
      invalidNames.has(name) ? null : ((value as DraftPart)[name] ?? null),
    ]),
  )
  const deepest = ['nationalEconomy4', 'nationalEconomy3', 'nationalEconomy2', 'nationalEconomy1'].map(
    (name) => columns[name],
  )
  return { ...columns, categorize: deepest.find(Boolean) ?? null }
}

/**
 * The owner of a declaration: the credit code it was started with, and the current name in the register of companies. Client
 * input cannot change the owner.
 */
const ownerOf = async (ctx: Ctx, { companyId, organizationCode, commpanyName }: DeclarationRow): Promise<DraftPart> => {
  const company = await ctx.db
    .selectFrom('company')
    .select('commpanyName')
    .where('id', '=', companyId)
    .where('organizationCode', '=', organizationCode)
    .where('isDeleted', '=', 0)
    .executeTakeFirst()
  return { commpanyName: company?.commpanyName ?? commpanyName, organizationCode }
}

/** Updates the company name in the information part on submission, as the part itself may not have been saved again. */
export const writeOwnerName = async (ctx: Ctx, row: DeclarationRow): Promise<DraftPart> => {
  const owner = await ownerOf(ctx, row)
  await sql`
    update declaration_part set body = body || ${JSON.stringify(owner)}::jsonb
    where pid = ${row.id} and part = 'information'`.execute(ctx.db)
  return owner
}

const mainOperator = async (ctx: Ctx, documents: Record<string, DraftPart | undefined>): Promise<number | null> => {
  const { operator } = (documents.facilities?.network ?? {}) as DraftPart
  const operatorList = documents.information?.operators
  const keys = [String(operator), ...split(typeof operatorList === 'string' ? operatorList : null)]
  const operatorDict = (await dictionaries(ctx)).get('project_facilities_operator')
  return Number(keys.find((key) => operatorDict?.has(key))) || null
}

const completenessOf = (faults: readonly Fault[], documents: Record<string, DraftPart>) => {
  const states = parts.map(({ code }) => [code, progressOf(code, documents[code], faults)] as const)
  return {
    states: new Map(states),
    percent: Math.round((states.filter(([, state]) => state === 2).length / parts.length) * 100),
  }
}

/** More changes of one save are recorded by their columns, without their rows. */
const maxChangedPlaces = 1000

const columnOf = (fields: Fields, [name = '', ...rest]: readonly string[]): string => {
  const { kind, fields: inner = {} } = fields[name] ?? { kind: null }
  if (kind === 'many' && rest.length) return [name, '*', ...rest.slice(1)].join('.')
  return kind === 'one' && rest.length ? `${name}.${columnOf(inner, rest)}` : name
}

/** What a save has changed, for the audit. */
const changedPlaces = ({ fields }: AnyPart, before: DraftPart | undefined, after: DraftPart): readonly string[] => {
  const places = differences(before, after).map(({ at }) => at)
  return places.length <= maxChangedPlaces ? places : [...new Set(places.map((at) => columnOf(fields, at.split('.'))))]
}

/**
 * Saves one part, complete or not. Groups that are not sent keep their values. `version` is the version the client last read;
 * if the stored one differs, the call fails with 409 and returns the stored part, so that the user can choose.
 */
export const savePart = (ctx: Ctx, pid: string, part: AnyPart, input: DraftPart): Promise<SaveResult> =>
  tx(ctx, async (inside) => {
    const row = await lockDeclaration(inside, pid)
    const storedParts = await readParts(inside, pid)
    const materials = await readMaterials(inside, row.templateId)
    const places = await editableBy(inside, row, () => findMissing(inside, materials, documentsOf(storedParts)))
    const readable = readablePlaces(inside, row)
    if (places === 'none' || !hasReadable(part.code, readable)) throw denied()
    const before = storedParts[part.code]
    const { version, id: _, pid: __, ...groups } = input
    if (before && typeof version === 'number' && version !== before.version)
      throw versionConflict(before, onlyReadable(before.body, part.code, readable))
    const written = onlyWritten(writableFields(part.fields, groups), part.code, readable)
    const draft = withRowIds(part.fields, { ...before?.body, ...written })
    if (places !== 'all')
      assertOnlyEditable(
        part,
        places,
        row.declareStatus === 70 ? lockedField : otherPartyEdits,
        before?.body ?? {},
        draft,
      )
    const owner = part.code === 'information' ? await ownerOf(inside, row) : {}
    const level = storedParts.information?.body.factoryLevel
    const body = part.code === 'factory' ? withLevel(draft, level) : { ...draft, ...owner }
    const stored = JSON.stringify(body)
    if (stored.length > maxPartLength) throw faulty([{ at: part.code, text: tooLong }])
    await attachFiles(inside, pid, part, body)
    const next = (before?.version ?? 0) + 1
    const [savedRow] = (
      await sql<{ savedAt: string }>`
        insert into declaration_part (pid, part, body, version, saved_by) values (${pid}, ${part.code}, ${stored}::jsonb, ${next}, ${inside.actor.id})
        on conflict (pid, part) do update set body = excluded.body, version = excluded.version, saved_by = excluded.saved_by, saved_at = now()
        returning saved_at as "savedAt"`.execute(inside.db)
    ).rows
    const documents = { ...documentsOf(storedParts), [part.code]: body }
    const { states, percent } = completenessOf(await findMissing(inside, materials, documents), documents)
    await updateRow(inside, declaration, pid, {
      ...(part.code === 'information' ? { ...(await informationColumns(inside, body)), ...owner } : {}),
      operator: await mainOperator(inside, documents),
      completeness: percent,
      // editing a withdrawn declaration makes it a draft again
      ...(row.declareStatus === 90 ? { declareStatus: 0 } : {}),
    })
    const after = { version: next, changed: changedPlaces(part, before?.body, body) }
    await writeAudit(inside, 'declarationPart', pid, `save:${part.code}`, null, after, {
      titleEntity: declaration.name,
    })
    return { id: pid, version: next, state: states.get(part.code) ?? 0, savedAt: savedRow?.savedAt ?? '' }
  })
