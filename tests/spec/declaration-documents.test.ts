import { beforeAll, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { material } from '#contract/project/material.ts'
import { partsWithCalls } from '#contract/project/parts.ts'
import { attach } from '#contract/storage/attach.ts'
import { sql } from '#server/base/database/sql.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createRole, createScope } from '../support/roles.ts'
import { createStaff, uploadPdf } from '../support/scenario.ts'

/** One answer with all parts says what the calls of the parts say, to each reader. */

let platform: Platform
let review: Review
let id: string
let contract: string

const rowOf = (attachId: string) => ({ id: attachId, type: 1, title: '合同', attachId, remark: null })

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  const save = (pid: string, attachId: string) =>
    review.company.get(material.calls.save, { pid, files: [rowOf(attachId)] })
  const other = await review.beginDeclaration()
  const foreign = await uploadPdf(review.company, '另一份申报的合同.pdf')
  await save(other, foreign)
  id = await review.beginDeclaration()
  await save(id, await uploadPdf(review.company, '旧合同.pdf'))
  contract = await uploadPdf(review.company, '合同.pdf')
  await save(id, contract)
  // no client can do this: the file belongs to another declaration
  const files = JSON.stringify({ files: [rowOf(contract), rowOf(foreign)] })
  await sql`update declaration_part set body = body || ${files}::jsonb where pid = ${id} and part = 'material'`.execute(
    platform.db,
  )
  await review.performAction('company', 'submit')
})

const read = (person: Caller) => person.get(declaration.calls.documents, { id })

const expectSameAsParts = async (person: Caller) => {
  const { parts } = await read(person)
  expect(parts.information).toEqual({ ...(await person.get(declaration.calls.detail, { id })), pid: id })
  for (const { code, calls } of partsWithCalls) expect(parts[code]).toEqual(await person.get(calls.detail, { pid: id }))
}

const readFileNames = async (person: Caller) => (await read(person)).files.map(({ originalName }) => originalName)

test('the declarant and the reviewer read every part, and the names of its own files', async () => {
  for (const person of [review.company, review.person('city')]) {
    await expectSameAsParts(person)
    const { files } = await read(person)
    const { originalName, attachSize } = await person.get(attach.calls.detail, { id: contract })
    expect(files).toEqual([{ id: contract, originalName, attachSize }])
  }
})

test('an operator reads what it reads of each part, and no name of a file in the others', async () => {
  await expectSameAsParts(review.operator)
  const { parts } = await read(review.operator)
  expect(Object.keys(parts.material ?? {})).toEqual(['pid', 'version'])
  expect(await readFileNames(review.operator)).toEqual([])
})

test('a data scope hides columns, parts and files', async () => {
  const admin = await platform.admin()
  const scope = await createScope(admin, { resourceCode: 'declaration', scopeType: 1, scopeField: 'projectName,city' })
  await createRole(platform, admin, 'documents.some', { codes: ['declaration'], scopes: [scope] })
  const person = await createStaff(platform, 'documents.some')
  await expectSameAsParts(person)
  const { parts } = await read(person)
  expect(parts.information).not.toHaveProperty('province')
  expect(Object.keys(parts.contact ?? {})).toEqual(['pid', 'version'])
  expect(await readFileNames(person)).toEqual([])
})

test('a data scope of attachments hides what it hides of theirs', async () => {
  const admin = await platform.admin()
  const scopes = [
    await createScope(admin, { resourceCode: 'declaration', scopeType: 1 }),
    await createScope(admin, { resourceCode: 'attach', scopeType: 1, scopeField: 'originalName' }),
  ]
  await createRole(platform, admin, 'documents.files', { codes: ['declaration'], scopes })
  const { files } = await read(await createStaff(platform, 'documents.files'))
  expect(files.map((file) => Object.keys(file))).toEqual([['id', 'originalName']])
})

test('the office of another place does not find it', async () => {
  const other = await createStaff(platform, 'city', '330100')
  expect((await other.ask(declaration.calls.documents, { id })).status).toBe(404)
})
