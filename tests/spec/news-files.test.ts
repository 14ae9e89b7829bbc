import { beforeAll, describe, expect, test } from 'vitest'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { addressOf } from '#contract/storage/download.ts'
import { upload } from '#contract/storage/upload.ts'
import { pngOf } from '#server/seed/demo/samples.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, saveDraft } from '../support/publish.ts'
import { createEnterprise, uploadFile, uploadPdf } from '../support/scenario.ts'
import { assignPackage, createTenant } from '../support/tenants.ts'

/** Who can read the files of an article in each of its states: its cover, an attachment, a picture in its text. */
let platform: Platform

const { calls } = pressRelease
const [past, future] = ['2025-01-01 08:00:00', '2999-01-01 08:00:00']
let admin: Caller
let type: string
let callers: Record<'visitor' | 'company' | 'colleague' | 'reader' | 'otherTenant', Caller>

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  admin = await platform.admin()
  type = await addColumn(admin, '新闻动态', 2)
  const other = await createTenant(platform)
  await assignPackage(platform, [other])
  const permissions = ['news', 'press_release', 'press_release_view'] as const
  callers = {
    visitor: platform.visitor,
    company: await createEnterprise(platform),
    colleague: await createClerk(platform, 'editor', ...permissions, 'press_release_edit'),
    reader: await createClerk(platform, 'reader', ...permissions),
    otherTenant: other.admin,
  }
})

const uploadPicture = async (by: Caller) => {
  const { data } = (await (await uploadFile(by, 'p.png', pngOf([1, 2, 3]), upload.putFile.path)).json()) as {
    data: { attachId: string; link: string }
  }
  return data
}
const imageText = (src: string) => `<p>文</p><p><img src="${src.replaceAll('&', '&amp;')}" alt="图"></p>`
const isOpen = async (to: Caller, path: string) => (await to.raw('GET', path)).status === 200

const states = {
  draft: async () => {},
  published: (id: string) => admin.get(calls.publish, { ids: id }),
  scheduled: (id: string) => admin.get(calls.publish, { ids: id, releaseTime: future }),
  withdrawn: async (id: string) => {
    await admin.get(calls.publish, { ids: id })
    await admin.get(calls.withdraw, { ids: id })
  },
  removed: async (id: string) => {
    await admin.get(calls.publish, { ids: id })
    await admin.get(calls.remove, { ids: id })
  },
} as const

describe.each(Object.keys(states) as (keyof typeof states)[])('the files of an article that is %s', (state) => {
  const fileKinds = ['cover', 'attachment', 'picture'] as const
  const ids: Partial<Record<(typeof fileKinds)[number], string>> = {}
  let article: string
  let key: string

  beforeAll(async () => {
    const image = await uploadPicture(admin)
    key = image.link
    Object.assign(ids, { cover: await uploadPdf(admin), attachment: await uploadPdf(admin), picture: image.attachId })
    const row = { imgId: ids.cover, attachIds: `${await uploadPdf(admin)},${ids.attachment}`, connect: imageText(key) }
    article = await saveDraft(admin, { title: state, type, releaseTime: past, ...row })
    await states[state](article)
  })

  test.each(fileKinds)('the %s is open to exactly the expected users', async (which) => {
    const open = await Promise.all(
      Object.entries(callers).map(async ([name, caller]) => [name, await isOpen(caller, addressOf(ids[which] ?? ''))]),
    )
    const isPublished = state === 'published'
    expect(Object.fromEntries(open)).toEqual({
      visitor: isPublished,
      company: isPublished,
      reader: isPublished,
      otherTenant: isPublished,
      // editors see the files of the article; nobody can edit a removed article
      colleague: state !== 'removed',
    })
  })

  test('a guessed key opens nothing, and responses to visitors contain no key', async () => {
    const guessed = addressOf(ids.picture ?? '', '0'.repeat(32))
    expect(await isOpen(platform.visitor, guessed)).toBe(state === 'published')
    const secret = new URLSearchParams(key.split('?')[1]).get('key') ?? 'none'
    const responses = await Promise.all([
      platform.visitor.ask(news.newDetail, { id: article }),
      platform.visitor.ask(news.newList, { size: 50 }),
      platform.visitor.ask(news.getIndex),
    ])
    expect(responses.map(({ body }) => JSON.stringify(body).includes(secret))).toEqual([false, false, false])
    if (state === 'published') expect(JSON.stringify(responses[0])).toContain(addressOf(ids.picture ?? ''))
  })
})

describe('an article text gives no access to files its author cannot read', () => {
  test('a picture is rejected with its id or a wrong key, and accepted with its own key', async () => {
    const writer = await createClerk(
      platform,
      'writer',
      'news',
      'press_release',
      'press_release_add',
      'press_release_edit',
    )
    const otherFile = await uploadPdf(callers.company)
    const image = await uploadPicture(admin)
    const save = (src: string) => writer.ask(calls.save, { title: '图', type, connect: imageText(src) })
    for (const src of [addressOf(otherFile), addressOf(image.attachId), addressOf(image.attachId, '0'.repeat(32))])
      expect(await save(src)).toMatchObject({ status: 400, faults: [{ at: 'connect' }] })
    const { data, status } = await save(image.link)
    expect(status).toBe(200)
    // existing pictures stay; a change cannot add another file
    const { connect } = await writer.get(calls.detail, { id: data.id })
    expect((await writer.ask(calls.update, { id: data.id, connect: `${connect}<p>又一段</p>` })).status).toBe(200)
    expect((await writer.ask(calls.update, { id: data.id, connect: imageText(addressOf(otherFile)) })).status).toBe(400)
  })

  test('the address of a file in a link or in plain text does not open the file', async () => {
    const otherFile = await uploadPdf(callers.company)
    const at = addressOf(otherFile)
    const connect = `<p><a href="${at}">链</a> src="${at}" ${at}</p>`
    const id = await saveDraft(admin, { title: '链', type, connect })
    await admin.get(calls.publish, { ids: id })
    expect(await isOpen(platform.visitor, at)).toBe(false)
  })
})

test('attachments are listed in their order, with names and sizes', async () => {
  const [one, two] = [await uploadPdf(admin, '通知.pdf'), await uploadPdf(admin, '附表.pdf')]
  const id = await saveDraft(admin, { title: '附件', type, attachIds: `${two},${one}` })
  await admin.get(calls.publish, { ids: id })
  expect((await platform.visitor.get(news.newDetail, { id })).attachments).toEqual([
    { id: two, name: '附表.pdf', attachSize: expect.any(Number) },
    { id: one, name: '通知.pdf', attachSize: expect.any(Number) },
  ])
})
