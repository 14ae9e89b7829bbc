import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { articleAt, columnAt, paperAt } from '#contract/news/place.ts'
import { partsAt, projectAt } from '#contract/portal/project-places.ts'
import { declaration } from '#contract/project/declaration.ts'
import { parts } from '#contract/project/parts.ts'
import { wrongAt } from './barriers.ts'
import { openBrowser } from './browser.ts'
import { type Published, publish } from './published.ts'
import { openSite, type Site } from './site.ts'
import { arrive, visit } from './steps.ts'
import { creditCode, enterprise, fillIn, listed, move, openWindow, staff, submitted, suzhou } from './story.ts'

interface Made {
  readonly writer: string
  readonly fresh: string
  readonly draft: string
  readonly returned: string
  readonly published: Published
  readonly project: string
  readonly number: string
}

/** No barrier on any page of the portal in this language, on a desk and on a telephone; nothing wider than the window. */
export const walkPortal = (lang: 'zh' | 'en') => {
  let site: Site<Made>
  let visitor: Page
  let writer: Page
  let fresh: Page
  const widths = ['desk', 'tablet', 'phone'] as const

  const settled = async (page: Page) => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page
      .getByText(/^(加载中|Loading)$/)
      .first()
      .waitFor({ state: 'detached' })
  }
  /** Opens an address and says what is wrong there. */
  const wrongOn = async (page: Page, path: string) => {
    await page.goto(path)
    await settled(page)
    return wrongAt(page, widths)
  }

  beforeAll(async () => {
    site = await openSite(await openBrowser(), async (platform) => {
      await openWindow(await platform.admin(), { maxPerCompany: 5, guide: '请按年度指南填报。' })
      const one = await enterprise(platform)
      const city = await staff(platform, 'city', suzhou)
      const returned = await submitted(one)
      await move(city, returned, 'claim')
      const remarks = [{ at: 'information.projectOverview', text: '请补充投资依据' }]
      await move(city, returned, 'cityReturn', { remarks, comment: '请补充后重新提交' })
      const draft = await fillIn(one)
      const { declareNo } = await city.get(declaration.calls.detail, { id: returned })
      return {
        number: String(declareNo),
        writer: one.account,
        fresh: (await enterprise(platform)).account,
        draft,
        returned,
        published: await publish(await platform.admin()),
        project: await listed(await platform.admin(), { isBenchmark: 1 }),
      }
    })
    visitor = await visit(site)
    writer = await arrive(site, site.made.writer)
    fresh = await arrive(site, site.made.fresh)
  }, 120_000)

  describe.sequential(`in ${lang}`, () => {
    test('the registration, first and second step, with faults', async () => {
      expect(await wrongOn(visitor, `/registerView/register?lang=${lang}`)).toEqual([])
      const next = visitor.getByRole('button', { name: /^(下一步|Next|提交注册|Submit)$/ })
      await next.click()
      await visitor.getByRole('alert').waitFor()
      expect(await wrongAt(visitor, widths)).toEqual([])
      await visitor.getByLabel(/^(单位名称|Organisation)$/).fill('苏州澄川')
      await visitor.getByLabel(/^(统一社会信用代码|Unified social credit code)$/).fill(creditCode(900_003))
      await next.click()
      await next.click()
      await visitor.getByRole('alert').waitFor()
      expect(await wrongAt(visitor, widths)).toEqual([])
    })

    test('the login, with faults', async () => {
      await visitor.goto(`/404?lang=${lang}`)
      await visitor
        .getByRole('banner')
        .getByRole('button', { name: /^(登录|Log in)$/ })
        .click()
      await visitor.getByRole('dialog').getByRole('img').waitFor()
      await visitor
        .getByRole('dialog')
        .getByRole('button', { name: /^(登录|Log in)$/ })
        .click()
      expect(await wrongAt(visitor, widths)).toEqual([])
    })

    test.each([
      ...['/projectList/policy', '/technologicalProgress/papers', '/successfulCase/cases', '/403', '/500'],
      ...['/evaluationService/service', '/productTesting/testing', '/myiframe/page', '/projectApplication/project'],
      ...['/Home', '/projects', '/lookUp', '/siteMap'],
    ])('%s, as a visitor comes to it', async (path) => {
      expect(await wrongOn(visitor, `${path}?lang=${lang}`)).toEqual([])
    })

    test.each(['divisions', 'investment'] as const)('the parts of the figure %s', async (key) => {
      expect(await wrongOn(visitor, `${partsAt(key)}&lang=${lang}`)).toEqual([])
    })

    test.each([
      ['an article', ({ published }: Made) => articleAt(published.article)],
      ['a published file', ({ published }: Made) => paperAt(published.paper)],
      ['a listed project', ({ project }: Made) => projectAt(project)],
    ])('%s', async (_, at) => {
      expect(await wrongOn(visitor, `${at(site.made)}&lang=${lang}`)).toEqual([])
    })

    test('a column by itself', async () => {
      expect(await wrongOn(visitor, `${columnAt(site.made.published.column)}?lang=${lang}`)).toEqual([])
    })

    test('how far a declaration has come', async () => {
      await visitor.goto(`/lookUp?lang=${lang}&no=${site.made.number}`)
      await visitor.getByText(site.made.number).first().waitFor()
      expect(await wrongAt(visitor, widths)).toEqual([])
    })

    test('an address nobody knows', async () => {
      expect(await wrongOn(visitor, `/nowhere?lang=${lang}`)).toEqual([])
    })

    test('the start of a declaration, and an empty list of them', async () => {
      expect(await wrongOn(fresh, `/addDeclare/project?lang=${lang}`)).toEqual([])
      expect(await wrongOn(fresh, `/projectApplication/project?lang=${lang}`)).toEqual([])
    })

    test('the list of declarations', async () => {
      expect(await wrongOn(writer, `/projectApplication/project?lang=${lang}`)).toEqual([])
    })

    test.each(['info', 'password', 'devices', 'logins'])('the personal center: %s', async (tab) => {
      await writer.goto(`/personalCenter/account?tab=${tab}&lang=${lang}`)
      await settled(writer)
      await writer.getByRole('tabpanel').locator('form, ul, table').first().waitFor()
      expect(await wrongAt(writer, widths)).toEqual([])
    })

    test('the task list, of a draft and of what was returned', async () => {
      expect(await wrongOn(writer, `/addDeclare/project?id=${site.made.draft}&lang=${lang}`)).toEqual([])
      expect(await wrongOn(writer, `/addDeclare/project?id=${site.made.returned}&lang=${lang}`)).toEqual([])
    })

    test.each(parts.map(({ code }) => code))('the part %s', async (code) => {
      const path = `/addDeclare/project?id=${site.made.draft}&part=${code}&lang=${lang}`
      await writer.goto(path)
      await writer.locator('[id^="f-"]').first().waitFor()
      expect(await wrongAt(writer, widths)).toEqual([])
    })

    test('a part with a remark, most of it closed', async () => {
      await writer.goto(`/addDeclare/project?id=${site.made.returned}&part=information&lang=${lang}`)
      await writer.getByText('请补充投资依据').waitFor()
      expect(await wrongAt(writer, widths)).toEqual([])
    })

    test('the check before submitting', async () => {
      await writer.goto(`/addDeclare/project?id=${site.made.draft}&step=check&lang=${lang}`)
      await writer.getByRole('heading', { level: 3 }).first().waitFor()
      expect(await wrongAt(writer, widths)).toEqual([])
    })

    test('the details, with a part opened', async () => {
      await writer.goto(`/projectDetails/${site.made.returned}?lang=${lang}`)
      await writer.locator('summary').nth(2).click()
      await writer.getByRole('heading', { level: 3 }).first().waitFor()
      expect(await wrongAt(writer, widths)).toEqual([])
    })
  })
}
