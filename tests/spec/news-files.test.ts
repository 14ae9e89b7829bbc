import { beforeAll, describe, expect, test } from 'vitest'
import { pressRelease } from '#contract/news/press-release.ts'
import { news } from '#contract/news/public.ts'
import { addressOf } from '#contract/storage/download.ts'
import { upload } from '#contract/storage/upload.ts'
import { pngOf } from '#server/seed/demo/samples.ts'
import { createClerk } from '../support/clerk.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { addColumn, draft } from '../support/publish.ts'
import { createEnterprise, uploadFile, uploadPdf } from '../support/scenario.ts'
import { assignPackage, createTenant } from '../support/tenants.ts'

/** Who reads what an article shows, in each of its states: its cover, a file beside it, a picture in its text. */
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
  const held = ['news', 'press_release', 'press_release_view'] as const
  callers = {
    visitor: platform.visitor,
    company: await createEnterprise(platform),
    colleague: await createClerk(platform, 'editor', ...held, 'press_release_edit'),
    reader: await createClerk(platform, 'reader', ...held),
    otherTenant: other.admin,
  }
})

const picture = async (by: Caller) => {
  const { data } = (await (await uploadFile(by, 'p.png', pngOf([1, 2, 3]), upload.putFile.path)).json()) as {
    data: { attachId: string; link: string }
  }
  return data
}
const shows = (src: string) => `<p>文</p><p><img src="${src.replaceAll('&', '&amp;')}" alt="图"></p>`
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

describe.each(Object.keys(states) as (keyof typeof states)[])('of an article that is %s', (state) => {
  const asFiles = ['cover', 'attachment', 'picture'] as const
  const ids: Partial<Record<(typeof asFiles)[number], string>> = {}
  let article: string
  let key: string

  beforeAll(async () => {
    const shown = await picture(admin)
    key = shown.link
    Object.assign(ids, { cover: await uploadPdf(admin), attachment: await uploadPdf(admin), picture: shown.attachId })
    const row = { imgId: ids.cover, attachIds: `${await uploadPdf(admin)},${ids.attachment}`, connect: shows(key) }
    article = await draft(admin, { title: state, type, releaseTime: past, ...row })
    await states[state](article)
  })

  test.each(asFiles)('the %s is open to whom it may be, and to nobody else', async (which) => {
    const open = await Promise.all(
      Object.entries(callers).map(async ([name, caller]) => [name, await isOpen(caller, addressOf(ids[which] ?? ''))]),
    )
    const isPublished = state === 'published'
    expect(Object.fromEntries(open)).toEqual({
      visitor: isPublished,
      company: isPublished,
      reader: isPublished,
      otherTenant: isPublished,
      // who may change it sees what it shows; what is removed is changed by nobody
      colleague: state !== 'removed',
    })
  })

  test('a key that was guessed opens nothing, and none is ever told to visitors', async () => {
    const guessed = addressOf(ids.picture ?? '', '0'.repeat(32))
    expect(await isOpen(platform.visitor, guessed)).toBe(state === 'published')
    const secret = new URLSearchParams(key.split('?')[1]).get('key') ?? 'none'
    const told = await Promise.all([
      platform.visitor.ask(news.newDetail, { id: article }),
      platform.visitor.ask(news.newList, { size: 50 }),
      platform.visitor.ask(news.getIndex),
    ])
    expect(told.map(({ body: whole }) => JSON.stringify(whole).includes(secret))).toEqual([false, false, false])
    if (state === 'published') expect(JSON.stringify(told[0])).toContain(addressOf(ids.picture ?? ''))
  })
})

describe('a text opens no file that is not its writer’s to open', () => {
  test('neither by its id nor by a key that does not fit; by its own key it may be shown', async () => {
    const writer = await createClerk(
      platform,
      'writer',
      'news',
      'press_release',
      'press_release_add',
      'press_release_edit',
    )
    const foreign = await uploadPdf(callers.company)
    const shown = await picture(admin)
    const save = (src: string) => writer.ask(calls.save, { title: '图', type, connect: shows(src) })
    for (const src of [addressOf(foreign), addressOf(shown.attachId), addressOf(shown.attachId, '0'.repeat(32))])
      expect(await save(src)).toMatchObject({ status: 400, faults: [{ at: 'connect' }] })
    const { data, status } = await save(shown.link)
    expect(status).toBe(200)
    // what stands there already stays, and nothing comes in by a change
    const { connect } = await writer.get(calls.detail, { id: data.id })
    expect((await writer.ask(calls.update, { id: data.id, connect: `${connect}<p>又一段</p>` })).status).toBe(200)
    expect((await writer.ask(calls.update, { id: data.id, connect: shows(addressOf(foreign)) })).status).toBe(400)
  })

  test('the address of a file in a link or in words opens nothing either', async () => {
    const foreign = await uploadPdf(callers.company)
    const at = addressOf(foreign)
    const connect = `<p><a href="${at}">链</a> src="${at}" ${at}</p>`
    const id = await draft(admin, { title: '链', type, connect })
    await admin.get(calls.publish, { ids: id })
    expect(await isOpen(platform.visitor, at)).toBe(false)
  })
})

test('attachments are told in their order, with names and sizes', async () => {
  const [one, two] = [await uploadPdf(admin, '通知.pdf'), await uploadPdf(admin, '附表.pdf')]
  const id = await draft(admin, { title: '附件', type, attachIds: `${two},${one}` })
  await admin.get(calls.publish, { ids: id })
  expect((await platform.visitor.get(news.newDetail, { id })).attachments).toEqual([
    { id: two, name: '附表.pdf', attachSize: expect.any(Number) },
    { id: one, name: '通知.pdf', attachSize: expect.any(Number) },
  ])
})
