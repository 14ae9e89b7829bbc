import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { flowModel } from '#contract/flow/flow-model.ts'
import { drawingOf, isLogoVisible, marginIn, marksIn } from '../../support/diagrams.ts'
import { hasFocus, tabTo } from '../../support/keyboard.ts'
import { clickAction, dialogOf, openAs, questionOf, rowOf, waitForMessage } from '../../support/page-steps.ts'
import type { Platform } from '../../support/platform.ts'
import { expression, readLeave, readProcess } from '../../support/process-files.ts'
import { openSite, type Site } from '../../support/site.ts'

/** Drawing a process, deploying it, and looking at it. */

const name = '用印申请'

let site: Site<void>
let page: Page
let drawing: Locator

const modeler = () => dialogOf(page, /^(新建|编辑)模型/)
const property = (label: string) => modeler().getByRole('region', { name: '属性' }).getByLabel(label, { exact: true })
const padEntry = (title: string) => drawing.locator(`.djs-context-pad .entry[title="${title}"]`)
const tasks = () => drawing.locator('.djs-shape[data-element-id^="Activity_"]')

/** Fills in a property; leaving the field writes it. */
const setProperty = async (label: string, value: string) => {
  await property(label).fill(value)
  await property(label).press('Enter')
}

/** Imports a file in place of what was drawn. */
const importFile = async (key: string, xml: string) => {
  const file = { name: `${key}.bpmn20.xml`, mimeType: 'text/xml', buffer: Buffer.from(xml) }
  await modeler().locator('input[type=file]').setInputFiles(file)
  await questionOf(page, '导入将替换当前图形').getByRole('button', { name: '确定' }).click()
}

/** A model that another client has stored, of which the editor cannot read everything. */
const storeForeignModel = async (platform: Platform) => {
  const xml = readLeave()
    .replaceAll('"leave"', '"foreign"')
    .replace('name="请假流程"', 'name="外来流程"')
    .replace('<startEvent', '<surprise /><startEvent')
  await (await platform.admin()).get(flowModel.calls.submit, { modelEditorXml: xml })
}

beforeAll(async () => {
  site = await openSite(storeForeignModel)
  page = await openAs(site, '/flow/flow-model')
})

describe.sequential('the modeler', () => {
  test('offers only what a deployment accepts, in Chinese, and leaves the logo visible', async () => {
    await page.getByRole('button', { name: '新建模型' }).click()
    drawing = await drawingOf(modeler())
    expect(await isLogoVisible(drawing)).toBe(true)
    await expect.poll(() => drawing.locator('.djs-palette .entry').count()).toBe(11)
    await drawing.locator('[data-element-id="start"]').click()
    await padEntry('追加用户任务').waitFor()
    const titles = await drawing
      .locator('.djs-context-pad .entry')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title')))
    expect(titles).toEqual(['追加用户任务', '追加结束事件', '追加网关', '添加注释', '连接到其他元素', '删除'])
  })

  test('draws a task with its handler and an end by mouse', async () => {
    await padEntry('追加用户任务').click()
    await expect.poll(() => tasks().count()).toBe(1)
    // a new element asks for its name at once
    await page.keyboard.press('Escape')
    await property('办理人').waitFor()
    await setProperty('名称', '部门负责人审批')
    await setProperty('候选组', 'boss')
    await padEntry('追加结束事件').click()
    await expect.poll(() => drawing.locator('.djs-connection').count()).toBe(2)
    const label = drawing.locator('.djs-direct-editing-content')
    await label.waitFor()
    await page.keyboard.press('Escape')
    await label.waitFor({ state: 'detached' })
    // further presses do not reach the dialog, which would ask whether to close
    await drawing.locator('svg:focus').waitFor()
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog:visible').count()).toBe(1)
    await modeler().getByRole('button', { name: '撤销' }).click()
    await expect.poll(() => drawing.locator('.djs-connection').count()).toBe(1)
    await modeler().getByRole('button', { name: '重做' }).click()
    await expect.poll(() => drawing.locator('.djs-connection').count()).toBe(2)
  })

  test('asks before unsaved work is lost, and saves it', async () => {
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '继续填写' }).click()
    await drawing
      .locator('.djs-element[data-element-id="plane"], svg')
      .first()
      .click({ position: { x: 300, y: 40 } })
    await setProperty('名称', name)
    await modeler().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '模型已保存')
    await dialogOf(page, `编辑模型 · ${name}`).waitFor()
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
    await rowOf(page, name).waitFor()
  })

  test('opens the model again, by its name, with everything that was drawn', async () => {
    await clickAction(rowOf(page, name), /^编辑/)
    drawing = await drawingOf(dialogOf(page, `编辑模型 · ${name}`))
    expect(await marginIn(drawing)).toBeGreaterThanOrEqual(15)
    await expect.poll(() => drawing.locator('.djs-connection').count()).toBe(2)
    await tasks().click()
    await expect.poll(() => property('名称').inputValue()).toBe('部门负责人审批')
    await expect.poll(() => property('候选组').inputValue()).toBe('boss')
    await page.setViewportSize({ width: 390, height: 844 })
    await modeler().getByRole('button', { name: '适应窗口' }).click()
    await expect.poll(() => marginIn(drawing)).toBeGreaterThanOrEqual(15)
    await page.setViewportSize({ width: 1440, height: 900 })
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
  })

  test('draws, names and connects by keyboard alone, in a dialog that Tab does not leave', async () => {
    await page.getByRole('button', { name: '新建模型' }).click()
    drawing = await drawingOf(modeler())
    const elements = modeler().getByRole('combobox', { name: '选中的元素' })
    const choose = async (menu: string, entry: RegExp) => {
      await tabTo(page, modeler().getByRole('button', { name: menu, exact: true }), {
        key: 'Shift+Tab',
        maxPresses: 30,
      })
      await page.keyboard.press('Enter')
      const item = modeler().getByRole('button', { name: entry })
      await item.waitFor()
      for (let i = 0; i < 10 && !(await hasFocus(item)); i++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }
    const select = async (id: string) => {
      await elements.focus()
      await page.keyboard.press('Home')
      for (let i = 0; i < 10 && (await elements.inputValue()) !== id; i++) await page.keyboard.press('ArrowDown')
      await expect.poll(() => property('标识').inputValue()).toBe(id)
    }
    await select('start')
    await choose('添加元素', /^在其后添加用户任务/)
    await drawing.locator('.djs-direct-editing-content:focus').waitFor()
    await page.keyboard.type('盖章')
    await page.keyboard.press('Enter')
    await expect.poll(() => property('名称').inputValue()).toBe('盖章')
    await choose('添加元素', /^在其边界添加定时器/)
    await expect.poll(() => property('时长').count()).toBe(1)
    await choose('添加元素', /^在其后添加结束事件/)
    await drawing.locator('.djs-direct-editing-content:focus').waitFor()
    await page.keyboard.press('Escape')
    await select((await tasks().getAttribute('data-element-id')) ?? '')
    await choose('连接到', /^结束事件 Event_/)
    await expect.poll(() => drawing.locator('.djs-connection').count()).toBe(3)
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
    }
    await page.setViewportSize({ width: 390, height: 844 })
    const palette = drawing.locator('.djs-palette')
    await palette.waitFor({ state: 'hidden' })
    await modeler().getByRole('button', { name: '绘图工具' }).click()
    await palette.waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  test('leaves the drawing as it was if a file cannot be read, and says why', async () => {
    await importFile('broken', readLeave().replaceAll('"deptApproval"', '"部门审批"'))
    await modeler().getByText('“broken.bpmn20.xml”未导入，原图形未改变').waitFor()
    await modeler().getByText('用户任务“部门审批”（部门审批）的标识应以字母或下划线开头').waitFor()
    expect(await tasks().count()).toBe(1)
  })

  test('draws a file without a drawing, shows its pool, and converts it from another engine', async () => {
    const foreign = readProcess('pool-with-lanes')
      .replaceAll('flowable:', 'activiti:')
      .replace('xmlns:flowable="http://flowable.org/bpmn"', 'xmlns:activiti="http://activiti.org/bpmn"')
    await importFile('purchase', foreign)
    await drawing.locator('.djs-shape[data-element-id="approve"]').waitFor()
    await modeler().getByText('用户任务“审批”（approve）没有指定办理人或候选人').waitFor()
    const offer = modeler().getByText(/“activiti”的 \d+ 处设置改为“flowable”的写法/)
    await offer.waitFor()
    await modeler().getByRole('button', { name: '转换' }).click()
    await waitForMessage(page, '已转换，保存后生效')
    await offer.waitFor({ state: 'detached' })
    expect(await modeler().getByRole('alert').count()).toBe(0)
    await modeler().getByText('文件中的泳池、消息流').waitFor()
    await drawing.locator('.djs-shape[data-element-id="order"]').click()
    await expect.poll(() => property('办理人').inputValue()).toBe('#{createUser}')
  })

  test('says of an imported file what its deployment would say, and leads to the elements', async () => {
    const xml = readLeave()
      .replace(` flowable:assignee="${expression('taskUser')}"`, '')
      .replace('<definitions ', '<definitions id="file" flowable:skipExpression="x" ')
    await importFile('leave', xml)
    const faults = modeler().getByRole('alert')
    await faults.getByText('流程文件（file）不能使用“跳过条件”（flowable:skipExpression）').waitFor()
    expect(await faults.getByRole('button', { name: /流程文件（file）/ }).count()).toBe(0)
    await faults.getByRole('button', { name: /“部门审批”（deptApproval）没有指定办理人/ }).click()
    await expect.poll(() => property('标识').inputValue()).toBe('deptApproval')
    await drawing.locator('.djs-shape.selected[data-element-id="deptApproval"]').waitFor()
    await modeler().getByRole('button', { name: '保存' }).click()
    await waitForMessage(page, '模型已保存')
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
  })

  test('a model that cannot be deployed opens at the element of a fault', async () => {
    await clickAction(rowOf(page, '请假流程'), /^部署/)
    const deploying = dialogOf(page, /^部署/)
    await deploying.getByLabel('流程类型').selectOption({ index: 1 })
    await deploying.getByRole('button', { name: '部署', exact: true }).click()
    const faults = deploying.getByRole('alert')
    await faults.getByText('流程文件（file）不能使用“跳过条件”（flowable:skipExpression）').waitFor()
    await faults.getByRole('button', { name: /“部门审批”（deptApproval）没有指定办理人/ }).click()
    drawing = await drawingOf(modeler())
    await expect.poll(() => property('标识').inputValue()).toBe('deptApproval')
    await modeler().getByRole('alert').getByText('没有指定办理人').waitFor()
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
    await deploying.getByRole('button', { name: '取消' }).click()
    await questionOf(page, '内容尚未保存').getByRole('button', { name: '关闭' }).click()
    await deploying.waitFor({ state: 'detached' })
  })

  test('what cannot be displayed of a model is named, and asked about before it is lost', async () => {
    await clickAction(rowOf(page, '外来流程'), /^编辑/)
    drawing = await drawingOf(modeler())
    const sentence = /第 \d+ 行的“surprise”不是 BPMN 2.0 的元素/
    await modeler().getByText('文件中的以下内容无法显示，保存后将丢失').waitFor()
    await modeler().getByText(sentence).first().waitFor()
    await modeler().getByRole('button', { name: '保存' }).click()
    const question = questionOf(page, '保存后将从模型中删除')
    await question.getByText(sentence).waitFor()
    await question.getByRole('button', { name: '取消' }).click()
    await question.waitFor({ state: 'detached' })
    await modeler().getByRole('button', { name: '保存' }).click()
    await question.getByRole('button', { name: '仍然保存' }).click()
    await waitForMessage(page, '模型已保存')
    await modeler().getByText(sentence).waitFor({ state: 'detached' })
    await modeler().getByRole('button', { name: '关闭' }).last().click()
    await modeler().waitFor({ state: 'detached' })
  })

  test('its model is deployed once a type is chosen, and shows without marks', async () => {
    await clickAction(rowOf(page, name), /^部署/)
    const deploying = dialogOf(page, /^部署/)
    await deploying.getByRole('button', { name: '部署', exact: true }).click()
    await deploying.getByText('请选择流程类型').first().waitFor()
    await deploying.getByLabel('流程类型').selectOption({ index: 1 })
    await deploying.getByRole('button', { name: '部署', exact: true }).click()
    const question = questionOf(page, '首次部署，没有可比较的版本')
    await question.getByRole('button', { name: '确认部署' }).click()
    await waitForMessage(page, '部署成功')
    await page.goto('/flow/flow-manager')
    await clickAction(rowOf(page, name), /^流程图/)
    const open = await drawingOf(dialogOf(page, `流程图 · ${name}`))
    expect(await marksIn(open)).toEqual({ 'node-success': 0, 'node-primary': 0, 'line-warning': 0 })
    expect(await isLogoVisible(open)).toBe(true)
  })
})
