import { buffer } from 'node:stream/consumers'
import type { BadCell, CheckResult } from '#contract/job/background-job.ts'
import { addCallOf, columnsOf, type Import, importOf } from '#contract/job/importing.ts'
import { type HiddenContent, hiddenText } from '#contract/job/uploaded-sheet.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { denied, Fail } from '#contract/kit/fail.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { encryptAtRest } from '../../base/crypto/encryption-at-rest.ts'
import { isDeniedByApiScope } from '../../engine/api-scope-match.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { hasPermission, tx, type UserCtx } from '../../engine/context.ts'
import { assertCanWrite } from '../../engine/scope.ts'
import { deleteFile, type JobFile, readFile, storeFile } from '../run/job-files.ts'
import type { Outcome, Task, Work } from '../run/personal-run.ts'
import { textOf } from './cell-meaning.ts'
import { annotateSheet } from './import-files.ts'
import { type ValidatedLine, validateLines } from './import-rows.ts'
import { readSheet, type UploadedSheet } from './import-sheet.ts'
import { tryLines, writeLines } from './import-write.ts'
import type { HandlerLookup } from './row-stream.ts'

export type Entities = Readonly<Record<string, AnyEntity>>

type Upload = Pick<JobFile, 'name' | 'storageId'>

/** The input of a check. */
export interface CheckInput {
  readonly fileName: string
  readonly sha256: string
  readonly isCovered: boolean
  /** Whether hidden rows and columns count; if absent, a check of a sheet that has some asks. */
  readonly withHidden?: boolean
  /** The file, if it is that of an earlier check. */
  readonly upload?: Upload
}

/** The input of an import: the file of a check, and the numbers of the lines to leave out. */
export interface ImportInput extends CheckInput {
  readonly upload: Upload
  readonly without: readonly number[]
}

/** The stored result of a check: what the caller gets, and the numbers of the lines with faults. */
export interface StoredCheck extends CheckResult {
  readonly wrongLines: readonly number[]
}

export const specOf = ({ app }: UserCtx, resource: string): Import => {
  const entity = Object.hasOwn(app.entities, resource) ? app.entities[resource] : undefined
  const spec = entity && importOf(entity)
  if (!spec) throw new Fail(['该对象不支持导入', 'This data cannot be imported'], 404)
  return spec
}

/** Throws 403 unless the caller has the screen and its import, may write rows, and no API scope denies the call that adds one. */
export const assertCanImport = (ctx: UserCtx, { entity, perm }: Import): void => {
  assertCanWrite(ctx, entity)
  if (![perm, entity.code].every((code) => hasPermission(ctx, code))) throw denied()
  if (isDeniedByApiScope(ctx.actor.rights, addCallOf(entity)?.path ?? '')) throw denied()
}

const authorize: Task['authorize'] = (ctx, resource) => {
  const spec = specOf(ctx, resource)
  assertCanImport(ctx, spec)
  const codes = ['add', 'edit', 'import'].filter((action) => hasPermission(ctx, `${spec.entity.code}_${action}`))
  return JSON.stringify([ctx.actor.rights.administrator, codes])
}

const readUploadedSheet = async (
  ctx: UserCtx,
  file: Upload | null,
  spec: Import,
  { fileName, withHidden = true }: CheckInput,
): Promise<UploadedSheet> => {
  const stream = file && (await readFile(ctx.app, file))
  if (!stream)
    throw new Fail(['上传的文件已过保存期，请重新上传', 'The uploaded file has expired; please upload it again'])
  return readSheet(await buffer(stream), fileName, spec, ctx.lang, withHidden)
}

const maxBadCells = 200

/** The faulty cells of validated lines, in the order of the sheet. */
export const badCells = ({ lang }: UserCtx, spec: Import, validatedLines: readonly ValidatedLine[]): BadCell[] => {
  const labels = new Map(columnsOf(spec).map(([name, { label }]) => [name, localize(label, lang)]))
  const place = ({ field }: { readonly field: string | null }) => spec.fields.indexOf(field ?? '')
  return validatedLines.flatMap(({ line, faults }) =>
    faults
      .toSorted((a, b) => place(a) - place(b))
      .map(({ field, text }) => ({
        row: line.n,
        column: field ? (labels.get(field) ?? field) : localize(['整行', 'Whole row'], lang),
        value: field ? textOf(line.cells[field] ?? '') : '',
        msg: localize(text, lang),
      })),
  )
}

/** The result of a check from its validated lines. */
const summarize = (ctx: UserCtx, spec: Import, validatedLines: readonly ValidatedLine[]): StoredCheck => {
  const wrong = validatedLines.filter(({ faults }) => faults.length)
  const right = validatedLines.filter(({ faults }) => faults.length === 0)
  const cells = badCells(ctx, spec, wrong)
  return {
    right: right.length,
    wrong: wrong.length,
    importJob: null,
    hidden: null,
    added: right.filter(({ id }) => !id).length,
    updated: right.filter(({ id }) => id).length,
    cells: cells.slice(0, maxBadCells),
    more: Math.max(0, cells.length - maxBadCells),
    wrongLines: wrong.map(({ line }) => line.n),
  }
}

const checkedMessage: Text = ['可导入 {0} 行，有问题 {1} 行', 'Rows that can be imported: {0}; with problems: {1}']
const maxBytes = 100 * 1024 * 1024

/** The result of a check that has to ask first. */
const question = (hidden: HiddenContent): StoredCheck => {
  const counts = { right: 0, wrong: 0, added: 0, updated: 0, more: 0 }
  return { ...counts, hidden, cells: [], importJob: null, wrongLines: [] }
}

const check = async (work: Work, entities: Entities, handlerOf: HandlerLookup) => {
  const { ctx, resource } = work
  const input = work.input as CheckInput
  const spec = specOf(ctx, resource)
  const uploaded = await readUploadedSheet(ctx, work.upload ?? input.upload ?? null, spec, input)
  // in one transaction: whoever sees that the check has ended sees its result
  const finish = (outcome: Outcome) => tx(ctx, (inside) => work.finish(inside.db, outcome))
  if (uploaded.hidden && input.withHidden === undefined)
    return finish({ message: hiddenText(uploaded.hidden), result: question(uploaded.hidden) })
  await work.step(0, uploaded.lines.length)
  const validatedLines = await validateLines(ctx, entities, spec, uploaded.lines, input.isCovered)
  await tryLines(ctx, spec, handlerOf, validatedLines, (done) => work.step(done))
  await work.step(uploaded.lines.length)
  const result = summarize(ctx, spec, validatedLines)
  const stored = result.wrong
    ? await storeFile(ctx, annotateSheet(spec, uploaded, validatedLines, ctx.lang), maxBytes)
    : null
  const name = localize(fill(['{0}导入问题.xlsx', 'Problems of {0}.xlsx'], spec.entity.label), ctx.lang)
  await finish({
    message: fill(checkedMessage, result.right, result.wrong),
    result,
    ...(stored ? { file: { name, stored } } : {}),
  }).catch(async (error) => {
    if (stored) await deleteFile(ctx.app, stored)
    throw error
  })
}

const dataChanged = () =>
  new Fail([
    '预检后数据已变化，未导入任何数据，请重新上传预检',
    'The data has changed since the check; nothing was imported. Please upload and check the file again',
  ])
const importedMessage: Text = ['新增 {0} 行，更新 {1} 行', 'Rows added: {0}; updated: {1}']

/** Where the imported lines come from, for the audit. */
interface Source {
  /** The id of the import job, '0' without a job. */
  readonly id: string
  readonly fileName: string
  readonly isCovered: boolean
  /** How many lines of the file are left out. */
  readonly omitted: number
}

/** Writes validated lines without faults in the transaction of `ctx`, with one audit line for the whole import. */
export const importLines = async (
  ctx: UserCtx,
  spec: Import,
  handlerOf: HandlerLookup,
  validatedLines: readonly ValidatedLine[],
  { id, ...source }: Source,
  step: (done: number) => Promise<void> = async () => {},
) => {
  const passwords = await writeLines(ctx, spec, handlerOf, validatedLines, step)
  const updated = validatedLines.filter((one) => one.id).length
  const added = validatedLines.length - updated
  await writeAudit(ctx, spec.entity.name, id, 'import', null, { ...source, added, updated }, { title: source.fileName })
  return { added, updated, passwords }
}

/** Writes the rows and ends the job in one transaction: after a crash either all of it is there or nothing. */
const write = async (work: Work, entities: Entities, handlerOf: HandlerLookup) => {
  const { ctx, resource, id } = work
  const input = work.input as ImportInput
  const { fileName, isCovered, upload, without } = input
  const spec = specOf(ctx, resource)
  const { lines } = await readUploadedSheet(ctx, upload, spec, input)
  const includedLines = lines.filter(({ n }) => !without.includes(n))
  await work.step(0, includedLines.length)
  await tx(ctx, async (inside) => {
    const validatedLines = await validateLines(inside, entities, spec, includedLines, isCovered)
    if (validatedLines.some(({ faults }) => faults.length)) throw dataChanged()
    const source = { id, fileName, isCovered, omitted: without.length }
    const { added, updated, passwords } = await importLines(inside, spec, handlerOf, validatedLines, source, (done) =>
      work.step(done),
    )
    await work.finish(inside.db, {
      message: fill(importedMessage, added, updated),
      result: { added, updated, passwords: passwords.length },
      ...(passwords.length
        ? { encryptedResult: encryptAtRest(ctx.app.secrets, JSON.stringify(passwords), 'jobWork.sealed') }
        : {}),
    })
  })
}

/** The check of an upload and its import: two jobs, since a person decides in between. */
export const importTasks = (
  entities: Entities,
  handlerOf: HandlerLookup,
): Readonly<Record<'importCheck' | 'import', Task>> => ({
  importCheck: { authorize, run: (work) => check(work, entities, handlerOf) },
  import: { authorize, run: (work) => write(work, entities, handlerOf) },
})
