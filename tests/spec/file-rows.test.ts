import { beforeAll, describe, expect, test } from 'vitest'
import { messages } from '#contract/inbox/message.ts'
import { entities } from '#contract/index.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Field, Fields } from '#contract/kit/field.ts'
import { snake } from '#contract/kit/text.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { parts } from '#contract/project/parts.ts'
import { attach } from '#contract/storage/attach.ts'
import { upload } from '#contract/storage/upload.ts'
import { sql } from '#server/base/database/sql.ts'
import { pdfOf } from '#server/seed/demo/samples.ts'
import { deleteUnusedFiles } from '#server/storage/delete-unused-files.ts'
import { usedFiles } from '#server/storage/used-files.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createRow } from '../support/sample-rows.ts'
import { createEnterprise, type Enterprise, openWindow, setParameter, submitDeclaration } from '../support/scenario.ts'
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
      originalName: 'named.txt',
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

/** Fields that hold a file, or a text with its address, in a set of fields and the groups and lists in it. */
const fileFields = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(
    ([, { kind, fields: inner = {} }]) => /^(file|files|richText)$/.test(kind) || fileFields(inner).length > 0,
  )

/** A value of the field with the file in its first place for one. */
const valueWith = ({ kind, fields = {} }: Field, id: string): unknown => {
  if (kind === 'richText')
    return `<p><img src="https://x.example/api/caict-resource/attach/download?id=${id}&key=a"></p>`
  if (kind !== 'one' && kind !== 'many') return id
  const [[name, inner] = []] = fileFields(fields)
  const row = { [name as string]: valueWith(inner as Field, id) }
  return kind === 'one' ? row : [{ id: 'r1' }, row]
}

describe('a file of a form', () => {
  const uploaded = async (name = '表单.txt') =>
    (await send(name, 'text', `${upload.putFileAttach.path}?isKept=0`)).data.attachId
  const uploadedByAdmin = async (query: string) =>
    (await send('后台.txt', 'text', `${upload.putFileAttach.path}${query}`, admin)).data.attachId

  /** Whether a file counts as used while the first row of a table has this value. */
  const isUsedIn = async (table: string, column: string, id: string, value: unknown, isList: boolean) => {
    let result = false
    const undo = new Error('undo')
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    await platform.db
      .transaction()
      .execute(async (db) => {
        const cast = isList ? sql`array[${text}::bigint]` : sql`${text}`
        const kind = typeof value === 'string' ? sql.raw('') : sql.raw('::jsonb')
        const { numAffectedRows } = await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${cast}${kind}
          where ctid = (select ctid from ${sql.table(table)} limit 1)`.execute(db)
        expect([table, numAffectedRows]).toEqual([table, 1n])
        result = (await usedFiles(db, entities, [id])).has(id)
        throw undo
      })
      .catch((error: unknown) => {
        if (error !== undo) throw error
      })
    return result
  }

  test('is used by each field for files of every part, by drafts, earlier versions, processes, settings and pictures', async () => {
    await openWindow(admin)
    await submitDeclaration(company)
    await sql`insert into preference (user_id, name, value) select id, 'draft', '{}' from "user" limit 1`.execute(
      platform.db,
    )
    const id = await uploaded()
    const inParts = parts.flatMap(({ code, fields }) =>
      fileFields(fields).map(([name, field]) => ['declaration_part', 'body', { [name]: valueWith(field, id) }, code]),
    )
    expect(inParts.length).toBeGreaterThan(2)
    const link = `/api${upload.download.path}?id=${id}&key=0`
    for (const [table, column, value] of [
      ...inParts,
      ['flow_instance', 'variables', { letter: id }],
      ['preference', 'value', { draft: id }],
      ['user', 'avatar', link],
      ['tenant', 'background_url', link],
      ['dict', 'remark', link],
    ] as [string, string, unknown][])
      expect([table, column, await isUsedIn(table, column, id, value, false)]).toEqual([table, column, true])
  })

  test('is used by each field for files and each formatted text of every entity', async () => {
    const id = await uploaded()
    expect(await usedFiles(platform.db, entities, [id])).toEqual(new Set())
    for (const entity of Object.values(entities) as AnyEntity[])
      for (const [name, field] of fileFields(entity.fields)) {
        // the rows of the others come with the platform
        if ('save' in entity.calls || 'submit' in entity.calls) await createRow(platform, admin, entity)
        const used = await isUsedIn(snake(entity.name), snake(name), id, valueWith(field, id), field.kind === 'files')
        expect([entity.name, name, used]).toEqual([entity.name, name, true])
      }
  })

  test('is used by an earlier version of a declaration, which never changes', async () => {
    const id = await uploaded()
    const snapshot = JSON.stringify({ material: { files: [{ attachId: id }] } })
    await sql`insert into declaration_version (pid, loop, snapshot, hash) values (1, 1, ${snapshot}, '')`.execute(
      platform.db,
    )
    expect(await usedFiles(platform.db, entities, [id])).toEqual(new Set([id]))
  })

  const cleanUpFiles = () => deleteUnusedFiles(platform.app)
  const passDays = (days: number) =>
    sql`update attach set unused_since = unused_since - make_interval(days => ${days}),
      owner_notified_at = owner_notified_at - make_interval(days => ${days})`.execute(platform.db)
  const exists = async (id: string) =>
    (await platform.db.selectFrom('attach').select('id').where('id', '=', id).execute()).length === 1

  test('that nothing uses is deleted after seven days, and its owner is told three days before', async () => {
    const [unused, saved, later] = [await uploaded('没人用.txt'), await uploaded(), await uploaded()]
    const used = async (attachId: string) => {
      const { id, input } = await createRow(platform, admin, fileRelease)
      await sql`update file_release set attach_id = ${attachId} where id = ${id}`.execute(platform.db)
      return { id, input }
    }
    await used(saved)
    await cleanUpFiles()
    await passDays(4)
    await cleanUpFiles()
    const told = async () =>
      (await company.get(messages.list, {})).records.filter(({ title }) => title?.includes('未被使用'))
    const [reminder] = await told()
    expect([reminder?.kind, reminder?.text]).toEqual(['reminder', expect.stringContaining('没人用.txt')])
    const { id: release } = await used(later)
    await passDays(2)
    await cleanUpFiles()
    expect([await exists(unused), await told()]).toEqual([true, [reminder]])
    await passDays(1)
    await cleanUpFiles()
    expect([await exists(unused), await exists(saved), await exists(later)]).toEqual([false, true, true])
    // one that is no longer used begins anew
    await sql`update file_release set attach_id = ${saved} where id = ${release}`.execute(platform.db)
    await cleanUpFiles()
    await passDays(6)
    await cleanUpFiles()
    expect(await exists(later)).toBe(true)
    await passDays(3)
    await cleanUpFiles()
    expect(await exists(later)).toBe(false)
  })

  test('is not what the screen of attachments uploads: that is kept, for whoever may use the screen', async () => {
    const [kept, ofForm] = [await uploadedByAdmin('?isKept=1'), await uploadedByAdmin('?isKept=0')]
    const fromFamily = await uploadedByAdmin('')
    const wished = (await send('愿望.txt', 'text', `${upload.putFileAttach.path}?isKept=1`)).data.attachId
    await cleanUpFiles()
    for (const _ of [1, 2, 3]) {
      await passDays(4)
      await cleanUpFiles()
    }
    expect([await exists(kept), await exists(fromFamily), await exists(ofForm), await exists(wished)]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })
})

describe('the share of an account', () => {
  const fill = (owner: string, bytes: number, count: number, age: string) =>
    sql`insert into attach (original_name, attach_size, create_user, create_time)
      select 'x', ${bytes}, id, now() - ${age}::interval from "user", generate_series(1, ${count})
      where account = ${owner}`.execute(platform.db)

  test('is 2 GB, of which other accounts take nothing; the refusal says what frees space', async () => {
    const full = await createEnterprise(platform)
    await fill(full.account, 1024 * 1024 * 1024 - 3, 2, '40 days')
    const sendFull = uploaderFor(full)
    expect((await sendFull('六字节.txt', '123456')).status).toBe(200)
    const refused = await sendFull('多一个.txt', '1')
    expect(refused).toMatchObject({ status: 400, msg: expect.stringMatching(/^您的上传空间（2 GB）已用完.*7天/) })
    expect((await send('别人.txt', 'text')).status).toBe(200)
    await setParameter(admin, 'storage.accountMegabytes', '2049')
    expect((await sendFull('又可以.txt', '1')).status).toBe(200)
  })

  test('is 200 files a day', async () => {
    const busy = await createEnterprise(platform)
    await fill(busy.account, 1, 300, '1 day')
    await fill(busy.account, 1, 199, '0 days')
    const sendBusy = uploaderFor(busy)
    const answers = await Promise.all([1, 2, 3].map((n) => sendBusy(`${n}.txt`, 'text')))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429])
    expect(answers.find(({ status }) => status === 429)?.msg).toBe(
      '您今天已上传 200 个文件，达到每日上限，请明天再上传',
    )
  })
})
