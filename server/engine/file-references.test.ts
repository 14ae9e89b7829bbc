import { beforeAll, describe, expect, test } from 'vitest'
import { column } from '#contract/news/column.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { template } from '#contract/project/template.ts'
import { contextFor, person, rightsOf } from '../../tests/support/context.ts'
import { type Caller, openPlatform, type Platform } from '../../tests/support/platform.ts'
import { createRow } from '../../tests/support/sample-rows.ts'
import { uploadPdf } from '../../tests/support/scenario.ts'
import { insertRow, updateRow } from './crud.ts'
import { filesIn } from './file-references.ts'

let platform: Platform
let admin: Caller
let type: string
let released: { title: string; type: string; releaseTime: string }

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  type = (await createRow(platform, admin, column)).id
  released = { title: '资料', type, releaseTime: '2026-01-01 00:00:00' }
})
const everything = { type: 1, column: '', value: '' }
/** Somebody who writes, and may read what he uploaded. */
const writer = person({
  id: '77',
  rights: rightsOf({ codes: ['file_release_edit'], scopes: { file_release: [everything], template: [everything] } }),
})
const asWriter = () => contextFor(platform.app, writer)

const foreign = () => uploadPdf(admin)
const own = async () => {
  const id = await uploadPdf(admin)
  await platform.db.updateTable('attach').set({ createUser: writer.id }).where('id', '=', id).execute()
  return id
}
const refusedAt = (at: string) =>
  expect.objectContaining({
    code: 400,
    detail: { faults: [{ at, text: ['附件不存在或您无权查看，请重新上传', expect.any(String)] }] },
  })

describe('whoever names a file opens it to others, so', () => {
  test('a writer may name his own, and neither another’s nor one that is not there', async () => {
    const ctx = await asWriter()
    await expect(insertRow(ctx, fileRelease, { ...released, attachId: await own() })).resolves.toHaveProperty('id')
    for (const attachId of [await foreign(), '424242'])
      await expect(insertRow(ctx, fileRelease, { ...released, attachId })).rejects.toEqual(refusedAt('attachId'))
  })

  test('what a row names already stays, whoever changes the rest', async () => {
    const ctx = await asWriter()
    const { id, input: sent } = await createRow(platform, admin, fileRelease)
    await updateRow(ctx, fileRelease, id, { title: '改过', attachId: sent.attachId })
    await expect(updateRow(ctx, fileRelease, id, { attachId: await foreign() })).rejects.toEqual(refusedAt('attachId'))
    await updateRow(ctx, fileRelease, id, { attachId: await own() })
  })

  test('a file in a row of a list is looked at too, and named by its place', async () => {
    const ctx = await asWriter()
    const { id, input: sent } = await createRow(platform, admin, template)
    const [first] = sent.materials as Record<string, unknown>[]
    const materials = [first, { ...first, id: 'abc', templateAttachId: await foreign() }]
    await expect(updateRow(ctx, template, id, { materials })).rejects.toEqual(
      refusedAt('materials.abc.templateAttachId'),
    )
    await updateRow(ctx, template, id, { materials: [{ ...first, title: '改过' }] })
  })
})

test('files are found in groups and lists, under the path of their field', () => {
  const { attachId } = fileRelease.fields
  const fields = {
    attachId,
    several: { kind: 'files', label: attachId.label },
    group: { kind: 'one', label: attachId.label, fields: { attachId } },
    list: { kind: 'many', label: attachId.label, fields: { attachId } },
  } as const
  const row = {
    attachId: '1',
    several: '2,3',
    group: { attachId: '4' },
    list: [{ attachId: '5' }, { id: 'x', attachId: '6' }, {}],
  }
  expect(filesIn(fields, row)).toEqual([
    { at: 'attachId', id: '1' },
    { at: 'several', id: '2' },
    { at: 'several', id: '3' },
    { at: 'group.attachId', id: '4' },
    { at: 'list.0.attachId', id: '5' },
    { at: 'list.x.attachId', id: '6' },
  ])
  expect(filesIn(fields, {})).toEqual([])
})
