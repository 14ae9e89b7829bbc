import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawingOf } from '../../support/diagrams.ts'
import {
  clickAction,
  dialogOf,
  openAs,
  optionOf,
  pick,
  questionOf,
  rowOf,
  waitForMessage,
} from '../../support/page-steps.ts'
import { readPdf } from '../../support/pdf.ts'
import { expression } from '../../support/process-files.ts'
import { openSite, type Site } from '../../support/site.ts'

/** 用印申请 from nothing: its form, its drawing, a colleague who starts it and one who approves it. */

const name = '用印申请'
const title = '采购合同用印'

let site: Site
let admin: Page
let starter: Page
let approver: Page

beforeAll(async () => {
  site = await openSite()
  admin = await openAs(site, '/flow/matter-form')
})

const form = () => dialogOf(admin, /事项表单/)

/** Adds a field of the form: its name, its kind, its options. */
const addField = async (nth: number, fieldName: string, kind: string, options?: string): Promise<Locator> => {
  await form().getByRole('button', { name: '添加表单字段' }).click()
  const row = form().getByRole('group', { name: `表单字段 ${nth}`, exact: true })
  await row.getByLabel('字段标题').fill(fieldName)
  await pick(row, '字段类型', kind)
  if (options) await row.getByLabel('选项（每行一项）').fill(options)
  return row
}

const modeler = () => dialogOf(admin, /^(新建|编辑)模型/)
const padEntry = (drawing: Locator, entry: string) => drawing.locator(`.djs-context-pad .entry[title="${entry}"]`)
const setProperty = async (label: string, value: string) => {
  const property = modeler().getByRole('region', { name: '属性' }).getByLabel(label, { exact: true })
  await property.fill(value)
  await property.press('Enter')
}

describe.sequential('an administrator', () => {
  test('adds a form and its drawing from a sample', async () => {
    await admin.getByRole('button', { name: '从示例添加' }).click()
    const dialog = dialogOf(admin, '从示例添加')
    await dialog.getByText('将添加一个事项表单及其流程模型，两者均可再修改。', { exact: true }).waitFor()
    await dialog.getByLabel('示例').selectOption('外出报备')
    await dialog.getByRole('button', { name: '从示例添加' }).click()
    await waitForMessage(admin, '已添加表单和流程模型')
    await rowOf(admin, '外出报备').waitFor()
  })

  test('declares the form with five fields and who may start it', async () => {
    await admin.getByRole('button', { name: '新增' }).first().click()
    await form().getByLabel('事项名称').fill(name)
    await form()
      .getByRole('combobox', { name: /^可发起的角色/ })
      .click()
    await optionOf(admin, '地市工信审核员').click()
    // several can be chosen, so the list stays open
    await admin.keyboard.press('Escape')
    await optionOf(admin, '地市工信审核员').waitFor({ state: 'hidden' })
    await addField(1, '用印事由', '单行文字')
    await addField(2, '印章', '单项选择', '公章\n合同章')
    await addField(3, '份数', '数字')
    for (const row of [await addField(4, '经手人', '人员'), await addField(5, '用印文件', '附件')])
      await row.getByRole('radio', { name: '否' }).check()
    await form().getByRole('button', { name: '保存' }).click()
    await form().waitFor({ state: 'detached' })
    await rowOf(admin, name).waitFor()
  })

  test('draws its process by mouse', async () => {
    await admin.goto('/flow/flow-model')
    await admin.getByRole('button', { name: '新建模型' }).click()
    const drawing = await drawingOf(modeler())
    await setProperty('名称', name)
    await drawing.locator('[data-element-id="start"]').click()
    await padEntry(drawing, '追加用户任务').click()
    await admin.keyboard.press('Escape')
    await setProperty('名称', '负责人审批')
    await setProperty('办理人', expression('taskUser'))
    await padEntry(drawing, '追加结束事件').click()
    await drawing.locator('.djs-direct-editing-content').waitFor()
    await admin.keyboard.press('Escape')
    await modeler().getByRole('button', { name: '保存' }).click()
    await waitForMessage(admin, '模型已保存')
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
  })

  test('rehearses it and deploys it as a process of its type', async () => {
    await clickAction(rowOf(admin, name), /^试运行/)
    const rehearsal = dialogOf(admin, /^试运行/)
    await rehearsal.getByRole('button', { name: '开始试运行' }).click()
    await rehearsal.getByText('负责人审批').first().waitFor()
    await rehearsal.getByRole('button', { name: '关闭' }).last().click()
    await clickAction(rowOf(admin, name), /^部署/)
    const deploying = dialogOf(admin, /^部署/)
    await deploying.getByLabel('流程类型').selectOption({ label: name })
    await deploying.getByRole('button', { name: '部署', exact: true }).click()
    await questionOf(admin, '首次部署').getByRole('button', { name: '确认部署' }).click()
    await waitForMessage(admin, '部署成功')
  })
})

describe.sequential('a colleague', () => {
  test('starts it from the list and is asked for what is missing', async () => {
    starter = await openAs(site, '/work/work-start', site.accounts.city)
    await starter.getByRole('link', { name: `发起 ${name}` }).click()
    await starter.getByRole('button', { name: '提交申请' }).click()
    for (const fault of ['请输入标题', '请选择审批人', '请输入用印事由', '请选择印章'])
      await starter.getByRole('button', { name: fault }).waitFor()
    await starter.getByLabel('标题').fill(title)
    await pick(starter, '审批人', 'platform')
    await starter.getByLabel('用印事由').fill('签订采购合同')
    await starter.getByLabel('印章').selectOption('合同章')
    await starter.getByLabel('份数').fill('2')
    await starter.getByRole('button', { name: '提交申请' }).click()
    await starter.waitForURL('**/work/work-send')
    await rowOf(starter, title).getByText('负责人审批').waitFor()
  })

  test('gets it approved by the person they named, who reads what was filled in', async () => {
    approver = await openAs(site, '/work/work-todo', site.accounts.platform)
    await clickAction(rowOf(approver, title), new RegExp(`^办理.*${title}`))
    await approver.getByText('签订采购合同').waitFor()
    await approver.getByText('合同章').waitFor()
    await approver.getByLabel('审批意见').fill('同意用印')
    await approver.getByRole('button', { name: '同意', exact: true }).click()
    await waitForMessage(approver, '已')
  })

  test('finds it among their matters by its title, with its state', async () => {
    await starter.goto('/desk/general-matter')
    const row = rowOf(starter, title)
    await row.getByText('已批准').waitFor()
    await clickAction(row, /^办理情况/)
    await starter.getByText('同意用印').first().waitFor()
    expect(await starter.getByText('签订采购合同').count()).toBeGreaterThan(0)
  })

  test('finds it in the ledger among the matters of its form, and prints it', async () => {
    await starter.goto('/work/matter-ledger')
    await starter.getByLabel('关键词').fill('采购合同')
    await starter.getByLabel('事项名称').selectOption({ label: name })
    await starter.getByRole('button', { name: '搜索', exact: true }).click()
    const row = rowOf(starter, title)
    await row.getByText('已批准').waitFor()
    await clickAction(row, /^办理情况/)
    await starter.getByText('同意用印').first().waitFor()
    const [file] = await Promise.all([
      starter.waitForEvent('download'),
      starter.getByRole('button', { name: '打印', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${title}-办理单.pdf`)
    const [page] = await readPdf(new Uint8Array(await readFile(await file.path())))
    for (const words of [`${name}办理单`, '签订采购合同', '同意用印']) expect(page?.text).toContain(words)
  })
})
