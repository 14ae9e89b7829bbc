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
let releaseValues: { title: string; type: string; releaseTime: string }

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  type = (await createRow(platform, admin, column)).id
  releaseValues = { title: '资料', type, releaseTime: '2026-01-01 00:00:00' }
})
const everything = { type: 1, column: '', value: '' }
/** A writer who may read only their own uploads. */
const writer = person({
  id: '77',
  rights: rightsOf({ codes: ['file_release_edit'], scopes: { file_release: [everything], template: [everything] } }),
})
const asWriter = () => contextFor(platform.app, writer)

const foreignFile = () => uploadPdf(admin)
const ownFile = async () => {
  const id = await uploadPdf(admin)
  await platform.db.updateTable('attach').set({ createUser: writer.id }).where('id', '=', id).execute()
  return id
}
const faultAt = (at: string) =>
  expect.objectContaining({
    code: 400,
    detail: { faults: [{ at, text: ['附件不存在或您无权查看，请重新上传', expect.any(String)] }] },
  })

describe('a reference to a file, which makes the file readable for others', () => {
  test('may be to an own file, but not to a foreign or a missing one', async () => {
    const ctx = await asWriter()
    await expect(insertRow(ctx, fileRelease, { ...releaseValues, attachId: await ownFile() })).resolves.toHaveProperty(
      'id',
    )
    for (const attachId of [await foreignFile(), '424242'])
      await expect(insertRow(ctx, fileRelease, { ...releaseValues, attachId })).rejects.toEqual(faultAt('attachId'))
  })

  test('may stay in a row that another user changes', async () => {
    const ctx = await asWriter()
    const { id, input } = await createRow(platform, admin, fileRelease)
    await updateRow(ctx, fileRelease, id, { title: '改过', attachId: input.attachId })
    await expect(updateRow(ctx, fileRelease, id, { attachId: await foreignFile() })).rejects.toEqual(
      faultAt('attachId'),
    )
    await updateRow(ctx, fileRelease, id, { attachId: await ownFile() })
  })

  test('is also checked in the rows of a list, where a fault has the path of the row', async () => {
    const ctx = await asWriter()
    const { id, input } = await createRow(platform, admin, template)
    const [first] = input.materials as Record<string, unknown>[]
    const materials = [first, { ...first, id: 'abc', templateAttachId: await foreignFile() }]
    await expect(updateRow(ctx, template, id, { materials })).rejects.toEqual(faultAt('materials.abc.templateAttachId'))
    await updateRow(ctx, template, id, { materials: [{ ...first, title: '改过' }] })
  })
})

test('filesIn finds files in groups and lists, with the path of their field', () => {
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
