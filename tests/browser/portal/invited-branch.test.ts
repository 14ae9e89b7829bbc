import { beforeAll, expect, test } from 'vitest'
import { openAs } from '../../support/page-steps.ts'
import { openReview } from '../../support/review.ts'
import { createEnterprise } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly id: string
  readonly company: string
  readonly branch: string
}

let site: Site<SiteData>

beforeAll(async () => {
  site = await openSite(async (platform) => {
    const review = await openReview(platform)
    const { account } = await createEnterprise(platform, { type: 2, unitName: '中国移动昆山分公司' })
    return { id: await review.beginDeclaration(), company: review.company.account, branch: account }
  })
})

test('an enterprise chooses the branch that it invites, reads with whom the declaration is, and the branch has it', async () => {
  const { id, company, branch } = site.data
  const page = await openAs(site, `/projectDetails/${id}`, company)
  await page.getByRole('button', { name: '邀请运营商填写' }).click()
  const dialog = page.getByRole('dialog', { name: '邀请运营商填写' })
  const choice = dialog.getByLabel('受邀单位')
  const names = ['不指定（本地区各分支机构均可填写）', '中国移动昆山分公司', '中国移动苏州分公司']
  await expect.poll(async () => (await choice.locator('option').allInnerTexts()).toSorted()).toEqual(names.toSorted())
  await choice.selectOption('中国移动昆山分公司')
  await dialog.getByRole('button', { name: '确定' }).click()
  await page.getByText('由中国移动昆山分公司办理').waitFor()
  const theirs = await openAs(site, `/projectDetails/${id}`, branch)
  await theirs.getByRole('link', { name: '前往填报' }).waitFor()
})
