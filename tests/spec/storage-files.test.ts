import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { notice } from '#contract/desk/notice.ts'
import { attach } from '#contract/storage/attach.ts'
import { oss, storageKinds } from '#contract/storage/oss.ts'
import { upload } from '#contract/storage/upload.ts'
import { user } from '#contract/system/user.ts'
import { linkColumns } from '#server/app.ts'
import { newFileName } from '#server/base/files/file-store.ts'
import { pdfOf, pngOf } from '#server/seed/demo/samples.ts'
import { sweepFiles } from '#server/storage/delete-unused-files.ts'
import { createRow } from '../support/sample-rows.ts'
import { createEnterprise } from '../support/scenario.ts'
import { openStorages } from '../support/storage.ts'
import { download } from '../support/uploads.ts'

/** Where files lie (section 7, Resource): on a service that speaks S3, OpenStack Swift, started for these tests. */
let storages: Awaited<ReturnType<typeof openStorages>>

beforeAll(async () => {
  storages = await openStorages()
})

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

describe('a file, with a bucket in use', () => {
  test('lies there whole, and is read through this server alone, as on the disk', async () => {
    const { bucketName, id } = await storages.inUse()
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
    expect(data.link).toBe(`${upload.download.path}?id=${data.attachId}`)
    expect(await storages.admin.get(attach.calls.detail, { id: data.attachId })).toMatchObject({ storageId: id })
    const [row] = (await storages.admin.get(attach.calls.list, { originalName: '申报书' })).records
    expect(row).toMatchObject({ storageId: id, domainUrl: '' })
  })

  test('is told of by the public address of the storage, where it has one', async () => {
    const { id } = await storages.newStorage({ transformEndpoint: 'https://files.example.com' })
    await storages.enable(id)
    const { data } = await storages.send('a.txt', 'text')
    expect(
      (await storages.admin.get(attach.calls.list, { domainUrl: 'files.example' })).records.map((row) => row.id),
    ).toEqual([data.attachId])
  })

  test('of many megabytes goes there in parts', async () => {
    const { bucketName } = await storages.inUse()
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
  ])('that is %s is refused and nothing of it is kept', async (_what, name, body, status) => {
    const { bucketName } = await storages.inUse()
    const before = await storages.storedFiles(bucketName)
    expect((await storages.send(name, body)).status).toBe(status)
    expect(await storages.storedFiles(bucketName)).toEqual(before)
  })

  test('that breaks off leaves nothing', async () => {
    const { bucketName } = await storages.inUse()
    const before = await storages.storedFiles(bucketName)
    const abort = new AbortController()
    const parts = async function* () {
      yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\n')
      for (let n = 0; n < 8; n++) yield Buffer.alloc(1024 * 1024, 65)
      abort.abort()
      yield Buffer.from('never')
    }
    const sent = fetch(storages.platform.url + upload.putFileAttach.path, {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=b', 'blade-auth': `bearer ${storages.company.token}` },
      body: parts() as never,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit)
    await expect(sent).rejects.toThrow()
    await expect.poll(() => storages.storedFiles(bucketName)).toEqual(before)
  })

  test('is closed to strangers, and the link of an avatar opens by itself', async () => {
    await storages.inUse()
    const other = await createEnterprise(storages.platform)
    const { data } = await storages.send('mine.txt', 'text')
    expect((await download(other, data.attachId)).status).toBe(404)
    const avatar = await storages.send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const response = await fetch(storages.platform.url + avatar.data.link)
    expect((await bytesOf(response)).equals(pngOf([1, 2, 3]))).toBe(true)
  })

  test('stays readable where it is when another storage is put to use, and when its own is removed', async () => {
    const first = await storages.inUse()
    const { data: old } = await storages.send('old.txt', 'old')
    const second = await storages.inUse()
    const { data: fresh } = await storages.send('fresh.txt', 'fresh')
    const { id: disk } = await storages.admin.get(oss.calls.submit, {
      category: storageKinds.local,
      ossCode: storages.newCode(),
    })
    await storages.enable(disk)
    const { data: local } = await storages.send('local.txt', 'local')
    await storages.admin.get(oss.calls.remove, { ids: first.id })
    expect(await storages.store.keys(first.bucketName)).toEqual([`upload/${old.name}`])
    expect(await storages.store.keys(second.bucketName)).toEqual([`upload/${fresh.name}`])
    for (const [{ attachId }, text] of [
      [old, 'old'],
      [fresh, 'fresh'],
      [local, 'local'],
    ] as const)
      expect(String(await bytesOf(await download(storages.company, attachId)))).toBe(text)
  })

  test('goes to another storage by its code, if who sends it looks after storages', async () => {
    const [now, other] = [await storages.inUse(), await storages.newStorage()]
    const to = (code: string) => `${upload.putFileAttach.path}?code=${code}`
    const { data } = await storages.send('there.txt', 'text', to(other.ossCode), storages.admin)
    expect(await storages.store.keys(other.bucketName)).toEqual([`upload/${data.name}`])
    expect((await storages.send('no.txt', 'text', to(other.ossCode))).status).toBe(403)
    expect((await storages.send('yes.txt', 'text', to(now.ossCode))).status).toBe(200)
    expect(await storages.send('no.txt', 'text', to('unknown'), storages.admin)).toMatchObject({
      status: 400,
      msg: '没有资源编号为“unknown”的存储',
    })
  })
})

describe('what is left of uploads for more than a day', () => {
  const age = (table: 'attach' | 'arriving_file', column: string, name: string) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - interval '25 hours' where name = ${name}`.execute(
      storages.platform.db,
    )
  const sweep = () => sweepFiles(storages.platform.app, linkColumns)

  test('is swept where a server ended in the middle: its file and its parts, and nothing else of the bucket', async () => {
    const { bucketName: Bucket, id: storageId } = await storages.inUse()
    const client = new S3Client({
      endpoint: storages.store.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials: { accessKeyId: storages.store.accessKey, secretAccessKey: storages.store.secretKey },
    })
    const [whole, half, young] = [newFileName(), newFileName(), newFileName()]
    for (const name of [whole, young])
      await client.send(new PutObjectCommand({ Bucket, Key: `upload/${name}`, Body: 'x' }))
    await client.send(new PutObjectCommand({ Bucket, Key: 'upload/of-somebody-else', Body: 'x' }))
    await client.send(new CreateMultipartUploadCommand({ Bucket, Key: `upload/${half}` }))
    for (const name of [whole, half, young])
      await storages.platform.db.insertInto('arrivingFile').values({ name, storageId }).execute()
    for (const name of [whole, half]) await age('arriving_file', 'since', name)
    await sweep()
    expect(await storages.store.keys(Bucket)).toEqual([`upload/${young}`, 'upload/of-somebody-else'].sort())
    expect(await storages.store.unfinished(Bucket)).toBe(0)
    const left = await storages.platform.db.selectFrom('arrivingFile').select('name').execute()
    expect(left).toEqual([{ name: young }])
  })

  test('is swept where it is a picture that was never saved; one in an avatar or a text stays', async () => {
    const { bucketName } = await storages.inUse()
    const picture = () => storages.send('me.png', pngOf([1, 2, 3]), upload.putFile.path)
    const [avatar, never, fresh] = [await picture(), await picture(), await picture()]
    const attached = await storages.send('kept.txt', 'text')
    const shown = await storages.send('in-text.png', pngOf([4, 5, 6]), upload.putFile.path, storages.admin)
    await storages.company.get(user.calls.updateInfo, {
      realName: '王明',
      name: '王明',
      phone: '19900001234',
      avatar: avatar.data.link,
    })
    await createRow(storages.platform, storages.admin, notice).then(({ id, input: sent }) =>
      storages.admin.get(notice.calls.submit, {
        ...sent,
        id,
        content: `<p>图</p><img src="${shown.data.link}" alt="图">`,
      }),
    )
    for (const { data } of [avatar, never, attached, shown]) await age('attach', 'create_time', data.name)
    await sweep()
    expect(await storages.store.keys(bucketName)).toEqual(
      [avatar, fresh, attached, shown].map(({ data }) => `upload/${data.name}`).sort(),
    )
    expect((await fetch(storages.platform.url + never.data.link)).status).toBe(404)
    expect((await fetch(storages.platform.url + shown.data.link)).status).toBe(200)
    const audit = await storages.platform.db
      .selectFrom('audit')
      .select('verb')
      .where('rowId', '=', never.data.attachId)
      .orderBy('id')
      .execute()
    expect(audit.map(({ verb }) => verb)).toEqual(['insert', 'sweep'])
  })
})

describe.sequential('a storage that does not answer', () => {
  test('refuses files with a sentence, and nothing of them is kept; what lies there is not lost', async () => {
    const { bucketName } = await storages.inUse()
    const { data } = await storages.send('there.txt', 'text')
    const rows = async () => (await storages.platform.db.selectFrom('attach').select('id').execute()).length
    const before = await rows()
    expect(await storages.store.keys(bucketName)).toHaveLength(1)
    await storages.store.stop()
    const refused = { status: 503, success: false, msg: '文件存储服务暂时无法使用，请稍后重试' }
    expect(await storages.send('a.txt', 'text')).toMatchObject(refused)
    expect(await storages.send('large.pdf', Buffer.concat([pdfOf('x'), Buffer.alloc(8 * 1024 * 1024)]))).toMatchObject(
      refused,
    )
    expect(await rows()).toBe(before)
    expect((await download(storages.company, data.attachId)).status).toBe(503)
    // what could not be taken back is written down, to be swept once the storage answers again
    expect(await storages.platform.db.selectFrom('arrivingFile').select('name').execute()).not.toEqual([])
  })
})
