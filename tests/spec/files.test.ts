import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { upload, uploadLimits } from '#contract/storage/upload.ts'
import { pdfOf, pngOf, trials } from '#server/seed/demo/samples.ts'
import { openPlatform, type Platform } from '../support/platform.ts'
import { createEnterprise, type Enterprise, uploadFile } from '../support/scenario.ts'
import { download, type UploadResponse, uploaderFor } from '../support/uploads.ts'

/** Which files can be uploaded, and how they are stored. */
let platform: Platform
let company: Enterprise
let send: ReturnType<typeof uploaderFor>

beforeAll(async () => {
  platform = await openPlatform()
  company = await createEnterprise(platform)
  send = uploaderFor(company)
})

const sendAvatar = (name: string, body: Buffer | string) => send(name, body, upload.putFile.path)

/** The numbers of attachment rows and of files in the data folder. */
const storedCounts = async () => ({
  rows: (await platform.db.selectFrom('attach').select('id').execute()).length,
  files: filesBelow(join(platform.app.env.dataDir, 'files')).length,
})
const filesBelow = (folder: string): string[] => {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}

describe('an attachment', () => {
  test('is stored unchanged, with its size and SHA-256, under a random name', async () => {
    const body = pdfOf('whole')
    const { data } = await send('申报书 第1版.pdf', body)
    expect(data).toMatchObject({ originalName: '申报书 第1版.pdf', attachSize: body.length })
    expect(data.name).toMatch(/^[0-9a-f]{32}$/)
    expect(data.sha256).toMatch(/^[0-9a-f]{64}$/)
    const response = await download(company, data.attachId)
    expect(Buffer.from(await response.arrayBuffer()).equals(body)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(body.length),
      'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent('申报书 第1版.pdf')}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test.each([
    ['table.csv', 'text/plain; charset=utf-8', 'a,b\n1,2\n'],
    ['notes.txt', 'text/plain; charset=utf-8', '说明'],
    ['picture.png', 'image/png', pngOf([1, 2, 3])],
    ['UPPER.PDF', 'application/pdf', pdfOf('upper')],
  ])('%s is accepted as %s', async (name, type, body) => {
    const { data, success } = await send(name, body)
    expect(success).toBe(true)
    const response = await download(company, data.attachId)
    expect(response.headers.get('content-type')).toBe(type)
    const isInline = /pdf|image/.test(type)
    expect(response.headers.get('content-disposition')).toMatch(isInline ? /^inline/ : /^attachment/)
  })

  test('of exactly 20 MB is accepted; with one byte more it is rejected with a message and not stored', async () => {
    const { 'video-20mb.mp4': atLimit, 'too-large.mp4': overLimit } = trials() as { [name: string]: Buffer }
    expect(atLimit?.length).toBe(uploadLimits.attachment)
    expect((await send('full.mp4', atLimit as Buffer)).success).toBe(true)
    const before = await storedCounts()
    expect(await send('over.mp4', overLimit as Buffer)).toMatchObject({
      status: 413,
      success: false,
      msg: '文件超过 20 MB，请压缩或拆分后上传',
    })
    expect(await storedCounts()).toEqual(before)
  })

  test('far over the limit gets the rejection too, although the client is still sending', async () => {
    const before = await storedCounts()
    expect((await send('over.mp4', Buffer.alloc(80 * 1024 * 1024))).status).toBe(413)
    expect(await storedCounts()).toEqual(before)
  })

  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const html = '<!doctype html><script>alert(1)</script>'
  const exe = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(500, 1)])
  test.each([
    ['setup.exe', exe, /^不支持的文件类型/],
    ['page.html', html, /^不支持的文件类型/],
    ['picture.svg', svg, /^不支持的文件类型/],
    ['script.js', 'alert(1)', /^不支持的文件类型/],
    ['noextension', 'x', /^不支持的文件类型/],
    ['archive.pdf.exe', exe, /^不支持的文件类型/],
    ['form.pdf', exe, '文件内容与扩展名 .pdf 不符，请检查文件'],
    ['form.pdf', html, '文件内容与扩展名 .pdf 不符，请检查文件'],
    ['photo.png', svg, '文件内容与扩展名 .png 不符，请检查文件'],
    ['photo.jpg', pngOf([1, 2, 3]), '文件内容与扩展名 .jpg 不符，请检查文件'],
    ['notes.txt', exe, '文件内容与扩展名 .txt 不符，请检查文件'],
    ['notes.txt', pdfOf('x'), '文件内容与扩展名 .txt 不符，请检查文件'],
    ['empty.pdf', '', '文件内容为空'],
    ['locked.pdf', trials()['locked.pdf'] as Buffer, '文件设有密码，请去除密码后上传'],
    ['infected.txt', trials()['infected.txt'] as Buffer, '文件未通过安全检查，请更换'],
  ])('%s is rejected and not stored', async (name, body, msg) => {
    const before = await storedCounts()
    expect(await send(name, body)).toMatchObject({
      status: 400,
      success: false,
      msg: typeof msg === 'string' ? msg : expect.stringMatching(msg),
    })
    expect(await storedCounts()).toEqual(before)
  })

  test.each([
    ['../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\win.txt', 'win.txt'],
    ['/absolute/path.txt', 'path.txt'],
    ['文件；名，字.txt', '文件；名，字.txt'],
    ['🦊.txt', '🦊.txt'],
    [`${'🦊'.repeat(99)}a.txt`, `${'🦊'.repeat(97)}a.txt`],
  ])('with the file name %j gets the name %j, and its name is only data', async (name, originalName) => {
    const form = new FormData()
    form.append('file', new Blob(['text']), name)
    const response = await company.raw('POST', upload.putFileAttach.path, { body: form })
    const { data } = (await response.json()) as UploadResponse
    expect(data.originalName).toBe(originalName)
    const answer = await download(company, data.attachId)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename*=UTF-8''${encodeURIComponent(originalName)}`,
    )
  })

  test.each(['bad\u0000.txt', 'line\r\nbreak.txt', `${'长'.repeat(300)}.txt`])(
    'with the name %j causes no server error',
    async (name) => {
      const body = `--b\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/plain\r\n\r\ntext\r\n--b--\r\n`
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      const response = await company.raw('POST', upload.putFileAttach.path, { body, headers })
      expect(response.status).toBeLessThan(500)
      const { data } = (await response.json()) as UploadResponse
      if (response.status === 200) {
        expect(data.originalName.length).toBeLessThanOrEqual(255)
        expect(['\u0000', '\r', '\n'].filter((one) => data.originalName.includes(one))).toEqual([])
      }
    },
  )

  test.each([
    ['no file', new FormData()],
    ['JSON', '{"file":"x"}'],
  ])('%s is rejected as an upload', async (_what, body) => {
    const response = await company.raw('POST', upload.putFileAttach.path, { body })
    expect([400, 415]).toContain(response.status)
    expect(((await response.json()) as UploadResponse).success).toBe(false)
  })

  test('an aborted upload leaves nothing', async () => {
    const before = await storedCounts()
    const abort = new AbortController()
    const parts = async function* () {
      yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhalf')
      abort.abort()
      yield Buffer.from('never')
    }
    const headers = { 'content-type': 'multipart/form-data; boundary=b', 'blade-auth': `bearer ${company.token}` }
    const request = fetch(platform.url + upload.putFileAttach.path, {
      method: 'POST',
      headers,
      body: parts() as never,
      duplex: 'half',
      signal: abort.signal,
    } as RequestInit)
    await expect(request).rejects.toThrow()
    await expect.poll(storedCounts).toEqual(before)
  })

  test('a visitor cannot upload', async () => {
    expect((await uploadFile(platform.visitor, 'a.txt', 'text')).status).toBe(401)
  })
})

describe('an avatar (section 5: jpg or png, at most 500kb)', () => {
  const pngOfSize = (bytes: number) => Buffer.concat([pngOf([1, 2, 3]), Buffer.alloc(bytes)]).subarray(0, bytes)

  test('of 500 kB is accepted, and its link opens without a session, so that pages can show it', async () => {
    const { success, data } = await sendAvatar('me.png', pngOfSize(512_000))
    expect(success).toBe(true)
    expect(data.link).toBe(`${upload.download.path}?id=${data.attachId}&key=${data.name}`)
    const response = await fetch(platform.url + data.link)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '512000',
      'content-disposition': expect.stringMatching(/^inline;/),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })

  test('cannot be opened without the whole link, by trying ids or guessing keys', async () => {
    const { data } = await sendAvatar('me.png', pngOfSize(1000))
    const { data: other } = await sendAvatar('me.png', pngOfSize(1000))
    for (const key of ['', 'x', '0'.repeat(32), data.name.slice(0, 31), other.name])
      expect([key, (await download(platform.visitor, `${data.attachId}&key=${key}`)).status]).toEqual([key, 404])
  })

  test('has a public link; that of an attachment opens it for half an hour, and its stored name opens nothing', async () => {
    const { data } = await send('mine.txt', 'text')
    const { data: other } = await send('other.txt', 'text')
    expect(await (await fetch(platform.url + data.link)).text()).toBe('text')
    const key = new URL(data.link, platform.url).searchParams.get('key') ?? ''
    for (const [id, tried] of [
      [data.attachId, data.name],
      [other.attachId, key],
      [data.attachId, `${(Math.floor(Date.now() / 1000) + 9999).toString(36)}.${key.split('.')[1]}`],
    ])
      expect((await download(platform.visitor, `${id}&key=${tried}`)).status).toBe(404)
    const minutesLeft = (Number.parseInt(key.split('.')[0] ?? '', 36) - Date.now() / 1000) / 60
    expect(minutesLeft).toBeGreaterThan(20)
    expect(minutesLeft).toBeLessThanOrEqual(30)
    const stored = await platform.db.selectFrom('attach').select('link').where('id', '=', data.attachId).execute()
    expect(stored).toEqual([{ link: `${upload.download.path}?id=${data.attachId}` }])
  })

  test.each([
    ['me.png', pngOfSize(512_001), 413, '头像不能超过 500 kB'],
    ['me.gif', 'GIF89a', 400, '头像只支持 jpg、png 格式'],
    ['me.pdf', pdfOf('me'), 400, '头像只支持 jpg、png 格式'],
    ['me.svg', '<svg/>', 400, '头像只支持 jpg、png 格式'],
    ['me.jpg', pngOfSize(1000), 400, '文件内容与扩展名 .jpg 不符，请检查文件'],
    ['me.jpg', 'text', 400, '文件内容与扩展名 .jpg 不符，请检查文件'],
  ])('%s is rejected and not stored', async (name, body, status, msg) => {
    const before = await storedCounts()
    expect(await sendAvatar(name, body)).toMatchObject({ status, msg })
    expect(await storedCounts()).toEqual(before)
  })
})
