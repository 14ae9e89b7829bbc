import { beforeAll, expect, test } from 'vitest'
import { pickValue } from '../../support/fill-form.ts'
import { dialogOf, openAs, rowOf, waitUntilSaved } from '../../support/page-steps.ts'
import { createEnterprise, openWindow, saveDeclaration, suzhou } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly id: string
  readonly account: string
  readonly organizationCode: string
  readonly unitName: string
}

let site: Site<SiteData>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    await openWindow(await platform.admin())
    const enterprise = await createEnterprise(platform)
    const { account, organizationCode, unitName } = enterprise
    const id = await saveDeclaration(enterprise, {}, { projectName: '专网选用项目' })
    return { id, account, organizationCode, unitName }
  })
})

const figureOnHome = async () => {
  const page = await site.visit()
  const figure = page.locator('dl > div', { hasText: '5G专网数' }).locator('b')
  await figure.waitFor()
  return figure.innerText()
}

test('a network of the platform is counted on the home page, and fills the network section of a declaration', async () => {
  const { id, account, organizationCode, unitName } = site.data
  expect(await figureOnHome()).toBe('0')
  const admin = await openAs(site, '/project/private-network')
  await admin.getByRole('button', { name: '新增', exact: true }).first().click()
  const form = dialogOf(admin, '新增5G专网')
  await form.getByLabel('专网名称').fill('苏州一号专网')
  await form.getByLabel('统一社会信用代码').fill(organizationCode)
  await form.getByLabel('单位名称').fill('以单位管理为准')
  await pickValue(form.getByLabel('运营商'), '1')
  await pickValue(form.getByLabel('组网方式'), '3')
  await pickValue(form.getByLabel('省份'), '320000')
  await pickValue(form.getByLabel('城市'), suzhou)
  await form.getByRole('button', { name: '保存' }).click()
  await form.waitFor({ state: 'detached' })
  // the name of a registered organisation is that of the register
  await rowOf(admin, '苏州一号专网').getByText(unitName).waitFor()
  await expect.poll(figureOnHome).toBe('1')
  const page = await openAs(site, `/addDeclare/project?id=${id}&part=facilities`, account)
  await page.getByLabel('切片数').fill('7')
  await page.getByLabel('组网方式').selectOption('2')
  await page.getByLabel('已登记的5G专网').selectOption('苏州一号专网')
  await expect.poll(() => page.getByLabel('主要运营商').inputValue()).toBe('1')
  // what was typed stays
  expect(await page.getByLabel('组网方式').inputValue()).toBe('2')
  expect(await page.getByLabel('切片数').inputValue()).toBe('7')
  await waitUntilSaved(page)
  await page.reload()
  await expect.poll(() => page.getByLabel('已登记的5G专网').locator('option:checked').innerText()).toBe('苏州一号专网')
})

test('a company leads to its networks, and a network back to its company', async () => {
  const { organizationCode, unitName } = site.data
  const page = await openAs(site, `/project/company?organizationCode=${organizationCode}`)
  await page.getByRole('link', { name: `${unitName}的5G专网` }).click()
  await page.getByRole('heading', { level: 1, name: '5G专网' }).waitFor()
  await rowOf(page, '苏州一号专网').getByRole('button', { name: '查看' }).click()
  await page.getByRole('link', { name: '查看单位' }).click()
  await page.getByRole('heading', { level: 1, name: '单位管理' }).waitFor()
  await rowOf(page, unitName).getByRole('button', { name: '查看' }).click()
  await page.getByRole('link', { name: '5G专网（1）' }).click()
  await rowOf(page, '苏州一号专网').waitFor()
})
