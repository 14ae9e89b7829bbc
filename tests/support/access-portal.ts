import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { articleAt, columnAt, publishedFileAt } from '#contract/news/place.ts'
import { partsAt, projectAt } from '#contract/portal/project-places.ts'
import { declaration } from '#contract/project/declaration.ts'
import { parts } from '#contract/project/parts.ts'
import { sizes } from './browser.ts'
import { barriersOn, faultsAt, faultsInBothLanguages } from './page-faults.ts'
import { openConsole, visit } from './page-steps.ts'
import type { Platform } from './platform.ts'
import { type PublishedNews, publish } from './publish.ts'
import {
  addLibraryRow,
  createEnterprise,
  createStaff,
  creditCode,
  openWindow,
  saveDeclaration,
  submitAction,
  submitDeclaration,
  suzhou,
} from './scenario.ts'
import { openSite, type Site } from './site.ts'

interface PortalData {
  readonly writer: string
  readonly newcomer: string
  readonly draft: string
  readonly returnedId: string
  readonly published: PublishedNews
  readonly project: string
  readonly number: string
}

/** Checked by every rule at phone width too. */
const phonePaths = ['/Home', '/projects', '/registerView/register']

/**
 * The portal, page by page (`faultsInBothLanguages` lists the checks), as a visitor or as an applicant.
 * Addresses with a language parameter are checked in tests/browser/portal/access-criteria.test.ts.
 */
export const describePortalAccess = (who: 'visitor' | 'applicant') => {
  let site: Site<PortalData>
  let page: Page
  let newcomerPage: Page

  const waitUntilLoaded = async (of: Page) => {
    await of.getByRole('heading', { level: 1 }).waitFor()
    await of.getByText('加载中', { exact: true }).first().waitFor({ state: 'detached' })
  }
  /** Opens an address and returns its faults. */
  const faultsOn = async (path: string, of = page) => {
    await of.goto(path)
    await waitUntilLoaded(of)
    return faultsInBothLanguages(of, { phone: phonePaths.includes(path), forced: true })
  }
  const faultsOfPage = () => faultsInBothLanguages(page, { forced: true })

  const createPortalData = async (platform: Platform): Promise<PortalData> => {
    await openWindow(await platform.admin(), { maxPerCompany: 5, guide: '请按年度指南填报。' })
    const company = await createEnterprise(platform)
    const city = await createStaff(platform, 'city', suzhou)
    const returnedId = await submitDeclaration(company)
    await submitAction(city, returnedId, 'claim')
    const remarks = [{ at: 'information.projectOverview', text: '请补充投资依据' }]
    await submitAction(city, returnedId, 'cityReturn', { remarks, comment: '请补充后重新提交' })
    const draft = await saveDeclaration(company)
    const { declareNo } = await city.get(declaration.calls.detail, { id: returnedId })
    return {
      number: String(declareNo),
      writer: company.account,
      newcomer: (await createEnterprise(platform)).account,
      draft,
      returnedId,
      published: await publish(await platform.admin()),
      project: await addLibraryRow(await platform.admin(), { isBenchmark: 1 }),
    }
  }

  beforeAll(async () => {
    site = await openSite(createPortalData)
    if (who === 'visitor') page = await visit(site)
    else [page, newcomerPage] = [await openConsole(site, site.data.writer), await openConsole(site, site.data.newcomer)]
  })

  if (who === 'visitor')
    describe('no accessibility fault in the portal on', () => {
      test('both steps of the registration, with errors', async () => {
        expect(await faultsOn('/registerView/register')).toEqual([])
        const faults = () => faultsInBothLanguages(page, { allowsChinese: true })
        const next = page.getByRole('button', { name: /^(下一步|提交注册)$/ })
        await next.click()
        await page.getByRole('alert').waitFor()
        expect(await faults()).toEqual([])
        await page.getByLabel('单位名称').fill('苏州澄川')
        await page.getByLabel('统一社会信用代码').fill(creditCode(900_003))
        await next.click()
        await next.click()
        await page.getByRole('alert').waitFor()
        expect(await faults()).toEqual([])
      })

      test('a page that requires a login', async () => {
        await page.goto('/projectApplication/project')
        await page.getByRole('dialog').getByRole('img').waitFor()
        expect(await faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
      })

      test('the login, with errors', async () => {
        await page.goto('/404')
        await page.getByRole('banner').getByRole('button', { name: '登录' }).click()
        const dialog = page.getByRole('dialog')
        await dialog.getByRole('img').waitFor()
        await dialog.getByRole('button', { name: '登录', exact: true }).click()
        expect(await faultsAt(page, ['desk', 'tablet', 'phone'])).toEqual([])
      })

      test.each([
        '/projectList/policy',
        '/technologicalProgress/papers',
        '/successfulCase/cases',
        '/403',
        '/500',
        '/evaluationService/service',
        '/productTesting/testing',
        '/myiframe/page',
        '/Home',
        '/projects',
        '/lookUp',
        '/siteMap',
        '/nowhere',
      ])('%s, as a visitor', async (path) => {
        expect(await faultsOn(path)).toEqual([])
      })

      test.each(['divisions', 'investment'] as const)('the parts of the figure %s', async (key) => {
        expect(await faultsOn(partsAt(key))).toEqual([])
      })

      test.each([
        ['an article', ({ published }: PortalData) => articleAt(published.article)],
        ['a published file', ({ published }: PortalData) => publishedFileAt(published.paper)],
        ['a listed project', ({ project }: PortalData) => projectAt(project)],
        ['the page of a column', ({ published }: PortalData) => columnAt(published.column)],
      ])('%s', async (_, at) => {
        expect(await faultsOn(at(site.data))).toEqual([])
      })

      test('the progress of a declaration', async () => {
        await page.goto(`/lookUp?no=${site.data.number}`)
        await page.getByText(site.data.number).first().waitFor()
        expect(await faultsOfPage()).toEqual([])
      })
    })

  if (who === 'applicant')
    describe('no accessibility fault for an applicant on', () => {
      test('the start of a declaration and an empty list of declarations', async () => {
        expect(await faultsOn('/addDeclare/project', newcomerPage)).toEqual([])
        expect(await faultsOn('/projectApplication/project', newcomerPage)).toEqual([])
      })

      test('the matters of an account without declarations, and with some', async () => {
        expect(await faultsOn('/wel/index', newcomerPage)).toEqual([])
        await page.goto('/wel/index')
        await page.getByRole('region', { name: /^下一步/ }).waitFor()
        expect(await faultsInBothLanguages(page, { phone: true, night: true })).toEqual([])
      })

      test('a phone of 360 px in the elder mode: a header of one line with a menu, and folded tools', async () => {
        await page.setViewportSize({ width: 360, height: 780 })
        await page.goto('/lookUp?elder=1')
        const [header, tools] = [page.getByRole('banner'), page.getByRole('region', { name: '长者模式工具栏' })]
        await header.getByTitle('账号菜单').waitFor({ state: 'attached' })
        await tools.getByRole('button', { name: '阅读工具' }).waitFor()
        for (const line of [header, tools]) expect((await line.boundingBox())?.height).toBeLessThanOrEqual(65)
        expect(await tools.getByRole('button').filter({ visible: true }).count()).toBe(2)
        const place = header.getByRole('link', { name: '项目名单' })
        expect(await place.isVisible()).toBe(false)
        await header.getByRole('button', { name: '菜单' }).click()
        await header.getByTitle('账号菜单').click()
        await header.getByRole('link', { name: '个人中心' }).waitFor()
        expect(await barriersOn(page)).toEqual([])
        await page.keyboard.press('Escape')
        await place.click()
        await page.waitForURL('**/projects?elder=1')
        await place.waitFor({ state: 'hidden' })
        await tools.getByRole('button', { name: '退出长者模式' }).click()
        await tools.waitFor({ state: 'detached' })
        await page.setViewportSize(sizes.desk)
      })

      test('its account menu', async () => {
        await page.goto('/wel/index')
        await page.getByTitle('账号菜单').click()
        await page.getByRole('link', { name: /^后台/ }).first().waitFor()
        expect(await faultsAt(page, ['desk', 'phone'])).toEqual([])
      })

      test('the home page in the dark theme', async () => {
        await page.goto('/Home')
        await waitUntilLoaded(page)
        expect(await faultsInBothLanguages(page, { night: true })).toEqual([])
      })

      test('the list of declarations', async () => {
        expect(await faultsOn('/projectApplication/project')).toEqual([])
      })

      test.each(['info', 'password', 'devices', 'logins'])('the personal center: %s', async (tab) => {
        await page.goto(`/personalCenter/account?tab=${tab}`)
        await waitUntilLoaded(page)
        await page.getByRole('tabpanel').locator('form, ul, table').first().waitFor()
        expect(await faultsOfPage()).toEqual([])
      })

      test('the task list of a draft and of a returned declaration', async () => {
        expect(await faultsOn(`/addDeclare/project?id=${site.data.draft}`)).toEqual([])
        expect(await faultsOn(`/addDeclare/project?id=${site.data.returnedId}`)).toEqual([])
      })

      test.each(parts.map(({ code }) => code))('the part %s', async (code) => {
        await page.goto(`/addDeclare/project?id=${site.data.draft}&part=${code}`)
        await page.locator('[id^="f-"]').first().waitFor()
        expect(await faultsInBothLanguages(page, { phone: code === 'information' })).toEqual([])
      })

      test('a part with a remark and locked fields', async () => {
        await page.goto(`/addDeclare/project?id=${site.data.returnedId}&part=information`)
        await page.getByText('请补充投资依据').waitFor()
        expect(await faultsOfPage()).toEqual([])
      })

      test('the check before submitting', async () => {
        await page.goto(`/addDeclare/project?id=${site.data.draft}&step=check`)
        await page.getByRole('heading', { level: 3 }).first().waitFor()
        expect(await faultsOfPage()).toEqual([])
      })

      test('the details with an open part', async () => {
        await page.goto(`/projectDetails/${site.data.returnedId}`)
        await page.locator('summary').nth(2).click()
        await page.getByRole('heading', { level: 3 }).first().waitFor()
        expect(await faultsOfPage()).toEqual([])
      })
    })
}
