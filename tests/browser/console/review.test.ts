import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { parts } from '#contract/project/parts.ts'
import { dict } from '#contract/system/dict.ts'
import { workClaim } from '#contract/work/work-claim.ts'
import { findDuplicates } from '#server/project/duplicates/find-duplicates.ts'
import { makeRandom } from '#server/seed/demo/random.ts'
import { openAs } from '../../support/page-steps.ts'
import { informationWith, sentences } from '../../support/planted-texts.ts'
import { openReview, remarks } from '../../support/review.ts'
import { reviewTasks } from '../../support/review-tasks.ts'
import { openSite, type Site } from '../../support/site.ts'

/** The review page of a declaration, as experts and declarants see it. */

interface SiteData {
  readonly id: string
  readonly underReview: string
  readonly city: string
  readonly expert: string
  readonly declarant: string
  readonly company: string
  readonly returnDeclaration: () => Promise<void>
}

let site: Site<SiteData>
let page: Page

const aside = () => page.getByRole('complementary').last()

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const text = sentences(makeRandom(9), 9)
    const beginWith = async (projectName: string) => {
      const id = await review.beginDeclaration()
      const information = { ...(await review.company.get(declaration.calls.detail, { id })), ...informationWith(text) }
      await review.company.get(declaration.calls.update, { ...information, projectName } as never)
      return id
    }
    const underReview = await beginWith('冲压产线改造')
    await review.performAction('company', 'submit')
    const tasks = reviewTasks(platform, review)
    await tasks.claim('city', 'accept')
    const { taskId } = await tasks.taskOf('city', 'accept')
    await review.person('city').get(workClaim.calls.unclaimTask, { taskId, reason: '本周出差' })
    await review.performAction('city', 'claim')
    const id = await beginWith('焊装车间升级')
    await review.performAction('company', 'submit')
    await findDuplicates(platform.app)
    await review.performAction('city', 'claim')
    for (const office of ['city', 'ca', 'miit']) await review.performAction(office, 'approve')
    await review.performAction('office', 'assign', {
      experts: ['expert1', 'expert2', 'expert3'].map((name) => review.person(name).id).join(','),
    })
    const returnDeclaration = async () => void (await review.performAction('office', 'return', remarks('contact.tel')))
    const city = review.person('city').account
    return {
      id,
      underReview,
      city,
      expert: review.person('expert1').account,
      declarant: review.company.account,
      company: review.company.unitName,
      returnDeclaration,
    }
  })
})

describe.sequential('an expert', () => {
  test('opens the review from the list, must declare interests first, and the error disappears with the answer', async () => {
    page = await openAs(site, '/project/declaration', site.data.expert)
    const link = page.getByRole('row').getByRole('link')
    await link.waitFor()
    await expect.poll(() => link.innerText()).toMatch(/^办理/)
    await expect.poll(() => page.getByRole('button', { name: /^(新增|查看|编辑|删除)/ }).count()).toBe(0)
    const waiting = page.getByRole('button', { name: '待我办理 1' })
    await expect.poll(() => waiting.getAttribute('aria-pressed')).toBe('true')
    const keyword = page.getByRole('search').getByLabel('关键词', { exact: true })
    await keyword.fill('查无此单位')
    await keyword.press('Enter')
    await page.getByText('没有符合条件的数据').waitFor()
    await keyword.fill(site.data.company)
    await keyword.press('Enter')
    await link.click()
    await page.waitForURL(`**/project/declaration/${site.data.id}`)
    await aside().getByRole('button', { name: '提交评分' }).click()
    await aside().getByRole('button', { name: '确认提交评分' }).click()
    const error = aside().getByText('请先说明是否与申报单位存在利益关系')
    await error.waitFor()
    await aside().getByLabel('否', { exact: true }).check()
    await aside().getByLabel(/评分/).waitFor()
    await error.waitFor({ state: 'detached' })
  })

  test('reads the names of all codes of the declaration with one request', async () => {
    const requests: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.includes('/dict/')) requests.push(pathname)
    })
    await page.reload()
    const level = page.locator('dt', { hasText: '建设层级' }).locator('xpath=following-sibling::dd').first()
    await expect.poll(() => level.innerText()).toMatch(/^.+级$/)
    // Names that came with the values are shown before the request for the others is sent.
    await expect.poll(() => requests.length).toBeGreaterThan(0)
    await aside().getByRole('button', { name: '提交评分' }).click()
    expect(requests).toEqual([dict.calls.dictionaryList.path])
  })

  test('with an interest gets no field for the declarant and confirms the recusal', async () => {
    await aside()
      .getByLabel(/^反馈意见/)
      .waitFor()
    await aside().getByLabel('是', { exact: true }).check()
    await aside().getByRole('button', { name: '确认回避' }).waitFor()
    await expect
      .poll(() =>
        aside()
          .getByLabel(/^反馈意见/)
          .count(),
      )
      .toBe(0)
    await aside()
      .getByLabel(/^对内意见/)
      .waitFor()
  })
})

test('the history has the company that declares, and in its place that an officer gave the task back and why', async () => {
  page = await openAs(site, `/project/declaration/${site.data.underReview}`, site.data.city)
  const history = aside().getByRole('listitem')
  await expect.poll(() => history.count()).toBe(3)
  const [claimed, givenBack, submitted] = await history.allInnerTexts()
  expect(claimed).toMatch(/^受理[\s\S]*地市工信部门/)
  expect(givenBack).toMatch(/^取消签收[\s\S]*地市受理[\s\S]*本周出差/)
  expect(submitted).toMatch(new RegExp(`^提交申报[\\s\\S]*申报单位\\s*${site.data.company}\\s`))
})

describe.sequential('the duplicates of a declaration', () => {
  const section = () => page.locator('section', { has: page.getByRole('heading', { level: 2, name: '查重' }) }).last()

  test('are folded at first, and compared side by side with their passages marked', async () => {
    page = await openAs(site, `/project/declaration/${site.data.underReview}`, site.data.city)
    await section().getByText('相似 1 件，最高 100%').waitFor()
    expect(await section().getByRole('link').count()).toBe(0)
    await section().getByRole('button', { name: '查重' }).click()
    await section().getByRole('link', { name: '焊装车间升级' }).waitFor()
    await section().getByRole('button', { name: '对比 焊装车间升级' }).click()
    const marks = section().locator('mark')
    await marks.first().waitFor()
    const line = () => marks.first().evaluate((mark) => getComputedStyle(mark).textDecorationLine)
    expect(await line()).toBe('underline')
  })

  test('get a conclusion with a reason, which is shown at once', async () => {
    const record = section().getByRole('button', { name: '登记结论' })
    await record.click()
    await section().getByText('请输入理由').first().waitFor()
    await section().getByLabel(/^结论/).selectOption({ label: '疑似重复，已核实' })
    await section().getByLabel(/^理由/).fill('同一集团的两个车间')
    await record.click()
    await section().getByText('第 1 次提交，当时相似 1 件').waitFor()
    const tags = section().locator('span', { hasText: /^疑似重复，已核实$/ })
    await expect.poll(() => tags.count()).toBe(2)
  })

  test('are no part of the page of an expert', async () => {
    page = await openAs(site, `/project/declaration/${site.data.id}`, site.data.expert)
    await page.getByRole('navigation', { name: '各部分' }).waitFor()
    expect(await page.getByRole('heading', { name: '查重' }).count()).toBe(0)
  })
})

test('what was written for one decision is kept for it, and not sent with another', async () => {
  page = await openAs(site, `/project/declaration/${site.data.id}`, site.accounts.platform)
  const comment = () => aside().getByLabel(/^反馈意见/)
  const choose = (name: string) => aside().getByRole('button', { name, exact: true }).click()
  await choose('退回修改')
  await comment().fill('请补充材料')
  await choose('取消')
  await choose('指派专家')
  await expect.poll(() => comment().inputValue()).toBe('')
  await choose('取消')
  await choose('退回修改')
  await expect.poll(() => comment().inputValue()).toBe('请补充材料')
  await choose('取消')
})

test('a decision that lacks scores cannot be chosen, and the reason is beside it; a claim says what it means', async () => {
  page = await openAs(site, `/project/declaration/${site.data.id}`, site.accounts.platform)
  const approve = aside().getByRole('button', { name: '评审通过', exact: true })
  await approve.waitFor()
  expect(await approve.isDisabled()).toBe(true)
  const describedBy = async (of: Locator) =>
    page.locator(`[id="${await of.getAttribute('aria-describedby')}"]`).innerText()
  expect(await describedBy(approve)).toBe('评审通过、不予通过：至少需要三名无利益关系专家的评分，目前 0 份')
  expect(await aside().getByRole('button', { name: '退回修改', exact: true }).isEnabled()).toBe(true)
  const claim = page.getByRole('button', { name: '签收', exact: true })
  expect(await describedBy(claim)).toContain('不签收也可直接办理')
})

test('the list of tasks to claim says what the decision waits for, and that the desk does not count it', async () => {
  page = await openAs(site, '/work/claim', site.accounts.platform)
  await page.getByText(/^其中 1 件尚不能办理/).waitFor()
  await page.getByRole('row').filter({ hasText: '评审结论' }).getByText('等待专家评分').waitFor()
})

test('reviews in two tabs share no element ids, and a link to a part leads to it', async () => {
  page = await openAs(site, '/project/declaration', site.accounts.platform)
  for (const row of [0, 1]) {
    await page.getByRole('button', { name: '全部', exact: true }).click()
    await page.getByRole('row').getByRole('link').nth(row).click()
    await page.getByRole('navigation', { name: '各部分' }).waitFor()
    if (row === 0) await page.getByRole('link', { name: '项目申报', exact: true }).last().click()
  }
  expect(await page.evaluate(() => document.querySelectorAll('section[id^=part-]').length)).toBe(2 * parts.length)
  const duplicates = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    return ids.filter((id, i) => ids.indexOf(id) !== i)
  })
  expect(duplicates).toEqual([])
  await page.getByRole('navigation', { name: '各部分' }).getByRole('link', { name: '项目信息' }).click()
  await expect.poll(() => page.evaluate(() => document.querySelector(':target')?.checkVisibility())).toBe(true)
})

describe.sequential('an officer of the city', () => {
  const remarkBox = () => page.getByRole('textbox', { name: '修改要求：联系人手机' })

  test('is told that an approval does not send a written remark', async () => {
    page = await openAs(site, `/project/declaration/${site.data.underReview}`, site.data.city)
    await page.getByRole('button', { name: '要求修改：联系人手机' }).click()
    await remarkBox().fill('请核对号码')
    await aside().getByRole('button', { name: '初审通过', exact: true }).click()
    await aside().getByRole('button', { name: '确认初审通过' }).click()
    const question = page.getByRole('dialog', { name: '仍要提交?' })
    await question.getByText('您填写的 1 条修改要求只在退回修改时发送').waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await aside().getByRole('button', { name: '取消', exact: true }).click()
  })

  test('passes all buttons of a part with one Tab, moves between them by arrows, and folds the part', async () => {
    const part = page.locator('section[id^=part-]').first()
    const pins = part.locator('[data-pin]')
    expect(await part.locator('[data-pin][tabindex="0"]').count()).toBe(1)
    await pins.first().focus()
    await page.keyboard.press('ArrowDown')
    const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.pin)
    expect(await focused()).toBe(await pins.nth(1).getAttribute('data-pin'))
    await page.keyboard.press('End')
    expect(await focused()).toBe(await pins.last().getAttribute('data-pin'))
    const heading = part.getByRole('heading', { level: 2 }).getByRole('button')
    await heading.click()
    await expect.poll(() => part.locator('dl').first().isVisible()).toBe(false)
    await page.getByRole('button', { name: '全部收起' }).click()
    await page.getByRole('button', { name: '全部展开' }).click()
    await expect.poll(() => part.locator('dl').first().isVisible()).toBe(true)
    const empty = page.locator('summary', { hasText: '未填写' }).first()
    await empty.click()
    await page.locator('details[open] dd').first().waitFor()
  })

  test('cannot return it while an opened remark is empty, also after a reload', async () => {
    await page.getByRole('button', { name: '要求修改：电子邮箱' }).click()
    await page.reload()
    await aside().getByRole('button', { name: '退回修改', exact: true }).click()
    await aside().getByText('（未填写）').waitFor()
    await aside().getByRole('button', { name: '确认退回修改' }).click()
    await aside().getByText('有 1 条修改要求未填写内容，请填写或删除').waitFor()
    await page.getByRole('button', { name: '删除', exact: true }).last().click()
    await aside().getByRole('button', { name: '确认退回修改' }).click()
    await page.getByText('退回修改', { exact: true }).first().waitFor()
    await expect.poll(() => remarkBox().count()).toBe(0)
    await page.getByText('上次要求：请核对号码').first().waitFor()
    expect(await page.getByText('未修改', { exact: true }).count()).toBe(0)
  })
})

test('a declarant sees the possible action and a link to the page for it', async () => {
  await site.data.returnDeclaration()
  page = await openAs(site, `/project/declaration/${site.data.id}`, site.data.declarant)
  await aside().getByText('您可以：提交申报。').waitFor()
  await aside().getByRole('link', { name: '前往办理' }).click()
  await page.waitForURL(`**/projectDetails/${site.data.id}`)
  await page.getByText('前往填报').waitFor()
})
