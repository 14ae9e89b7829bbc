import { beforeAll, expect, test } from 'vitest'
import { param } from '#contract/system/param.ts'
import { openConsole } from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The footer with operator and registration of the site (specification 000, section 2). */
let site: Site<void>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const admin = await platform.admin()
    const params = [
      ['site.sponsor', '工业和信息化主管部门'],
      ['site.phone', '010-12345678'],
      ['site.icp', '京ICP备12345678号-1'],
    ]
    for (const [paramKey, paramValue] of params)
      await admin.get(param.calls.submit, { paramName: '页脚', paramKey: paramKey ?? '', paramValue: paramValue ?? '' })
  })
})

test('the footer names the operator of the site and links the registration; unset values are hidden', async () => {
  const page = await site.visit('desk', '/siteMap')
  const footer = page.getByRole('contentinfo')
  await footer.getByText('主办单位：工业和信息化主管部门').waitFor()
  await footer.getByText('联系电话：010-12345678').waitFor()
  const statements = ['隐私政策', '用户协议', '无障碍声明', '网站声明', '网站纠错']
  await expect
    .poll(() => footer.getByRole('link').allInnerTexts())
    .toEqual(['京ICP备12345678号-1', '站点地图', ...statements])
  await footer.getByText('严禁填报、上传涉密信息').waitFor()
  const registration = footer.getByRole('link', { name: '京ICP备' })
  await expect.poll(() => registration.getAttribute('href')).toBe('https://beian.miit.gov.cn/')
  await expect.poll(() => registration.getAttribute('target')).toBeNull()
  expect(await footer.innerText()).not.toMatch(/公网安备|标识码/)
  await page.goto(`${site.url}/siteMap?lang=en`)
  await footer.getByText('Operated by 工业和信息化主管部门').waitFor()
})

test('the footer also appears in the console and without scripts', async () => {
  const page = await openConsole(site)
  await page.getByRole('contentinfo').getByRole('link', { name: '京ICP备12345678号-1' }).waitFor()
  const html = await (await fetch(`${site.url}/Home`)).text()
  expect(html).toContain('<a href="https://beian.miit.gov.cn/">京ICP备12345678号-1</a>')
})
