import { beforeAll, describe, expect, test } from 'vitest'
import { fileRelease } from '#contract/news/file-release.ts'
import { attach } from '#contract/storage/attach.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'
import { createEnterprise, type Enterprise } from '../support/scenario.ts'
import { download, uploaderFor } from '../support/uploads.ts'

/** The rows of attachments, and access to their files. */
let platform: Platform
let admin: Caller
let company: Enterprise
let send: ReturnType<typeof uploaderFor>

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
  company = await createEnterprise(platform)
  send = uploaderFor(company)
})

describe('an attachment row', () => {
  test('can be created only by uploading', async () => {
    const answer = await admin.ask(attach.calls.submit, { originalName: '无文件.pdf' })
    expect(answer).toMatchObject({ status: 400, faults: [{ at: 'id' }] })
    expect((await admin.get(attach.calls.list, { originalName: '无文件' })).total).toBe(0)
  })

  test('can be renamed by users with the permission within their scope, and the file stays unchanged', async () => {
    const { data } = await send('旧名.pdf', pdfOf('renamed'))
    const editor = await createClerk(platform, 'filer', 'attach', 'attach_edit', 'attach_delete')
    const newName = { id: data.attachId, originalName: '新名.exe' }
    expect((await editor.ask(attach.calls.submit, newName)).status).toBe(404)
    expect((await editor.ask(attach.calls.remove, { ids: data.attachId })).status).toBe(404)
    expect((await company.ask(attach.calls.submit, newName)).status).toBe(403)
    await admin.get(attach.calls.submit, newName)
    const response = await download(company, data.attachId)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('content-disposition')).toContain(encodeURIComponent('新名.exe'))
  })

  test('can be searched by its name, its stored name and its domain', async () => {
    const { data } = await send('找得到.pdf', pdfOf('found'))
    for (const filter of [{ originalName: '找得' }, { name: data.name.slice(3, 20) }])
      expect((await admin.get(attach.calls.list, filter)).records.map(({ id }) => id)).toEqual([data.attachId])
    expect((await admin.get(attach.calls.list, { domainUrl: 'nowhere' })).records).toEqual([])
  })

  test('has permissions to upload, download, edit and remove in the menu', async () => {
    const rows = await platform.db.selectFrom('menu').select('code').where('code', 'like', 'attach%').execute()
    expect(rows.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['attach', 'attach_upload', 'attach_download', 'attach_edit', 'attach_delete']),
    )
    expect(rows.map(({ code }) => code)).not.toContain('attach_add')
  })

  test('has its file again after it is restored from the recycle bin', async () => {
    const { data } = await send('回来.txt', 'text')
    await admin.get(attach.calls.remove, { ids: data.attachId })
    await admin.get(attach.calls.restore, { ids: data.attachId })
    expect(await (await download(company, data.attachId)).text()).toBe('text')
  })
})

describe('access to a file', () => {
  const rejection = { code: 404, success: false, msg: '文件不存在或无权查看' }

  test('is given only to the user who uploaded it, and others get the same answer as for a missing file', async () => {
    const { data } = await send('mine.txt', 'text')
    const other = await createEnterprise(platform)
    expect((await download(company, data.attachId)).status).toBe(200)
    for (const caller of [other, platform.visitor])
      for (const id of [data.attachId, '424242'])
        expect(await (await download(caller, id)).json()).toMatchObject(rejection)
  })

  test('is public only while its release is published', async () => {
    const { id, input } = await createRow(platform, admin, fileRelease)
    const attachId = String(input.attachId)
    const { publish, withdraw } = fileRelease.calls
    expect((await download(platform.visitor, attachId)).status).toBe(404)
    await admin.get(publish, { ids: id, releaseTime: '2026-01-01 00:00:00' })
    expect((await download(platform.visitor, attachId)).status).toBe(200)
    await admin.get(withdraw, { ids: id })
    expect((await download(platform.visitor, attachId)).status).toBe(404)
    await admin.get(publish, { ids: id, releaseTime: '2999-01-01 00:00:00' })
    expect((await download(platform.visitor, attachId)).status).toBe(404)
    await admin.get(publish, { ids: id, releaseTime: '2026-01-01 00:00:00' })
    await admin.get(fileRelease.calls.remove, { ids: id })
    expect((await download(platform.visitor, attachId)).status).toBe(404)
  })

  test('ends when it is removed', async () => {
    const { data } = await send('removed.txt', 'text')
    await admin.get(attach.calls.remove, { ids: data.attachId })
    expect((await download(company, data.attachId)).status).toBe(404)
  })

  test('cannot be redirected to another file by changing the name of a row', async () => {
    const { data } = await send('named.txt', 'text')
    await admin.get(attach.calls.submit, {
      id: data.attachId,
      name: '../secrets.json',
      link: 'x',
      isPublic: 1,
    } as never)
    expect(await admin.get(attach.calls.detail, { id: data.attachId })).toMatchObject({ name: data.name, isPublic: 0 })
  })

  test.each(['', 'x', '../1', '1;2'])('rejects the invalid id %j', async (id) => {
    expect((await download(platform.visitor, id)).status).toBe(400)
  })
})
