import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { declaration } from '#contract/project/declaration.ts'
import { commonOpinion } from '#contract/work/common-opinion.ts'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { openSite, type Site } from '../../support/site.ts'

/** An officer inserts a text that is written once into an opinion (docs/decisions/0149). */

interface SiteData {
  readonly id: string
  readonly city: string
  readonly lastComment: () => Promise<string | null | undefined>
}

let site: Site<SiteData>
let page: Page

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const id = await review.beginDeclaration()
    await review.performAction('company', 'submit')
    await review.performAction('city', 'claim')
    const city = review.person('city')
    for (const text of ['材料齐全，同意上报。', '“{项目}”材料不全，请补充{缺少材料}。', '请核对投资金额。'])
      await city.get(commonOpinion.calls.submit, { text, isOffice: 0 })
    const lastComment = async () => {
      const { timeline } = await review.company.get(declaration.calls.getStatus, { id })
      return timeline.at(-1)?.comment
    }
    return { id, city: city.account, lastComment }
  })
  page = await openAs(site, `/project/declaration/${site.data.id}`, site.data.city)
})

const comment = () => page.getByRole('textbox', { name: /反馈意见/ })
const options = () => page.getByRole('option')
const press = async (...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

describe.sequential('an officer who returns a declaration', () => {
  test('finds a text by / and inserts it with the values of the matter', async () => {
    await page.getByRole('button', { name: '退回修改', exact: true }).click()
    await comment().pressSequentially('/')
    await expect.poll(() => options().count()).toBe(3)
    await press('Escape')
    await expect.poll(() => options().count()).toBe(0)
    await press('Backspace')
    await comment().pressSequentially('/请')
    await expect.poll(() => options().count()).toBe(2)
    await press('ArrowDown', 'ArrowUp', 'Enter')
    const name = await page.getByRole('heading', { level: 1, name: /号项目$/ }).innerText()
    await expect.poll(() => comment().inputValue()).toBe(`“${name}”材料不全，请补充【缺少材料】。`)
    expect(await options().count()).toBe(0)
  })

  test('cannot send it as long as a variable is empty, and sends it after that', async () => {
    await page
      .getByRole('button', { name: /^要求修改：证明材料/ })
      .first()
      .click()
    await page.getByRole('textbox', { name: /^修改要求：证明材料/ }).fill('检测报告。')
    await page.getByRole('button', { name: '确认退回修改' }).click()
    await page.getByText('请补充或删去“【缺少材料】”').first().waitFor()
    expect(await comment().getAttribute('aria-invalid')).toBe('true')
    await comment().fill('')
    const aside = page.getByRole('complementary').last()
    await aside.getByRole('button', { name: '常用意见', exact: true }).first().click()
    await options().nth(1).click()
    await expect.poll(() => comment().inputValue()).toMatch(/请补充检测报告。$/)
    await page.getByRole('button', { name: '确认退回修改' }).click()
    await expect.poll(() => site.data.lastComment()).toMatch(/请补充检测报告。$/)
  })
})
