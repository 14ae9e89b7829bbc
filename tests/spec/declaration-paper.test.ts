import { beforeAll, describe, expect, test } from 'vitest'
import type { Fields } from '#contract/kit/field.ts'
import { languageHeader } from '#contract/language-header.ts'
import { audit } from '#contract/log/audit.ts'
import { declaration } from '#contract/project/declaration.ts'
import { parts } from '#contract/project/parts.ts'
import { apiKey } from '#contract/system/api-key.ts'
import { sql } from '#server/base/database/sql.ts'
import { readPdf } from '../support/pdf.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { openReview, type Review } from '../support/review.ts'
import { createRole, createScope } from '../support/roles.ts'
import { createEnterprise, createStaff, password } from '../support/scenario.ts'

/** A declaration as a PDF (design: documents on paper). */

let platform: Platform
let review: Review
let id: string

beforeAll(async () => {
  platform = await openPlatform()
  review = await openReview(platform)
  id = await review.beginDeclaration()
})

const ask = (person: Caller, headers: Record<string, string> = {}) =>
  person.raw('GET', `${declaration.calls.paper.path}?id=${id}`, { headers })
const bytesOf = async (person: Caller, headers?: Record<string, string>): Promise<Uint8Array> => {
  const answer = await ask(person, headers)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return new Uint8Array(await answer.arrayBuffer())
}
const textOf = async (...of: Parameters<typeof bytesOf>): Promise<string> =>
  (await readPdf(await bytesOf(...of))).map(({ text }) => text).join('\n')
const changePart = (part: string, values: object) =>
  sql`insert into declaration_part (pid, part, body, version, saved_by)
    values (${id}, ${part}, ${JSON.stringify(values)}::jsonb, 1, null)
    on conflict (pid, part) do update set body = declaration_part.body || excluded.body`.execute(platform.db)

describe('a declaration on paper', () => {
  test('has a cover, its contents, every part with names for codes, and numbered pages', async () => {
    const answer = await ask(review.company)
    expect(answer.headers.get('content-disposition')).toContain(
      encodeURIComponent(`${review.projectName()}-申报书.pdf`),
    )
    const pages = await readPdf(new Uint8Array(await answer.arrayBuffer()))
    const [first] = pages
    expect([first?.width, first?.height]).toEqual([595, 842])
    expect(first?.text).toContain('“5G+工业互联网”项目申报书')
    expect(first?.text).toContain(`单位名称 ${review.company.unitName}`)
    expect(first?.text).toContain('草稿')
    for (const [i, { label }] of parts.entries()) expect(first?.text).toContain(`${'一二三四五六七八'[i]}、${label[0]}`)
    pages.forEach(({ text }, i) => {
      expect(text).toContain(`第 ${i + 1} 页，共 ${pages.length} 页`)
    })
    const text = pages.map((page) => page.text).join('')
    for (const words of ['江苏省', '苏州市', '中国移动', '机器视觉质检']) expect(text).toContain(words)
  })

  test('is the same, byte for byte, as long as nothing changes', async () => {
    const [one, other] = [await bytesOf(review.company), await bytesOf(review.company)]
    expect(Buffer.compare(one, other)).toBe(0)
    await changePart('contact', { tel: '0512-1' })
    expect(Buffer.compare(one, await bytesOf(review.company))).not.toBe(0)
  })

  test('is in the language of its reader', async () => {
    const text = await textOf(review.company, { [languageHeader]: 'en' })
    expect(text).toContain('Declaration of a 5G and industrial internet project')
    expect(text).toMatch(/1\. Project/)
  })

  test('shows texts as they are, with their lines, and no file or network of others', async () => {
    const admin = await platform.admin()
    const foreign = await platform.db
      .insertInto('attach')
      .values({ name: 'x', originalName: '别家合同.pdf', tenantId: '000000' } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    await changePart('information', { projectOverview: '#read("/etc/passwd") $x$ \\ 第一行\n第二行' })
    await changePart('material', { files: [{ id: 'a', type: 1, attachId: String(foreign.id), title: '外来' }] })
    await changePart('facilities', { network: { privateNetworkId: 'no number' } })
    const text = await textOf(admin)
    expect(text).toContain('#read("/etc/passwd") $x$ \\ 第一行第二行')
    expect(text).toContain('外来')
    expect(text).toContain('已选择，您无权查看其名称')
    expect(text).not.toContain('别家合同')
  })

  test('has for an operator only its own section and how to reach the declarant', async () => {
    id = await review.beginDeclaration()
    await changePart('contact', { leaderName: '项目负责甲' })
    await changePart('innovation', { scenes: [{ id: 'a', sceneCode: 1, customName: '秘密场景' }] })
    await review.performAction('company', 'submit')
    const text = await textOf(review.operator)
    expect(text).toContain('项目负责甲')
    expect(text).toContain('本文件只有您可以查看的内容')
    expect(text).not.toMatch(/秘密场景|创新应用|项目总投资/)
  })

  test('leaves out what the data scope of its reader hides', async () => {
    const admin = await platform.admin()
    const scope = await createScope(admin, {
      resourceCode: 'declaration',
      scopeType: 1,
      scopeField: 'projectName,city',
    })
    await createRole(platform, admin, 'paper.some', { codes: ['declaration'], scopes: [scope] })
    const text = await textOf(await createStaff(platform, 'paper.some'))
    expect(text).toContain('苏州市')
    expect(text).not.toMatch(/项目负责甲|江苏省|统一社会信用代码|申报编号/)
  })

  test('is not found by those who do not see it, and no visitor gets it', async () => {
    const other = await createEnterprise(platform)
    expect([(await ask(other)).status, (await ask(platform.visitor)).status]).toEqual([404, 401])
  })

  test('is in the audit under the name of who fetched it', async () => {
    const { records } = await (await platform.admin()).get(audit.calls.list, {
      entity: 'declaration',
      rowId: id,
      verb: 'export',
      size: 1,
    })
    expect(records).toMatchObject([{ rowTitle: `${review.projectName()}-申报书.pdf` }])
  })
})

describe('a submitted declaration', () => {
  beforeAll(async () => {
    id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
  })

  test('is no draft any more, and has its number, its stage and the time of its submission', async () => {
    const [first] = await readPdf(await bytesOf(review.company))
    expect(first?.text).not.toContain('草稿')
    expect(first?.text).toMatch(/申报编号 5G-2026-320500-\d{5}/)
    expect(first?.text).toMatch(/提交时间 \d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}申报状态 已提交/)
  })

  test('is whole for the office that reviews it, and not there for that of another place', async () => {
    const city = review.person('city')
    const whole = await textOf(city)
    for (const { label } of parts) expect(whole).toContain(label[0])
    expect(whole).not.toContain('本文件只有您可以查看的内容')
    const other = await createStaff(platform, 'city', '330100')
    expect((await ask(other)).status).toBe(404)
  })

  test('is read by a key that may read declarations, and by no other', async () => {
    const lastDay = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const statusWith = async (declarations: 0 | 1) => {
      const { key } = await review.company.get(apiKey.calls.create, {
        ...{ name: '申报书', declarations, library: 1, news: 0, reports: 0, work: 0, lastDay },
        password: platform.encrypt(password),
      })
      return (await ask(platform.visitor, { 'blade-auth': `key ${key}` })).status
    }
    expect([await statusWith(1), await statusWith(0)]).toEqual([200, 403])
  })

  test('is gone with its declaration', async () => {
    await review.performAction('company', 'withdraw')
    await review.company.get(declaration.calls.remove, { ids: id })
    expect((await ask(review.company)).status).toBe(404)
  })
})

/** What a client may have stored in the place of a value: drafts are kept as they were typed. */
const oddities: readonly unknown[] = [
  '',
  'x'.repeat(300),
  '\u0000\ud800 \u202e#let x = 1',
  -1.5,
  1e300,
  true,
  [],
  ['a', { b: 1 }],
  { a: { b: [1] } },
  '99999999999999999999999',
  '1,2,,x',
]

describe('a draft', () => {
  test.each([0, 5, 7])('with anything in any place can be printed (%i)', async (seed) => {
    id = await review.beginDeclaration()
    const anything = (of: Fields, nth: number): object =>
      Object.fromEntries(
        Object.entries(of).map(([name, field], i) => {
          const odd = oddities[(i + nth) % oddities.length]
          if (!field.fields || nth % 3 === 2) return [name, odd]
          const group = anything(field.fields, nth + 1)
          return [name, field.kind === 'many' ? [group, odd, anything(field.fields, nth + 4)] : group]
        }),
      )
    for (const { code, fields } of parts)
      await changePart(code, JSON.parse(JSON.stringify(anything(fields, seed)).replaceAll(/\\u0000|\\ud800/g, '')))
    expect((await readPdf(await bytesOf(review.company))).length).toBeGreaterThan(8)
  })

  test('with a list of a thousand rows has them all', async () => {
    id = await review.beginDeclaration()
    const terminals = Array.from({ length: 1000 }, (_, n) => ({
      id: `r${n}`,
      terminalType: 1,
      qty: n,
      model: `型号${n}`,
    }))
    await changePart('facilities', { terminals })
    const pages = await readPdf(await bytesOf(review.company))
    const text = pages.map((page) => page.text).join('')
    for (const n of [0, 499, 999]) expect(text).toContain(`型号${n}`)
    // the heads of the table stand on each of its pages
    expect(pages.filter((page) => page.text.includes('终端类型')).length).toBeGreaterThan(15)
  })
})

test('a person who asks many times at once gets one, whole, and takes no place of another person', async () => {
  id = await review.beginDeclaration()
  const admin = await platform.admin()
  const asked = Array.from({ length: 13 }, () => ask(review.company))
  const [other, ...answers] = await Promise.all([ask(admin), ...asked])
  const statuses = answers.map(({ status }) => status)
  expect([other.status, new Set(statuses)]).toEqual([200, new Set([200, 409])])
  const whole = answers.find(({ status }) => status === 200) as Response
  expect(
    Buffer.from(await whole.arrayBuffer())
      .subarray(-6)
      .toString()
      .trim(),
  ).toBe('%%EOF')
  const refused = answers.find(({ status }) => status === 409) as Response
  expect(await refused.json()).toMatchObject({ msg: '您的另一份文件正在生成，请稍后再下载' })
  // the place is free again
  expect((await ask(review.company)).status).toBe(200)
})
