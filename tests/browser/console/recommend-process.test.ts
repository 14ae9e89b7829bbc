import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  clickAction,
  dialogOf,
  openAs,
  questionOf,
  rowOf,
  summaryOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { openSite, type Site } from '../../support/site.ts'

/** A recommendation from its form over two offices to its public page. */

const project = '5G智慧矿山推荐项目'

let site: Site
let recommender: Page

/** Takes the task of the recommendation and decides on it. */
const decide = async (by: Page, opinion: string, button: string) => {
  await by.goto('/work/work-claim')
  await rowOf(by, project)
    .getByRole('button', { name: `签收 ${project}` })
    .click()
  await dialogOf(by, '确定签收此任务').getByRole('button', { name: '确定' }).click()
  await waitForMessage(by, '签收')
  await by.goto('/work/work-todo')
  await rowOf(by, project)
    .getByRole('link', { name: `办理 ${project}` })
    .click()
  await by.getByLabel('审核意见').fill(opinion)
  await by.getByRole('button', { name: button, exact: true }).click()
  await waitForMessage(by, '已同意')
}

beforeAll(async () => {
  site = await openSite(undefined, { settings: async (url) => ({ PUBLIC_URL: url }) })
  recommender = await openAs(site, '/project/recommend', site.accounts.miit)
})

describe.sequential('a draft', () => {
  const draft = '5G港口推荐草稿'
  test('is saved from the list, which says what a recommendation leads to', async () => {
    await recommender.getByText('还没有项目推荐').waitFor()
    await recommender.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(recommender, '新增项目推荐')
    for (const [label, value] of [
      ['项目名称', draft],
      ['项目地址', '南京市江宁区'],
      ['项目负责人', '项目组'],
      ['联系电话', '19900001111'],
      ['项目概述', '岸桥远程操控'],
    ] as const)
      await form.getByLabel(label, { exact: true }).fill(value)
    await form.getByRole('button', { name: '保存' }).click()
    await rowOf(recommender, draft).getByText('草稿', { exact: true }).waitFor()
  })

  test('may be incomplete and have a phone number that is none, and is removed after a question', async () => {
    const note = '先记一笔'
    await recommender.getByRole('button', { name: '新增' }).first().click()
    const form = dialogOf(recommender, '新增项目推荐')
    await form.getByLabel('项目名称', { exact: true }).fill(note)
    await form.getByLabel('联系电话').fill('待确认')
    await form.getByRole('button', { name: '保存' }).click()
    await clickAction(rowOf(recommender, note), `提交审核 ${note}`)
    await questionOf(recommender, '审核期间不能修改').getByRole('button', { name: '确定' }).click()
    // what it lacks is at its fields, and what was typed is still there
    const correcting = dialogOf(recommender, '编辑项目推荐')
    expect(await summaryOf(correcting)).toHaveLength(4)
    await expect.poll(() => correcting.getByLabel('联系电话').inputValue()).toBe('待确认')
    await correcting.getByLabel('项目负责人').fill('项目组')
    await expect.poll(() => correcting.getByRole('alert').getByRole('listitem').count()).toBe(3)
    await correcting.getByRole('button', { name: '保存' }).click()
    await waitForMessage(recommender, '更新成功')
    await clickAction(rowOf(recommender, note), `删除 ${note}`)
    await questionOf(recommender, '确定删除该草稿').getByRole('button', { name: '删除' }).click()
    await waitForMessage(recommender, '删除成功')
    await expect.poll(() => rowOf(recommender, note).count()).toBe(0)
  })

  test('is edited later, also after a reload in between, and then sent', async () => {
    await clickAction(rowOf(recommender, draft), `编辑 ${draft}`)
    const form = dialogOf(recommender, '编辑项目推荐')
    await expect.poll(() => form.getByLabel('项目概述', { exact: true }).inputValue()).toBe('岸桥远程操控')
    await form.getByLabel('需求概述').fill('需要边缘计算设备')
    await recommender.reload()
    await expect.poll(() => form.getByLabel('需求概述').inputValue()).toBe('需要边缘计算设备')
    await form.getByRole('button', { name: '保存' }).click()
    await waitForMessage(recommender, '更新成功')
    await clickAction(rowOf(recommender, draft), `编辑 ${draft}`)
    await expect.poll(() => form.getByLabel('需求概述').inputValue()).toBe('需要边缘计算设备')
    await form.getByRole('button', { name: '取消' }).click()
    await clickAction(rowOf(recommender, draft), `提交审核 ${draft}`)
    await questionOf(recommender, '审核期间不能修改').getByRole('button', { name: '确定' }).click()
    await rowOf(recommender, draft).getByText('审核中').waitFor()
    expect(await rowOf(recommender, draft).getByText('编辑').count()).toBe(0)
  })
})

describe.sequential('a recommendation', () => {
  test('is filled in and sent, with the diagram of its process at hand', async () => {
    await recommender.goto('/work/work-start')
    await recommender.getByRole('link', { name: '发起 项目推荐流程' }).click()
    await recommender.getByRole('heading', { name: '项目推荐：发起', level: 1 }).waitFor()
    await recommender.getByRole('button', { name: '流程图' }).click()
    const diagram = dialogOf(recommender, '流程图')
    await diagram.getByText('推荐审核').first().waitFor()
    await diagram.getByRole('button', { name: '关闭', exact: true }).last().click()
    await recommender.getByRole('button', { name: '提交推荐' }).click()
    await recommender.getByRole('button', { name: '请输入项目名称' }).waitFor()
    await recommender.getByLabel('项目名称', { exact: true }).fill('待补充')
    await recommender.getByRole('button', { name: '保存草稿' }).click()
    await recommender.waitForURL('**/project/recommend')
    await rowOf(recommender, '待补充').getByText('草稿', { exact: true }).waitFor()
    await recommender.goto('/work/work-start')
    await recommender.getByRole('link', { name: '发起 项目推荐流程' }).click()
    await recommender.getByRole('heading', { name: '项目推荐：发起', level: 1 }).waitFor()
    for (const [label, value] of [
      ['项目名称', project],
      ['项目地址', '苏州市高新区'],
      ['项目负责人', '项目组'],
      ['联系电话', '19900001111'],
      ['项目概述', '井下5G全覆盖'],
    ] as const)
      await recommender.getByLabel(label, { exact: true }).fill(value)
    await recommender.getByRole('button', { name: '提交推荐' }).click()
    await recommender.waitForURL('**/work/work-send')
    await rowOf(recommender, project).getByText('推荐审核').waitFor()
    await rowOf(recommender, project)
      .getByRole('link', { name: `详情 ${project}` })
      .click()
    await recommender.getByText('平台确认推荐后，项目页面向社会公开').waitFor()
    expect(await recommender.getByRole('img', { name: '公开页面的二维码' }).count()).toBe(0)
  })

  test('is agreed to by the city', async () => {
    await decide(await openAs(site, '/work/work-claim', site.accounts.city), '同意推荐', '同意')
  })

  test('is claimed on its own page, which the desk links, and given back without losing the opinion', async () => {
    const confirmer = await openAs(site, '/wel/index', site.accounts.platform)
    await confirmer.getByRole('link', { name: project }).click()
    const claim = confirmer.getByRole('button', { name: '签收', exact: true })
    const opinion = confirmer.getByLabel('审核意见')
    await claim.click()
    await dialogOf(confirmer, '确定签收此任务').getByRole('button', { name: '确定' }).click()
    await opinion.fill('予以确认')
    await confirmer.getByRole('button', { name: '取消签收' }).click()
    const giving = dialogOf(confirmer, '取消签收')
    await giving.getByLabel('取消签收原因').fill('先核实产权')
    await giving.getByRole('button', { name: '取消签收' }).click()
    await waitForMessage(confirmer, '已取消签收，任务回到待签事务')
    await confirmer.getByText('先核实产权').waitFor()
    await claim.click()
    await dialogOf(confirmer, '确定签收此任务').getByRole('button', { name: '确定' }).click()
    await expect.poll(() => opinion.inputValue()).toBe('予以确认')
    await confirmer.getByRole('button', { name: '同意', exact: true }).click()
    await waitForMessage(confirmer, '已同意')
  })

  test('has a public page then, which fits a phone and names no person', async () => {
    await recommender.goto('/work/work-send')
    await rowOf(recommender, project)
      .getByRole('link', { name: `详情 ${project}` })
      .click()
    const address = await recommender.getByRole('link', { name: /\/recommend\/\d+$/ }).getAttribute('href')
    await recommender.getByRole('img', { name: '公开页面的二维码' }).waitFor()
    const visitor = await site.visit('phone')
    await visitor.goto(`${site.url}${new URL(address ?? '').pathname}`)
    await visitor.getByRole('heading', { name: project, level: 1 }).waitFor()
    await visitor.getByText('井下5G全覆盖').waitFor()
    expect(await visitor.getByText('19900001111').count()).toBe(0)
    // the field that was left out
    expect(await visitor.getByText(/需求概述|未填写/).count()).toBe(0)
    expect(await visitor.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
})
