import type { Page } from 'playwright-core'
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { parts } from '#contract/project/parts.ts'
import { openBrowser } from '../support/browser.ts'
import { fillFields } from '../support/fill.ts'
import { openSite, type Site } from '../support/site.ts'
import { creditCode, documents, password } from '../support/story.ts'

const company = { account: 'chengchuan', unitName: '苏州澄川精密制造有限公司', organizationCode: creditCode(4711) }
/** The material the round asks for: 申报书. */
const report = 1

let site: Site
let enterprise: Page
let admin: Page
const seen: Page[] = []

/** Somebody at the product, logged in with the captcha. */
const arrive = async (account: string, plain = password): Promise<Page> => {
  const page = await site.visit()
  await site.login(page, account, plain)
  await page.waitForURL('**/wel/index')
  seen.push(page)
  return page
}

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
  site = await openSite(await openBrowser())
}, 120_000)

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || !process.env.SHOTS) return
  for (const [i, page] of [...seen, enterprise, admin].entries())
    await page
      ?.screenshot({ path: `${process.env.SHOTS}/${task.name.slice(0, 24)}-${i}.png`, fullPage: true })
      .catch(() => {})
})

describe.sequential('the main job, from the first visit to the listed project', () => {
  test('1: a visitor opens / and sees the figures, the map, the ranking and the operators', async () => {
    enterprise = await site.visit()
    await enterprise.waitForURL('**/Home')
    await enterprise.getByRole('listbox').first().waitFor()
    expect(await enterprise.title()).toContain('首页')
    expect(await figures(enterprise)).toEqual({ projects: 0, operators: 0, jiangsu: 0, shown: '0' })
    await enterprise.getByRole('button', { name: /显示全部/ }).click()
    expect(await enterprise.getByRole('option').count()).toBe(34)
    expect(await enterprise.locator('svg [data-code]').count()).toBeGreaterThanOrEqual(34)
    await enterprise.getByText('暂无项目，尚无分布可示').waitFor()
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
    expect(await page.getByLabel('单位名称').inputValue()).toBe(company.unitName)
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
    await page.getByRole('button', { name: '提交注册' }).click()
    await page.getByText('注册申请已提交,请耐心等待管理员通过!').waitFor()
    await site.login(page, company.account)
    await page.getByText('账号正在等待管理员审核').waitFor()
    await page.keyboard.press('Escape')
  })

  test('3: an administrator finds it waiting first and passes it', async () => {
    admin = await arrive('admin', inject('adminPassword'))
    await admin.goto('/system/user')
    await admin
      .getByRole('button', { name: /待审核/ })
      .first()
      .click()
    const row = admin.getByRole('row').filter({ hasText: company.account })
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '审核通过' }).click()
    const sure = admin.getByRole('dialog')
    expect(await sure.textContent()).toContain('确定通过所选账号的注册申请？')
    await sure.getByRole('button', { name: '确定' }).click()
    await admin.getByText('操作成功!').waitFor()
    await row.waitFor({ state: 'detached' })
  })

  test('3: the administrator opens a declaration window on the template screen', async () => {
    await admin.goto('/project/template')
    await admin.getByRole('button', { name: '新增' }).first().click()
    const form = admin.getByRole('dialog')
    await form.getByLabel('模板名称').fill('2026年度5G工厂申报')
    await form.getByLabel('申报年度').fill('2026')
    await form.getByLabel('开放时间').fill('2026-01-01T00:00')
    await form.getByLabel('截止时间').fill('2099-01-01T00:00')
    await form.getByLabel('公示天数').fill('0')
    const materials = form.locator('section').filter({ hasText: '材料要求' })
    await materials.getByRole('button', { name: /添加一条/ }).click()
    await materials.getByLabel(/材料类型/).selectOption(String(report))
    await materials.locator('input[value="1"]').first().check()
    await form.getByRole('button', { name: '保存' }).click()
    await admin.getByText('新增成功').waitFor()
    const row = admin.getByRole('row').filter({ hasText: '2026年度5G工厂申报' })
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '关闭窗口' }).click()
    await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    await admin.getByText('操作成功!').waitFor()
    enterprise = await arrive(company.account)
    await enterprise.goto('/addDeclare/project')
    await enterprise.getByText('目前没有开放的申报').waitFor()
    await row.getByRole('checkbox').check()
    await admin.getByRole('button', { name: '开启窗口' }).click()
    const opened = admin.waitForResponse(/Template\/open/)
    await admin.getByRole('dialog').getByRole('button', { name: '确定' }).click()
    expect((await opened).status()).toBe(200)
    await enterprise.reload()
    await enterprise.getByText('2026年度5G工厂申报').waitFor()
  })

  test('4: the enterprise fills all parts; the list shows how far each is', async () => {
    const page = enterprise
    const filled = documents({ ...company, account: company.account })
    await page.getByRole('button', { name: '开始填报' }).click()
    await page.getByRole('heading', { name: '填报清单' }).waitFor()
    await page.getByRole('link', { name: '项目信息' }).click()
    for (const part of parts) {
      await page.getByRole('heading', { name: part.label[0], level: 1 }).waitFor()
      await page.locator(`[id^="f-"]`).first().waitFor()
      const typed = part.code === 'material' ? { files: [{ type: report, attachId: 'a file' }] } : filled[part.code]
      await fillFields(page, page.locator('main'), part.fields, typed ?? {})
      await page.getByRole('button', { name: '完成本部分，下一步' }).click()
      await page.getByRole('heading', { name: part.label[0], level: 1 }).waitFor({ state: 'detached' })
    }
    await page.getByText('已完成 8 个').waitFor()
  }, 240_000)

  test('4: checks the answers, submits, and gets a number', async () => {
    const page = enterprise
    await page.getByRole('link', { name: '核对并提交' }).click()
    await page.getByRole('heading', { name: '核对填报内容' }).waitFor()
    await page.getByText(company.unitName).first().waitFor()
    await page.getByRole('button', { name: '提交申报' }).click()
    await page.getByRole('heading', { name: '申报已提交' }).waitFor()
    await page.getByText(/5G-2026-320500-\d{5}/).waitFor()
  })

  const review = async (page: Page) => {
    await page.goto('/project/declaration')
    await page.getByRole('row').filter({ hasText: company.unitName }).getByRole('link', { name: '办理' }).click()
    await page.getByRole('heading', { name: '办理', exact: true }).waitFor()
  }
  const decide = async (page: Page, move: string, fill?: () => Promise<unknown>) => {
    await page.getByRole('button', { name: move, exact: true }).click()
    await fill?.()
    const answered = page.waitForResponse(/submitStatus/)
    await page.getByRole('button', { name: `确认${move}`, exact: true }).click()
    expect((await answered).status()).toBe(200)
    await page.getByRole('button', { name: `确认${move}`, exact: true }).waitFor({ state: 'detached' })
  }

  test('5: the city takes it up and returns it with a remark pinned to a field', async () => {
    const page = await arrive(site.accounts.city)
    await review(page)
    await decide(page, '受理')
    await decide(page, '退回修改', async () => {
      await page.getByRole('button', { name: '要求修改：项目概况' }).click()
      await page.getByRole('textbox', { name: '修改要求：项目概况' }).fill('请补充投资依据')
      await page.getByRole('listitem').filter({ hasText: '请补充投资依据' }).waitFor()
    })
  })

  test('5: only that field unlocks for the enterprise, which corrects it and submits again', async () => {
    const page = enterprise
    await page.goto('/projectApplication/project')
    await page.getByRole('row').filter({ hasText: '退回修改' }).getByRole('link').first().click()
    await page.getByRole('link', { name: '项目信息' }).click()
    await page.getByText('请补充投资依据').waitFor()
    expect(await page.getByLabel('项目名称').isDisabled()).toBe(true)
    await page.getByLabel('项目概况').fill('项目建设内容与投资依据已补充。')
    await page.getByRole('status').getByText('已保存').waitFor()
    await page.getByRole('button', { name: '返回清单' }).click()
    await page.getByRole('link', { name: '核对并提交' }).click()
    await page.getByRole('button', { name: '提交申报' }).click()
    await page.getByRole('heading', { name: '申报已提交' }).waitFor()
  })

  test('5: the city sees old and new side by side, and passes it', async () => {
    const page = seen.find((one) => one !== enterprise && one !== admin) as Page
    await review(page)
    await page.getByText('修改前', { exact: true }).waitFor()
    await page.getByText('修改后 · 已按要求修改').waitFor()
    await page.getByText('上次要求：请补充投资依据').waitFor()
    await decide(page, '初审通过')
  })

  test('5: both offices of the province pass it, the experts score it, the platform decides and lists it', async () => {
    for (const office of [site.accounts.miit, site.accounts.ca]) {
      const page = await arrive(office)
      await review(page)
      await decide(page, '审核通过')
    }
    const platform = await arrive(site.accounts.platform)
    await review(platform)
    await decide(platform, '指派专家', async () => {
      for (const account of [site.accounts.expert1, site.accounts.expert2, site.accounts.expert3])
        await platform.getByLabel(account).check()
    })
    for (const account of [site.accounts.expert1, site.accounts.expert2, site.accounts.expert3]) {
      const expert = await arrive(account)
      await review(expert)
      await decide(expert, '提交评分', () => expert.getByLabel(/评分/).fill('88'))
    }
    await platform.reload()
    await decide(platform, '评审通过，进入公示')
    await decide(platform, '公示结束，入库')
    await platform.getByText('已入库').first().waitFor()
  })

  test('6: it is a row of the library, and the figures of the home page have moved by exactly one', async () => {
    await admin.goto('/project/library')
    await admin.getByRole('row').filter({ hasText: company.unitName }).waitFor()
    expect(await admin.getByText('共 1 条').count()).toBe(1)
    const visitor = await site.visit()
    await visitor.waitForURL('**/Home')
    await visitor.getByRole('listbox').first().waitFor()
    expect(await figures(visitor)).toEqual({ projects: 1, operators: 1, jiangsu: 1, shown: '1' })
    await visitor
      .getByText(/中国(移动|电信|联通|广电)/)
      .first()
      .waitFor()
  })
})
