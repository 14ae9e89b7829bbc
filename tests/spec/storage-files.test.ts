import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { attach } from '#contract/storage/attach.ts'
import { oss, storageKinds } from '#contract/storage/oss.ts'
import { upload } from '#contract/storage/upload.ts'
import { user } from '#contract/system/user.ts'
import { sql } from '#server/base/database/sql.ts'
import { newFileName } from '#server/base/files/file-store.ts'
import { pdfOf, pngOf } from '#server/seed/demo/samples.ts'
import { deleteUnusedFiles } from '#server/storage/delete-unused-files.ts'
import { createRow } from '../support/sample-rows.ts'
import { createEnterprise } from '../support/scenario.ts'
import { openStorages } from '../support/storage.ts'
import { download } from '../support/uploads.ts'

/** Files in object storage (section 7, Resource), on an S3-compatible OpenStack Swift server started for these tests. */
let storages: Awaited<ReturnType<typeof openStorages>>

beforeAll(async () => {
  storages = await openStorages()
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a file with a bucket enabled', () => {
  test('is stored in the bucket completely and served only by this server, as from disk', async () => {
    const { bucketName, id } = await storages.createEnabled()
    const body = pdfOf('in a bucket')
    const { data } = await storages.send('申报书.pdf', body)
    expect(await storages.store.keys(bucketName)).toEqual([`upload/${data.name}`])
    const response = await download(storages.company, data.attachId)
    expect((await bytesOf(response)).equals(body)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(body.length),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('申报书.pdf')}`,
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(data.link.split('&key=')[0]).toBe(`${upload.download.path}?id=${data.attachId}`)
    expect(await storages.admin.get(attach.calls.detail, { id: data.attachId })).toMatchObject({ storageId: id })
    const [row] = (await storages.admin.get(attach.calls.list, { originalName: '申报书' })).records
    expect(row).toMatchObject({ storageId: id, domainUrl: '' })
  })

  test('is found by the public address of the storage, if it has one', async () => {
    const { id } = await storages.newStorage({ transformEndpoint: 'https://files.example.com' })
    await storages.enable(id)
    const { data } = await storages.send('a.txt', 'text')
    expect(
      (await storages.admin.get(attach.calls.list, { domainUrl: 'files.example' })).records.map((row) => row.id),
    ).toEqual([data.attachId])
  })

  test('of many megabytes is uploaded in parts', async () => {
    const { bucketName } = await storages.createEnabled()
    const body = Buffer.concat([pdfOf('large'), Buffer.alloc(12 * 1024 * 1024, 7)])
    const { data } = await storages.send('large.pdf', body)
    expect(data.attachSize).toBe(body.length)
    expect((await bytesOf(await download(storages.company, data.attachId))).equals(body)).toBe(true)
    expect(await storages.store.unfinished(bucketName)).toBe(0)
  })

  test.each([
    ['too long', 'a.pdf', Buffer.alloc(20 * 1024 * 1024 + 1), 413],
    ['of another content than its name', 'a.pdf', 'no pdf', 400],
    ['empty', 'a.txt', '', 400],
  ])('that is %s is rejected and leaves nothing behind', async (_what, name, body, status) => {
    const { bucketName } = await storages.createEnabled()
    const before = await storages.storedFiles(bucketName)
    expect((await storages.send(name, body)).status).toBe(status)
    expect(await storages.storedFiles(bucketName)).toEqual(before)
  })

  test('whose upload is interrupted leaves nothing behind', async () => {
    const { bucketName } = await storages.createEnabled()
    const before = await storages.storedFiles(bucketName)
    const abort = new AbortController()
    const parts = async function* () {
      yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\n')
      for (let n = 0; n < 8; n++) yield Buffer.alloc(1024 * 1024, 65)
      abort.abort()
      yield Buffer.from('never')
    }
    const request = fetch(storages.platform.url + upload.putFileAttach.path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'blade-auth': `bearer ${storages.company.token}` },
      body: parts() as never,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit)
    await expect(request).rejects.toThrow()
    await expect.poll(() => storages.storedFiles(bucketName)).toEqual(before)
  })

  test('is closed to other users, except through the link of an avatar', async () => {
    await storages.createEnabled()
    const other = await createEnterprise(storages.platform)
    const { data } = await storages.send('mine.txt', 'text')
    expect((await download(other, data.attachId)).status).toBe(404)
    const avatar = await storages.send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const response = await fetch(storages.platform.url + avatar.data.link)
    expect((await bytesOf(response)).equals(pngOf([1, 2, 3]))).toBe(true)
  })

  test('stays readable in its storage after another one is enabled; its own cannot be removed', async () => {
    const first = await storages.createEnabled()
    const { data: old } = await storages.send('old.txt', 'old')
    const second = await storages.createEnabled()
    const { data: fresh } = await storages.send('fresh.txt', 'fresh')
    const { id: disk } = await storages.admin.get(oss.calls.submit, {
      category: storageKinds.local,
      ossCode: storages.newCode(),
    })
    await storages.enable(disk)
    const { data: local } = await storages.send('local.txt', 'local')
    expect((await storages.admin.ask(oss.calls.remove, { ids: first.id })).msg).toContain('仍在使用')
    expect(await storages.store.keys(first.bucketName)).toEqual([`upload/${old.name}`])
    expect(await storages.store.keys(second.bucketName)).toEqual([`upload/${fresh.name}`])
    for (const [{ attachId }, text] of [
      [old, 'old'],
      [fresh, 'fresh'],
      [local, 'local'],
    ] as const)
      expect(String(await bytesOf(await download(storages.company, attachId)))).toBe(text)
  })

  test('can be sent to another storage by code only with the permission to manage storages', async () => {
    const [enabled, other] = [await storages.createEnabled(), await storages.newStorage()]
    const to = (code: string) => `${upload.putFileAttach.path}?code=${code}`
    const { data } = await storages.send('there.txt', 'text', to(other.ossCode), storages.admin)
    expect(await storages.store.keys(other.bucketName)).toEqual([`upload/${data.name}`])
    expect((await storages.send('no.txt', 'text', to(other.ossCode))).status).toBe(403)
    expect((await storages.send('yes.txt', 'text', to(enabled.ossCode))).status).toBe(200)
    expect(await storages.send('no.txt', 'text', to('unknown'), storages.admin)).toMatchObject({
      status: 400,
      msg: '没有资源编号为“unknown”的存储',
    })
  })
})

describe('uploads left over for more than a day', () => {
  const age = (table: 'attach' | 'arriving_file', column: string, name: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '25 hours' where name = ${name}`.execute(
      storages.platform.db,
    )
  const cleanUp = () => deleteUnusedFiles(storages.platform.app)

  test('are deleted after a server crash: the file and its parts, and nothing else in the bucket', async () => {
    const { bucketName: Bucket, id: storageId } = await storages.createEnabled()
    const client = new S3Client({
      endpoint: storages.store.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: storages.store.accessKey, secretAccessKey: storages.store.secretKey },
    })
    const [complete, partial, recent] = [newFileName(), newFileName(), newFileName()]
    for (const name of [complete, recent])
      await client.send(new PutObjectCommand({ Bucket, Key: `upload/${name}`, Body: 'x' }))
    await client.send(new PutObjectCommand({ Bucket, Key: 'upload/of-somebody-else', Body: 'x' }))
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `upload/${partial}` }))
    for (const name of [complete, partial, recent])
      await storages.platform.db.insertInto('arrivingFile').values({ name, storageId }).execute()
    for (const name of [complete, partial]) await age('arriving_file', 'since', name)
    await cleanUp()
    expect(await storages.store.keys(Bucket)).toEqual([`upload/${recent}`, 'upload/of-somebody-else'].sort())
    expect(await storages.store.unfinished(Bucket)).toBe(0)
    const remaining = await storages.platform.db.selectFrom('arrivingFile').select('name').execute()
    expect(remaining).toEqual([{ name: recent }])
  })

  test('are deleted if they are unsaved pictures; pictures in an avatar or a text stay', async () => {
    const { bucketName } = await storages.createEnabled()
    const picture = () => storages.send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const [avatar, unsaved, fresh] = [await picture(), await picture(), await picture()]
    const attached = await storages.send('kept.txt', 'text')
    const inText = await storages.send('in-text.png', pngOf([4, 5, 6]), upload.putFile.path, storages.admin)
    await storages.company.get(user.calls.updateInfo, {
      realName: '王明',
      name: '王明',
      phone: '19900001234',
      avatar: avatar.data.link,
    })
    await createRow(storages.platform, storages.admin, notice).then(({ id, input }) =>
      storages.admin.get(notice.calls.submit, {
        ...input,
        id,
        content: `<p>图</p><img src="${inText.data.link}" alt="图">`,
      }),
    )
    for (const { data } of [avatar, unsaved, attached, inText]) await age('attach', 'create_time', data.name)
    await cleanUp()
    expect(await storages.store.keys(bucketName)).toEqual(
      [avatar, fresh, attached, inText].map(({ data }) => `upload/${data.name}`).sort(),
    )
    expect((await fetch(storages.platform.url + unsaved.data.link)).status).toBe(404)
    expect((await fetch(storages.platform.url + inText.data.link)).status).toBe(200)
    const audit = await storages.platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', unsaved.data.attachId)
      .orderBy('id')
      .execute()
    expect(audit.map(({ verb }) => verb)).toEqual(['insert', 'sweep'])
  })
})

describe.sequential('a storage that does not answer', () => {
  test('rejects files with a message and stores nothing of them; existing files answer 503', async () => {
    const { bucketName } = await storages.createEnabled()
    const { data } = await storages.send('there.txt', 'text')
    const rows = async () => (await storages.platform.db.selectFrom('attach').select('id').execute()).length
    const before = await rows()
    expect(await storages.store.keys(bucketName)).toHaveLength(1)
    await storages.store.stop()
    const rejection = { status: 503, success: false, msg: '文件存储服务暂时无法使用，请稍后重试' }
    expect(await storages.send('a.txt', 'text')).toMatchObject(rejection)
    expect(await storages.send('large.pdf', Buffer.concat([pdfOf('x'), Buffer.alloc(8 * 1024 * 1024)]))).toMatchObject(
      rejection,
    )
    expect(await rows()).toBe(before)
    expect((await download(storages.company, data.attachId)).status).toBe(503)
    // files that could not be deleted are recorded for the cleanup once the storage answers again
    expect(await storages.platform.db.selectFrom('arrivingFile').select('name').execute()).not.toEqual([])
  })
})
