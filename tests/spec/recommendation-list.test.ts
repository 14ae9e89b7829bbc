import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { entities } from '#contract/index.ts'
import { languageHeader } from '#contract/language-header.ts'
import { batch } from '#contract/project/batch.ts'
import { declaration } from '#contract/project/declaration.ts'
import { type ListFormat, recommendationList } from '#contract/project/recommendation-list.ts'
import { recommendationOrder } from '#contract/project/recommendation-order.ts'
import { attach } from '#contract/storage/attach.ts'
import { addressOf } from '#contract/storage/download.ts'
import { run } from '#server/base/database/db.ts'
import { sql } from '#server/base/database/sql.ts'
import { usedFiles } from '#server/storage/used-files.ts'
import { openBatch, passClosing } from '../support/batches.ts'
import { withOfficeScope } from '../support/office-scope.ts'
import { bytesIn, pdfText } from '../support/pdf.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createClerk } from '../support/roles.ts'
import { createStaff, suzhou, uploadPdf } from '../support/scenario.ts'
import { createTenant } from '../support/tenants.ts'

/** Lists and letters of recommendation: numbered versions of an office, read by it and by the level above (docs/decisions/0164). */

const [jiangsu, wuxi, zhejiang] = ['320000', '320200', '330000']
const { read, create, paper, attachScan } = recommendationList

let platform: Platform
let review: Review
let batchId: string
const people: Record<string, Caller> = {}

beforeAll(async () => {
  platform = await openPlatform({ TENANT_MODE: 'on' })
  review = await openReview(platform)
  people.wuxi = await createStaff(platform, 'city', wuxi)
  people.zhejiang = await createStaff(platform, 'province_miit', zhejiang)
})

const office = () => review.person('office')
const city = () => review.person('city')
const miit = () => review.person('miit')

beforeEach(async () => {
  batchId = (await openBatch(platform, office(), '推荐窗口')).batchId
})

const submit = async (): Promise<string> => {
  const id = await review.beginDeclaration()
  await review.performAction('company', 'submit')
  return id
}
const approveInCity = async (): Promise<string> => {
  const id = await submit()
  for (const action of ['claim', 'approve']) await review.performAction('city', action)
  return id
}
const readBy = (caller: Caller) => caller.get(read, { batchId })
const versionsOf = async (caller: Caller) => (await readBy(caller)).versions
const saveOrder = async (caller: Caller, ids: readonly string[]) => {
  const { version } = await caller.get(recommendationOrder.read, { batchId })
  await caller.get(recommendationOrder.save, { batchId, ids: ids.join(), version })
}
const names = { office: '苏州市工业和信息化局', addressee: '工业和信息化部' }
/** Makes a version of the list as its page shows it now. */
const createBy = async (caller: Caller, more: object = {}) => {
  const { version, digest } = await caller.get(recommendationOrder.read, { batchId })
  return caller.ask(create, { batchId, ...names, version, digest, ...more } as never)
}
const created = async (caller: Caller): Promise<string> => {
  const { success, msg } = await createBy(caller)
  if (!success) throw new Error(msg)
  return String((await versionsOf(caller))[0]?.id)
}
const ask = (caller: Caller, id: string, format: ListFormat, headers: Record<string, string> = {}) =>
  caller.raw('GET', `${paper.path}?id=${id}&format=${format}`, { headers })
const bytesOf = async (...of: Parameters<typeof ask>) => bytesIn(await ask(...of))
const textOf = async (...of: Parameters<typeof ask>) => pdfText(await bytesOf(...of))

describe('a version of a list', () => {
  test('has a number, a hash of its content and who made it, and stays as it is when the order changes', async () => {
    const [first, second, third] = [await submit(), await submit(), await submit()]
    await saveOrder(city(), [second, first])
    expect((await readBy(city())).own).toMatchObject({ obstacle: null, difference: null, region: suzhou })
    const id = await created(city())
    const [version] = await versionsOf(city())
    expect(version).toMatchObject({ number: 1, isVoid: false, count: 3, createdBy: 'city', region: suzhou, scan: null })
    const [stored] = await run<{ content: string }>(
      platform.db,
      sql`select content from recommendation_list where id = ${id}`,
    )
    expect(version?.sha256).toBe(createHash('sha256').update(String(stored?.content)).digest('hex'))
    const before = await bytesOf(city(), id, 'list')
    await saveOrder(city(), [third, first, second])
    expect((await readBy(city())).own?.difference).toBe('推荐顺序已有变化')
    expect(Buffer.compare(before, await bytesOf(city(), id, 'list'))).toBe(0)
    await platform.db.updateTable('declaration').set({ declareStatus: 80 }).where('id', '=', first).execute()
    await submit()
    expect((await readBy(city())).own?.difference).toBe('名单已有变化：新增 1 件，减少 1 件')
    expect(Buffer.compare(before, await bytesOf(city(), id, 'list'))).toBe(0)
  })

  test('is void once the next one is made, and says so on its papers', async () => {
    const ids = [await submit(), await submit()]
    const first = await created(city())
    const before = await bytesOf(city(), first, 'letter')
    await saveOrder(city(), ids.toReversed())
    const second = await created(city())
    expect((await versionsOf(city())).map(({ id, number, isVoid }) => [id, number, isVoid])).toEqual([
      [second, 2, false],
      [first, 1, true],
    ])
    expect(Buffer.compare(before, await bytesOf(city(), first, 'letter'))).not.toBe(0)
    for (const format of ['list', 'letter'] as const) {
      expect(await textOf(city(), first, format)).toContain('已作废')
      expect(await textOf(city(), second, format)).not.toContain('已作废')
    }
  })

  test('is made of what its maker has seen: not of an order that was saved since, nor of another list', async () => {
    const ids = [await submit(), await submit()]
    const { version, digest } = await city().get(recommendationOrder.read, { batchId })
    await saveOrder(city(), ids)
    const refused = await createBy(city(), { version, digest })
    expect([refused.status, refused.msg]).toEqual([409, '推荐顺序或名单在您查看后有变化，请刷新后再生成'])
    const later = await city().get(recommendationOrder.read, { batchId })
    await submit()
    const seen = { version: later.version, digest: later.digest }
    expect((await createBy(city(), seen)).status).toBe(409)
    expect(await versionsOf(city())).toEqual([])
  })

  test('is made once of the same list, also by two people at once', async () => {
    await submit()
    const colleague = await createStaff(platform, 'city', suzhou)
    const answers = await Promise.all([createBy(city()), createBy(colleague)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await createBy(city())).msg).toBe('名单和推荐顺序与现行版本一致，无需重新生成')
    expect((await createBy(city(), { office: '另一名称' })).success).toBe(true)
    expect((await versionsOf(colleague)).map(({ number }) => number)).toEqual([2, 1])
  })

  test('needs the names of both offices, which the next version suggests', async () => {
    await submit()
    const empty = await createBy(city(), { office: ' ', addressee: '' })
    expect(empty.faults.map(({ at }: { at: string }) => at).sort()).toEqual(['addressee', 'office'])
    await created(city())
    expect((await readBy(city())).own).toMatchObject(names)
  })

  test('needs declarations, and a batch that is open, closed or under review', async () => {
    expect((await createBy(city())).msg).toBe('本批次没有本地区的申报，不能生成推荐汇总表')
    await approveInCity()
    for (const who of ['miit', 'ca']) await review.performAction(who, 'approve')
    await passClosing(platform.db, batchId)
    await office().get(batch.calls.close, { id: batchId })
    await created(city())
    await office().get(batch.calls.review, { id: batchId })
    await created(miit())
    await platform.db.updateTable('batch').set({ batchState: 5 }).where('id', '=', batchId).execute()
    const late = await createBy(city(), { office: '另一名称' })
    expect([late.status, late.msg]).toEqual([409, '批次处于“公示”，不能生成推荐汇总表；开放、截止和评审期间可以生成'])
    expect(await versionsOf(city())).toHaveLength(1)
  })
})

describe('the papers of a version', () => {
  test('are the list, the letter and a sheet, each with the order, and the same bytes for each reader', async () => {
    const [first, second] = [await submit(), await submit()]
    await saveOrder(city(), [second])
    const id = await created(city())
    const [version] = await versionsOf(city())
    const list = await textOf(city(), id, 'list')
    const projects = await platform.db.selectFrom('declaration').select(['id', 'projectName']).execute()
    const nameOf = (of: string) => String(projects.find((row) => row.id === of)?.projectName)
    expect(list).toMatch(new RegExp(`1 ?${nameOf(second)}.*— ?${nameOf(first)}`))
    for (const words of ['第1号', '苏州市', names.office, '共2件，其中已排序1件', '第 1 页，共 1 页'])
      expect(list).toContain(words)
    expect(list.replaceAll(' ', '')).toContain(version?.sha256)
    const letter = await textOf(city(), id, 'letter')
    for (const words of [
      '工业和信息化部：',
      '项目2件，其中1件已排推荐顺序',
      `1．${nameOf(second)}`,
      '专此函达',
      '— 1 —',
    ])
      expect(letter).toContain(words)
    expect(letter.replaceAll(' ', '')).toContain(version?.sha256)
    const sheet = await ask(city(), id, 'sheet')
    expect(sheet.headers.get('content-type')).toContain('spreadsheetml')
    for (const format of ['list', 'letter'] as const) {
      const bytes = await bytesOf(city(), id, format)
      expect(Buffer.compare(bytes, await bytesOf(miit(), id, format))).toBe(0)
    }
    expect(await textOf(city(), id, 'list', { [languageHeader]: 'en' })).toContain('2 declarations, of which 1 have')
  })
})

describe('who may not know a list', () => {
  test('gets none: cities and provinces read their own, those above read those below them', async () => {
    await approveInCity()
    const ofCity = await created(city())
    const ofProvince = await created(miit())
    const readers = { city: city(), miit: miit(), ca: review.person('ca'), office: office() }
    const seen = Object.fromEntries(
      await Promise.all(
        Object.entries(readers).map(async ([name, caller]) => [name, (await versionsOf(caller)).map(({ id }) => id)]),
      ),
    )
    const both = [ofProvince, ofCity]
    expect(seen).toEqual({ city: [ofCity], miit: both, ca: both, office: [ofProvince] })
    expect((await readBy(office())).own).toBeNull()
    const statusesOf = async (caller: Caller, id: string) =>
      Promise.all((['list', 'letter', 'sheet'] as const).map(async (format) => (await ask(caller, id, format)).status))
    for (const [caller, id] of [
      [city(), ofProvince],
      [office(), ofCity],
      [people.wuxi, ofCity],
      [people.zhejiang, ofProvince],
    ] as const) {
      expect(await statusesOf(caller as Caller, id)).toEqual([404, 404, 404])
    }
    for (const caller of [people.wuxi, people.zhejiang]) expect(await versionsOf(caller as Caller)).toEqual([])
    for (const caller of [review.company, review.operator, review.person('expert1'), platform.visitor]) {
      const answers = [
        (await caller.ask(read, { batchId })).status,
        (await createBlindly(caller)).status,
        ...(await statusesOf(caller, ofCity)),
        (await caller.ask(attachScan, { id: ofCity, scan: '1' })).status,
      ]
      expect(answers.filter((status) => ![401, 403].includes(status))).toEqual([])
    }
  })

  test('does not read it in another tenant, and does not make one for an office that is none', async () => {
    await approveInCity()
    const id = await created(miit())
    const { admin } = await createTenant(platform)
    expect([(await admin.ask(read, { batchId })).success, (await ask(admin, id, 'list')).ok]).toEqual([false, false])
    expect((await createBlindly(await platform.admin())).status).toBe(403)
  })

  test('is somebody of the office whose data scopes hide a declaration or a column of it', async () => {
    const [, second] = [await submit(), await submit()]
    await withOfficeScope(platform, { scopeField: 'projectName,city' }, async () => {
      const narrow = await createStaff(platform, 'city', suzhou)
      const list = await textOf(narrow, await created(narrow), 'list')
      expect(list).toContain(review.projectName())
      expect(list).not.toMatch(/申报单位|申报编号|国民经济分类|申报状态/)
    })
    const id = await created(city())
    const [row] = await platform.db.selectFrom('declaration').select('projectName').where('id', '=', second).execute()
    const scopeValue = `declareStatus_ge=10&projectName_equal=${encodeURIComponent(String(row?.projectName))}`
    for (const values of [{ scopeField: 'projectName,city' }, { scopeValue }])
      await withOfficeScope(platform, values, async () => {
        const colleague = await createStaff(platform, 'city', suzhou)
        expect((await versionsOf(colleague)).some((version) => version.id === id)).toBe(false)
        expect((await ask(colleague, id, 'list')).status).toBe(404)
        const refused = await createBy(colleague, { office: '另一名称' })
        expect([refused.status, (await readBy(colleague)).own?.obstacle]).toEqual([403, refused.msg])
      })
  })

  test('notices nothing of it in lists, details, exports or histories, and reads no ids in the audit', async () => {
    const ids = [await approveInCity(), await approveInCity()]
    const look = async (caller: Caller) =>
      JSON.stringify(
        await Promise.all([
          caller.ask(declaration.calls.page, {}).then(({ body }) => body),
          caller.ask(declaration.calls.getStatus, { id: String(ids[0]) }).then(({ body }) => body),
          caller.ask(batch.calls.detail, { id: batchId }).then(({ body }) => body),
          caller.raw('GET', '/api/caict-porject/ProjectInformation/export?format=csv').then((sheet) => sheet.text()),
        ]),
      )
    const callers = [review.company, review.operator, people.wuxi, people.zhejiang, review.person('expert1')]
    const before = await Promise.all(callers.map((caller) => look(caller as Caller)))
    const id = await created(city())
    await bytesOf(city(), id, 'list')
    expect(await Promise.all(callers.map((caller) => look(caller as Caller)))).toEqual(before)
    const audits = await platform.db.selectFrom('audit').selectAll().where('rowId', '=', batchId).execute()
    const own = audits.filter(({ verb }) => verb === 'listCandidates' || verb === 'export')
    expect(own.map(({ verb, after, realName }) => [verb, after, realName])).toEqual([
      ['listCandidates', { region: suzhou, number: 1, count: 2 }, 'city'],
      ['export', { format: 'pdf', region: suzhou, number: 1 }, 'city'],
    ])
    for (const one of ids) expect(JSON.stringify(audits)).not.toContain(one)
  })
})

/** A request of somebody who reads nothing that it could name. */
const createBlindly = (caller: Caller) => caller.ask(create, { batchId, ...names, version: 0, digest: 'x' })

describe('the signed copy', () => {
  test('is attached to the version in force by its office, and read by who reads the version', async () => {
    await approveInCity()
    const id = await created(city())
    const scan = await uploadPdf(city(), '盖章推荐函.pdf')
    const statusBy = async (caller: Caller) => (await caller.raw('GET', addressOf(scan))).status
    expect([await statusBy(miit()), await statusBy(people.wuxi as Caller)]).toEqual([404, 404])
    expect((await miit().ask(attachScan, { id, scan })).status).toBe(403)
    await city().get(attachScan, { id, scan })
    expect((await versionsOf(miit())).find((version) => version.id === id)).toMatchObject({
      ...{ scan, scanName: '盖章推荐函.pdf', scannedBy: 'city' },
    })
    expect([...(await usedFiles(platform.db, entities, [scan]))]).toEqual([scan])
    const manager = await createClerk(platform, `files${batchId.slice(-4)}`, {
      codes: ['attach', 'attach_download', 'attach_edit', 'attach_delete'],
    })
    const others = [people.wuxi, people.zhejiang, office(), review.company, review.person('expert1'), manager]
    expect([await statusBy(city()), await statusBy(miit())]).toEqual([200, 200])
    expect(await Promise.all(others.map((caller) => statusBy(caller as Caller)))).toEqual(others.map(() => 404))
    expect((await manager.ask(attach.calls.submit, { id: scan, originalName: 'x.pdf' })).status).toBe(404)
    expect((await (await platform.admin()).ask(attach.calls.remove, { ids: scan })).success).toBe(false)
    // one that is replaced stays, for the same readers
    await city().get(attachScan, { id, scan: await uploadPdf(city(), '重新盖章.pdf') })
    expect([await statusBy(miit()), await statusBy(manager)]).toEqual([200, 404])
    expect([...(await usedFiles(platform.db, entities, [scan]))]).toEqual([scan])
  })

  test('is not attached to a void version, and not a file of somebody else', async () => {
    const ids = [await submit(), await submit()]
    const id = await created(city())
    const foreign = await city().ask(attachScan, { id, scan: await uploadPdf(office()) })
    expect([foreign.status, foreign.faults]).toEqual([400, [expect.objectContaining({ at: 'scan' })]])
    await saveOrder(city(), ids)
    await created(city())
    const refused = await city().ask(attachScan, { id, scan: await uploadPdf(city()) })
    expect([refused.status, refused.msg]).toEqual([409, '该版本已作废，不能上传签章扫描件'])
  })
})

test('a province is the office of its own list, whatever its cities have made', async () => {
  await approveInCity()
  await created(city())
  const id = await created(miit())
  const [own] = await versionsOf(miit())
  expect([own?.id, own?.region, own?.number]).toEqual([id, jiangsu, 1])
})
