import { beforeAll, expect, test } from 'vitest'
import { param } from '#contract/system/param.ts'
import { openConsole } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Who runs the site and how it is filed (specification 000, section 2; experience.md B.3). */
let site: Site<void>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const given = [
      ['site.sponsor', '工业和信息化主管部门'],
      ['site.phone', '010-12345678'],
      ['site.icp', '京ICP备12345678号-1'],
    ]
    for (const [paramKey, paramValue] of given)
      await admin.get(param.calls.submit, { paramName: '页脚', paramKey: paramKey ?? '', paramValue: paramValue ?? '' })
  })
})

test('the footer says who runs the site; its filing is a plain link; what is not set is not shown', async () => {
  const page = await site.visit('desk', '/siteMap')
  const footer = page.getByRole('contentinfo')
  await footer.getByText('主办单位：工业和信息化主管部门').waitFor()
  await footer.getByText('联系电话：010-12345678').waitFor()
  await expect.poll(() => footer.getByRole('link').allInnerTexts()).toEqual(['站点地图', '京ICP备12345678号-1'])
  const filing = footer.getByRole('link', { name: '京ICP备' })
  await expect.poll(() => filing.getAttribute('href')).toBe('https://beian.miit.gov.cn/')
  await expect.poll(() => filing.getAttribute('target')).toBeNull()
  expect(await footer.innerText()).not.toMatch(/公网安备|标识码/)
})

test('it stands below the pages of the console too, and is there without scripts', async () => {
  const page = await openConsole(site)
  await page.getByRole('contentinfo').getByRole('link', { name: '京ICP备12345678号-1' }).waitFor()
  const words = await (await fetch(`${site.url}/Home`)).text()
  expect(words).toContain('<a href="https://beian.miit.gov.cn/">京ICP备12345678号-1</a>')
})
