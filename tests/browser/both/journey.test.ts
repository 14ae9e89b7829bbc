import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { parts } from '#contract/project/parts.ts'
import { check } from '../../support/approve.ts'
import { fillFields, pickValue } from '../../support/fill-form.ts'
import { advanceUntilSaved, dialogOf } from '../../support/page-steps.ts'
import { createStaff, creditCode, documents, password } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

const company = { account: 'chengchuan', unitName: '苏州澄川精密制造有限公司', organizationCode: creditCode(4711) }
/** The material that the declaration window requires: 申报书. */
const report = 1

/** The data of the site is the account of one more expert. */
let site: Site<string>
let enterprise: Page
let admin: Page
let city: Page

const figures = async (page: Page) => {
  const figure = page.getByText('项目总数', { exact: true }).locator('xpath=ancestor::*[self::li or self::div][1]')
  await figure.waitFor()
  const row = await page.evaluate(async () => {
    const read = async (path: string) => (await (await fetch(`/api/caict-porject/Home/${path}`)).json()).data
    const { Item, Operator } = await read('statistics')
    const map = (await read('nationalMap')) as { code: string; value: number }[]
    return {
      projects: Item[0].value as number,
      operators: (Operator as { value: number }[]).reduce((sum, { value }) => sum + value, 0),
      jiangsu: map.find(({ code }) => code === '320000')?.value,
    }
  })
  return { ...row, shown: (await figure.textContent())?.match(/\d+/)?.[0] }
}

beforeAll(async () => {
  site = await openSite(async (platform) => (await createStaff(platform, 'expert')).account)
})

describe.sequential('the main job, from the first visit to the listed project', () => {
  test('1: a visitor opens / and sees the figures, the map, the ranking and the operators', async () => {
    enterprise = await site.visit()
    await enterprise.waitForURL('**/Home')
    await enterprise.getByRole('listbox').first().waitFor()
    await expect.poll(() => enterprise.title()).toContain('首页')
    await expect.poll(() => figures(enterprise)).toEqual({ projects: 0, operators: 0, jiangsu: 0, shown: '0' })
    await enterprise.getByRole('button', { name: /显示全部/ }).click()
    await expect.poll(() => enterprise.getByRole('option').count()).toBe(34)
    await expect.poll(() => enterprise.locator('svg [data-code]').count()).toBeGreaterThanOrEqual(34)
    await enterprise.getByText('暂无项目分布数据').waitFor()
  })

  test('2: an enterprise registers in two steps; each wrong value is named at its field', async () => {
    const page = enterprise
    await page.getByRole('banner').getByRole('link', { name: '注册' }).click()
    await page.getByRole('button', { name: '下一步' }).click()
    const summary = page.getByRole('alert')
    await summary.getByText('请填写单位名称').waitFor()
    await summary.getByText('请输入统一社会信用代码').waitFor()
    await page.getByLabel('单位名称').fill(company.unitName)
    await page.getByLabel('统一社会信用代码').fill(`${company.organizationCode.slice(0, 17)}0`)
    await page.getByRole('button', { name: '下一步' }).click()
    await summary.getByText('统一社会信用代码校验位不正确，请核对营业执照').waitFor()
    await expect.poll(() => page.getByLabel('单位名称').inputValue()).toBe(company.unitName)
    await page.getByLabel('统一社会信用代码').fill(company.organizationCode)
    await page.getByRole('button', { name: '下一步' }).click()
    await page.getByLabel('账号类型').selectOption('1')
    await page.getByLabel('用户姓名').fill('王明')
    await page.getByLabel('用户账号').fill(company.account)
    await page.getByLabel('手机').fill('19900001234')
    await page.getByLabel('邮箱').fill('wang@example.com')
    await page.getByLabel('密码', { exact: true }).fill('Abcdefg123')
    await page.getByLabel('确认密码').fill('Abcdefg123')
    await page.getByRole('button', { name: '提交注册' }).click()
    await summary.getByText('密码至少包含 @ - _ 中的一个').waitFor()
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByLabel('确认密码').fill(password)
    await page.getByRole('checkbox', { name: '我已阅读并同意' }).check()
    await page.getByRole('button', { name: '提交注册' }).click()
    await page.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
    await site.login(page, company.account)
    await page.getByText('账号正在等待管理员审核').waitFor()
    await dialogOf(page, '登录').getByRole('button', { name: '关闭' }).click()
  })

  test('3: an administrator sees the waiting account first and approves it', async () => {
    admin = await site.visitAs('admin', inject('adminPassword'), '/system/user')
    await admin
      .getByRole('button', { name: /待审核/ })
      .first()
      .click()
    const row = admin.getByRole('row').filter({ hasText: company.account })
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '审核通过' }).click()
    const confirmation = admin.getByRole('dialog')
    await expect.poll(() => confirmation.textContent()).toContain('确定通过所选账号的注册申请？')
    await confirmation.getByLabel('核实记录').fill(check)
    await confirmation.getByRole('button', { name: '确定' }).click()
    await admin.getByText('操作成功!').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('3: the administrator opens a declaration window on the template screen', async () => {
    await admin.goto('/project/template')
    await admin.getByRole('button', { name: '新增' }).first().click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('模板名称').fill('2026年度5G工厂申报')
    await form.getByLabel('申报年度').fill('2026')
    await form.getByLabel('开放时间').fill('2026-01-01 00:00')
    await form.getByLabel('截止时间').fill('2099-01-01 00:00')
    await form.getByLabel('公示天数').fill('0')
    // tests/browser/console/public-notice.test.ts publishes one
    await form
      .getByRole('group', { name: /公示须发布公告/ })
      .getByRole('radio', { name: '否' })
      .check()
    const materials = form.locator('section').filter({ hasText: '材料要求' })
    await materials.getByRole('button', { name: /^添加/ }).click()
    await pickValue(materials.getByLabel(/材料类型/), String(report))
    await materials.locator('input[value="1"]').first().check()
    await form.getByRole('button', { name: '保存' }).click()
    await admin.getByText('新增成功').waitFor()
    const row = admin.getByRole('row').filter({ hasText: '2026年度5G工厂申报' })
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '关闭窗口' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await admin.getByText('操作成功!').waitFor()
    await site.login(enterprise, company.account)
    await enterprise.getByRole('banner').getByRole('link', { name: '项目申报' }).click()
    await enterprise.getByText('目前没有开放的申报').waitFor()
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '开启窗口' }).click()
    const response = admin.waitForResponse(/Template\/open/)
    await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    expect((await response).status()).toBe(200)
    await enterprise.reload()
    await enterprise.getByText('2026年度5G工厂申报').waitFor()
  })

  test('4: the enterprise fills all parts; the list shows how far each is', async () => {
    const page = enterprise
    const documentValues = documents({ ...company, account: company.account })
    await page.getByRole('button', { name: '开始填报' }).click()
    await page.getByRole('heading', { name: '填报清单' }).waitFor()
    // the project has no name yet
    await page.getByRole('main').getByText(company.unitName, { exact: true }).waitFor()
    // what the platform filled in is no work of the enterprise
    await expect.poll(() => page.getByText('未填写', { exact: true }).count()).toBe(parts.length)
    await page.getByRole('link', { name: '项目信息' }).click()
    for (const part of parts) {
      await page.getByRole('heading', { name: part.label[0], level: 1 }).waitFor()
      await page.locator(`[id^="f-"]`).first().waitFor()
      const values =
        part.code === 'material' ? { files: [{ type: report, attachId: 'a file' }] } : documentValues[part.code]
      await fillFields(page, page.locator('main'), part.fields, values ?? {})
      await page.getByRole('button', { name: /^保存并/ }).click()
      await page.getByRole('heading', { name: part.label[0], level: 1 }).waitFor({ state: 'detached' })
    }
    await page.getByText('已完成 8 个').waitFor()
  })

  test('4: checks the answers, submits, and gets a number', async () => {
    const page = enterprise
    await page.getByRole('link', { name: '核对并提交' }).click()
    await page.getByRole('heading', { name: '核对填报内容' }).waitFor()
    await page.getByText(company.unitName).first().waitFor()
    await page.getByRole('checkbox', { name: '本单位承诺' }).check()
    await page.getByRole('button', { name: '提交申报' }).click()
    await page.getByRole('heading', { name: '申报已提交' }).waitFor()
    await page.getByText(/5G-2026-320500-\d{5}/).waitFor()
  })

  const listPath = '/project/declaration'
  /** A page of this staff member, at the list of declarations. */
  const officer = (account: string) => site.visitAs(account, password, listPath)
  const open = async (page: Page) => {
    await page.getByRole('row').filter({ hasText: company.unitName }).getByRole('link', { name: '办理' }).click()
    await page.getByRole('heading', { name: '办理', exact: true }).waitFor()
  }
  const decide = async (page: Page, action: string, fill?: () => Promise<unknown>, confirmation = action) => {
    await page.getByRole('button', { name: action, exact: true }).click()
    await fill?.()
    const confirm = page.getByRole('button', { name: `确认${confirmation}`, exact: true })
    const [response] = await Promise.all([page.waitForResponse(/submitStatus/), confirm.click()])
    expect(response.status()).toBe(200)
    await confirm.waitFor({ state: 'detached' })
  }

  test('5: the city accepts it for review and returns it with a remark on a field', async () => {
    city = await officer(site.accounts.city)
    await open(city)
    await city.getByRole('button', { name: '受理', exact: true }).click()
    await decide(city, '退回修改', async () => {
      await city.getByRole('button', { name: '要求修改：项目概况' }).click()
      await city.getByRole('textbox', { name: '修改要求：项目概况' }).fill('请补充投资依据')
      await city.getByRole('listitem').filter({ hasText: '请补充投资依据' }).waitFor()
    })
  })

  test('5: only that field unlocks for the enterprise, which corrects it and submits again', async () => {
    const page = enterprise
    await page.goto('/projectApplication/project')
    await page.getByRole('row').filter({ hasText: '退回修改' }).getByRole('link').first().click()
    await page.getByRole('link', { name: '项目信息', exact: true }).click()
    await page.getByText('请补充投资依据').waitFor()
    await expect.poll(() => page.getByLabel('项目名称').isDisabled()).toBe(true)
    await page.getByText(company.organizationCode, { exact: true }).waitFor()
    await expect.poll(() => page.getByLabel('组织机构代码').count()).toBe(0)
    await page.clock.install()
    await page.getByLabel('项目概况').fill('项目建设内容与投资依据已补充。')
    await advanceUntilSaved(page)
    await page.getByRole('button', { name: '返回清单' }).click()
    await page.getByRole('listitem').filter({ hasText: '项目信息' }).getByText('已完成').waitFor()
    await page.getByRole('link', { name: '核对并提交' }).click()
    await page.getByRole('checkbox', { name: '本单位承诺' }).check()
    await page.getByRole('button', { name: '提交申报' }).click()
    await page.getByRole('heading', { name: '申报已提交' }).waitFor()
    await page.getByText('地市工信部门正在复核修改后的内容，不能撤回。').waitFor()
    await expect.poll(() => page.getByText('受理前可以撤回').count()).toBe(0)
  })

  test('5: the city sees old and new values side by side and approves it', async () => {
    await city.goto(listPath)
    await open(city)
    await city.getByText('修改前', { exact: true }).waitFor()
    await city.getByText('已修改', { exact: true }).waitFor()
    // it stands first among the changes, and again beside its value
    const remark = city.getByText('上次要求：请补充投资依据').first()
    await remark.getByLabel('已落实').check()
    await decide(city, '初审通过', async () => {
      await city.getByText('附意见').click()
      await city.getByLabel(/^反馈意见/).fill('材料齐全')
      await city.getByLabel(/^对内意见/).fill('请省里核实投资额')
    })
    await remark.getByText('已落实').waitFor()
  })

  test('5: both province offices approve it, the experts score it, the platform decides and lists it', async () => {
    for (const office of [site.accounts.miit, site.accounts.ca]) {
      const page = await officer(office)
      await open(page)
      await decide(page, '审核通过')
    }
    const platform = await officer(site.accounts.platform)
    await open(platform)
    await decide(platform, '指派专家', async () => {
      for (const account of [site.accounts.expert1, site.accounts.expert2, site.accounts.expert3])
        await platform.getByLabel(account).check()
    })
    const spareExpert = site.data
    const recusedExpert = await officer(site.accounts.expert1)
    await open(recusedExpert)
    const declareInterest = async () => {
      await recusedExpert.getByLabel('是', { exact: true }).check()
      await recusedExpert.getByText('提交后您将回避本项目的评审').waitFor()
      await expect.poll(() => recusedExpert.getByLabel(/评分/).count()).toBe(0)
    }
    await decide(recusedExpert, '提交评分', declareInterest, '回避')
    await platform.reload()
    await platform.getByText('已回避', { exact: true }).waitFor()
    await platform.getByRole('button', { name: '指派替代专家' }).click()
    await expect.poll(() => platform.getByLabel(site.accounts.expert1).isDisabled()).toBe(true)
    await platform.getByLabel(spareExpert).check()
    const response = platform.waitForResponse(/submitStatus/)
    await platform.getByRole('button', { name: '确认指派专家' }).click()
    expect((await response).status()).toBe(200)
    for (const account of [spareExpert, site.accounts.expert2, site.accounts.expert3]) {
      const expert = await officer(account)
      await open(expert)
      await expect.poll(() => expert.getByText('评分：88').count()).toBe(0)
      await decide(expert, '提交评分', async () => {
        await expect.poll(() => expert.getByLabel(/评分/).count()).toBe(0)
        await expert.getByLabel('否', { exact: true }).check()
        await expert.getByLabel(/评分/).fill('88')
      })
    }
    await platform.reload()
    await platform.getByText('已评分', { exact: true }).nth(2).waitFor()
    await decide(platform, '评审通过')
    await decide(platform, '公示结束，入库')
    await platform.getByText('已入库').first().waitFor()
  })

  test('6: it is a row of the library, and the figures of the home page have increased by exactly one', async () => {
    await admin.goto('/project/library')
    await admin.getByRole('row').filter({ hasText: company.unitName }).waitFor()
    await expect.poll(() => admin.getByText('共 1 条').count()).toBe(1)
    const visitor = await site.visit()
    await visitor.waitForURL('**/Home')
    await visitor.getByRole('listbox').first().waitFor()
    await expect.poll(() => figures(visitor)).toEqual({ projects: 1, operators: 1, jiangsu: 1, shown: '1' })
    await visitor
      .getByText(/中国(移动|电信|联通|广电)/)
      .first()
      .waitFor()
  })
})
