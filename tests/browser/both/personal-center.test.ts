import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { pngOf } from '#server/seed/demo/samples.ts'
import { sizes } from '../../support/browser.ts'
import {
  chooseFile,
  descriptionOf,
  dialogOf,
  type FilePayload,
  queryOf,
  rowOf,
  summaryOf,
} from '../../support/page-steps.ts'
import { createEnterprise, password } from '../../support/scenario.ts'
import { openSite, type Site } from '../../support/site.ts'

interface SiteData {
  readonly person: string
  readonly other: string
}

let site: Site<SiteData>
let page: Page

const nextPassword = 'Nw-phqtz-739Kd'
const picture = { name: 'me.png', mimeType: 'image/png', buffer: pngOf([9, 99, 199], 64, 64) }

const tab = (name: string) => page.getByRole('tab', { name })
const choose = (file: FilePayload) => chooseFile(page.getByText('更换头像'), file)
/** The width of the decoded picture; rejects if the browser cannot decode it. */
const isDrawn = (alt: string) =>
  page.getByAltText(alt).evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
const header = () => page.getByRole('banner').getByRole('link', { name: /王/ })

beforeAll(async () => {
  site = await openSite(async (platform) => ({
    person: (await createEnterprise(platform)).account,
    other: (await createEnterprise(platform)).account,
  }))
  page = await site.visitAs(site.data.person, password, '/projectApplication/project')
})

describe.sequential('personal info (specification 000, section 2)', () => {
  test('opens from the name in the header; the address holds the tab, and arrow keys switch tabs', async () => {
    await header().click()
    await page.waitForURL('**/personalCenter/*')
    await page.getByRole('heading', { level: 1, name: '个人中心' }).waitFor()
    await page.getByLabel('用户姓名').waitFor()
    await tab('个人信息').click()
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL('**?tab=logins')
    await expect.poll(() => tab('最近登录').evaluate((element) => element === document.activeElement)).toBe(true)
    await page.getByRole('tabpanel', { name: '最近登录' }).waitFor()
    await page.keyboard.press('Home')
    await expect.poll(() => queryOf(page)).toEqual({})
    await page.goto('/personalCenter/account?tab=devices')
    await expect.poll(() => tab('我的登录').getAttribute('aria-selected')).toBe('true')
  })

  test('rejects a file that is not a picture or is too large, and keeps the current picture', async () => {
    await page.goto('/personalCenter/account')
    const pictureError = page.getByRole('tabpanel').getByRole('alert')
    await choose({ name: 'me.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
    await pictureError.getByText('头像只支持 jpg、png 格式').waitFor()
    await choose({ ...picture, buffer: Buffer.alloc(512_001, 1) })
    await pictureError.getByText('头像不能超过 500 kB').waitFor()
    await choose({ ...picture, name: 'me.jpg' })
    await pictureError.getByText('文件内容与扩展名 .jpg 不符，请检查文件').waitFor()
    await expect.poll(() => page.getByAltText('当前头像').getAttribute('src')).toBe('/img/avatar.svg')
  })

  test('names wrong values at their fields, keeps the input across tabs, and saves valid values: 更新成功', async () => {
    await choose(picture)
    await page.getByText('保存后生效').waitFor()
    await expect.poll(() => isDrawn('当前头像')).toBe(64)
    await page.getByLabel('用户姓名').fill('王小明')
    await page.getByLabel('手机号码').fill('1990000')
    await page.getByLabel(/^电子邮箱/).fill('wang@example')
    await page.getByRole('button', { name: '保存' }).click()
    const withPassword = '修改手机号码或邮箱须输入登录密码'
    await expect.poll(() => summaryOf(page)).toEqual(['手机号码长度不是11位', '邮箱格式不正确', withPassword])
    await expect.poll(() => descriptionOf(page.getByLabel('手机号码'))).toContain('手机号码长度不是11位')
    await tab('修改密码').click()
    await tab('个人信息').click()
    await expect.poll(() => page.getByLabel('用户姓名').inputValue()).toBe('王小明')
    await page.getByLabel('手机号码').fill('19900005678')
    await page.getByLabel(/^电子邮箱/).fill('')
    await page.getByLabel('登录密码').fill('Wrong-word-935Kd')
    await page.getByRole('button', { name: '保存' }).click()
    await expect.poll(() => summaryOf(page)).toEqual(['登录密码不正确'])
    await page.getByLabel('登录密码').fill(password)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('status').getByText('更新成功').waitFor()
    await header().getByText('王小明').waitFor()
    await page.reload()
    await page.getByLabel('手机号码').waitFor()
    await expect.poll(() => page.getByLabel('手机号码').inputValue()).toBe('19900005678')
    await expect.poll(() => isDrawn('当前头像')).toBe(64)
    await expect.poll(() => header().locator('img').getAttribute('src')).toMatch(/&key=/)
  })

  test('shows an error when saving fails, and keeps the input', async () => {
    await page.getByLabel('用户昵称').fill('还没保存')
    await page.route(/update-info/, (route) => route.abort())
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('alert').getByText('网络连接失败，请检查网络后重试').waitFor()
    await expect.poll(() => page.getByLabel('用户昵称').inputValue()).toBe('还没保存')
    await page.unroute(/update-info/)
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('status').getByText('更新成功').waitFor()
  })

  test('restores the default picture', async () => {
    await page.getByRole('button', { name: '恢复默认头像' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('status').getByText('更新成功').waitFor()
    await expect.poll(() => header().locator('img').getAttribute('src')).toMatch(/^data:image\/svg/)
  })
})

describe.sequential('keys of programs', () => {
  const panel = () => page.getByRole('tabpanel', { name: '接口密钥' })
  const statusWith = async (key: string) => {
    const headers = { 'blade-auth': `key ${key}` }
    return (await page.request.get(`${site.url}/api/caict-porject/ProjectInformation/page`, { headers })).status()
  }

  test('a key is made with the password, shown once, works at once, and ends after a question', async () => {
    await page.goto('/personalCenter/account?tab=keys')
    await panel().getByRole('button', { name: '新建密钥' }).click()
    await panel().getByLabel('用途').fill('申报进度同步')
    await panel().getByRole('button', { name: '确认新建密钥' }).click()
    await expect.poll(() => summaryOf(page)).toEqual(['请选择到期日期', '新建密钥须输入登录密码'])
    const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
    await panel().getByLabel('到期日期').fill(lastDay)
    await panel().getByLabel('登录密码').fill(password)
    await panel().getByRole('button', { name: '确认新建密钥' }).click()
    await page.getByText('密钥已生成。请立即复制保存').waitFor()
    const key = /ck_[\w-]{43}/.exec(await panel().innerText())?.[0] ?? ''
    expect(await statusWith(key)).toBe(200)
    const line = panel().getByRole('listitem').filter({ hasText: '申报进度同步' })
    await expect.poll(() => line.innerText()).toContain(`${key.slice(0, 10)}…`)
    await page.reload()
    await line.getByText('127.0.0.1').waitFor()
    await expect.poll(() => line.innerText()).toContain('项目申报（只读）、项目库与企业（只读）')
    expect(await panel().innerText()).not.toContain(key)
    await line.getByRole('button', { name: /停用此密钥/ }).click()
    await dialogOf(page, '停用密钥“申报进度同步”，是否继续？').getByRole('button', { name: '确定' }).click()
    await line.getByText('已停用').waitFor()
    expect(await statusWith(key)).toBe(401)
  })
})

describe.sequential('webhooks', () => {
  test('are added with a secret shown once, paused, given a new secret and removed', async () => {
    await page.goto('/personalCenter/account?tab=webhooks')
    const panel = page.getByRole('tabpanel', { name: '事件推送' })
    const secretOf = async () => /whsec_\S+=/.exec(await panel.innerText())?.[0]
    await panel.getByRole('button', { name: '新建事件推送' }).click()
    await panel.getByLabel('用途').fill('进度同步')
    await panel.getByLabel('接收地址').fill('http://10.0.0.8/')
    await panel.getByRole('button', { name: '确认新建' }).click()
    await expect.poll(() => summaryOf(page)).toEqual([expect.stringMatching(/^请输入 https 地址/)])
    await panel.getByLabel('接收地址').fill('https://receiver.example.com/moves')
    await panel.getByRole('button', { name: '确认新建' }).click()
    await panel.getByText('签名密钥已生成').waitFor()
    const first = await secretOf()
    const line = panel.getByRole('listitem').filter({ hasText: 'https://receiver.example.com/moves' })
    await line.getByRole('button', { name: /^推送记录/ }).click()
    await line.getByText('还没有事件。').waitFor()
    await line.getByRole('button', { name: /^暂停推送/ }).click()
    await line.getByText('已暂停推送').waitFor()
    await line.getByRole('button', { name: /^恢复推送/ }).click()
    await line.getByRole('button', { name: /^暂停推送/ }).waitFor()
    await line.getByRole('button', { name: /^更换密钥/ }).click()
    await dialogOf(page, '更换“进度同步”的签名密钥，是否继续？').getByRole('button', { name: '确定' }).click()
    await expect.poll(async () => [first, undefined].includes(await secretOf())).toBe(false)
    await line.getByRole('button', { name: /^移除推送/ }).click()
    await dialogOf(page, '移除事件推送“进度同步”，是否继续？').getByRole('button', { name: '确定' }).click()
    await panel.getByText('还没有事件推送。').waitFor()
  })
})

describe.sequential('sessions and logins', () => {
  test('the other sessions are listed and end at once after a confirmation', async () => {
    await site.visitAs(site.data.person, password, '/projectApplication/project')
    const elsewhere = await site.visitAs(site.data.person, password, '/projectApplication/project')
    await page.goto('/personalCenter/account?tab=devices')
    const devices = page.getByRole('tabpanel').getByRole('listitem')
    await expect.poll(() => devices.first().innerText()).toContain('本次登录')
    const all = await devices.count()
    await devices
      .last()
      .getByRole('button', { name: /结束此登录/ })
      .click()
    await dialogOf(page, /结束“.*”的登录，是否继续？/)
      .getByRole('button', { name: '确定' })
      .click()
    await page.getByText(/已结束“.*”的登录/).waitFor()
    await expect.poll(() => devices.count()).toBe(all - 1)
    const before = all - 1
    expect(before).toBeGreaterThan(1)
    await page.getByRole('button', { name: '结束其他登录' }).click()
    const question = dialogOf(page, '结束其他登录，是否继续？')
    await question.getByRole('button', { name: '取消' }).last().click()
    await expect.poll(() => devices.count()).toBe(before)
    await page.getByRole('button', { name: '结束其他登录' }).click()
    await question.getByRole('button', { name: '确定' }).click()
    await page.getByText(`已结束 ${before - 1} 个其他登录`).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('个其他登录')
    await page.getByText('只有本次登录，没有其他设备。').waitFor()
    await expect.poll(() => devices.count()).toBe(1)
    await elsewhere.goto('/personalCenter/account')
    // the page belongs to no session now, whether it noticed that by itself or not
    await dialogOf(elsewhere, '登录').waitFor()
    await expect.poll(() => elsewhere.getByRole('tablist', { name: '个人中心' }).count()).toBe(0)
  })

  test('recent logins list successful and failed attempts', async () => {
    const intruder = await site.visit('desk', '/siteMap')
    await site.login(intruder, site.data.person, 'Wrong-word-935Kd')
    await page.goto('/personalCenter/account?tab=logins')
    await rowOf(page, '密码错误').waitFor()
    await expect.poll(() => rowOf(page, '成功').count()).toBeGreaterThan(0)
    await expect
      .poll(() => rowOf(page, '密码错误').innerText())
      .toMatch(/\d{4}-\d\d-\d\d[\s\S]*Chrome[\s\S]*127\.0\.0\.1[\s\S]*账号密码/)
    await page.getByRole('tabpanel').getByRole('button', { name: '修改密码' }).click()
    await page.waitForURL('**?tab=password')
  })
})

describe.sequential('change password', () => {
  const rulesLeft = () => page.getByRole('listitem').filter({ hasNotText: '已满足' })
  const inForm = () => page.getByRole('tabpanel', { name: '修改密码' })
  const fill = async (oldPassword: string, newPassword: string, confirmation = newPassword) => {
    await inForm().getByLabel('原密码').fill(oldPassword)
    await inForm().getByLabel('新密码', { exact: true }).fill(newPassword)
    await inForm().getByLabel('确认密码').fill(confirmation)
    await inForm().getByRole('button', { name: '确认修改' }).click()
  }

  test('each password rule is marked as met while typing', async () => {
    const left = async (newPassword: string) => {
      await inForm().getByLabel('新密码', { exact: true }).fill(newPassword)
      return inForm().locator(rulesLeft()).allInnerTexts()
    }
    await expect.poll(() => left('')).toHaveLength(7)
    await expect.poll(() => left('abc')).toEqual(['8至64位', '含大写字母', '含数字', '含 @ - _ 之一'])
    await expect.poll(() => left('Abcdef-123')).toEqual(['没有三个连续递增或递减的数字'])
    await expect.poll(() => left('Abcdef 135')).toEqual(['含 @ - _ 之一', '只用字母、数字和 @ - _，没有空格'])
    await expect.poll(() => left(nextPassword)).toEqual([])
  })

  test('wrong values are named at their fields; nothing is cleared', async () => {
    await fill(password, 'weak', 'other')
    await expect.poll(() => summaryOf(page)).toEqual(['密码长度不能少于8位', '两次密码输入不一致'])
    await fill('', nextPassword)
    await expect.poll(() => summaryOf(page)).toEqual(['请输入原密码'])
    await fill('Wrong-word-935Kd', nextPassword)
    await inForm().getByText('原密码不正确').first().waitFor()
    await expect.poll(() => inForm().getByLabel('新密码', { exact: true }).inputValue()).toBe(nextPassword)
  })

  test('a changed password logs out and leads to the login, which accepts only the new password', async () => {
    await fill(password, nextPassword)
    await page.waitForURL('**/Home')
    const login = page.getByRole('dialog', { name: '登录' })
    const message = login.getByText('密码修改成功')
    const isGood = await message.evaluate((element) => {
      const sample = document.createElement('span')
      sample.style.color = 'var(--good)'
      element.append(sample)
      const [actual, good] = [element, sample].map((each) => getComputedStyle(each).color)
      sample.remove()
      return actual === good
    })
    expect(isGood).toBe(true)
    await site.login(page, site.data.person, password)
    await login.getByText('用户名或密码错误').waitFor()
    await site.login(page, site.data.person, nextPassword)
    await page.waitForURL('**/wel/index')
  })
})

describe.sequential('the personal center in the console', () => {
  test('the account menu opens it as a tab', async () => {
    await page.goto('/wel/dashboard')
    await page.getByTitle('账号菜单').click()
    await page.getByRole('link', { name: '个人信息' }).click()
    await page.waitForURL('**/info/index')
    await page.getByRole('navigation', { name: '已打开的页面' }).getByRole('link', { name: '个人信息' }).waitFor()
    await expect.poll(() => page.getByLabel('用户姓名').inputValue()).toBe('王小明')
    await expect.poll(() => page.title()).toContain('个人信息')
  })

  test('changing the password leads to the login there too', async () => {
    page = await site.visitAs(site.data.other, password, '/info/index?tab=password')
    const form = page.getByRole('tabpanel', { name: '修改密码' })
    await form.getByLabel('原密码').fill(password)
    await form.getByLabel('新密码', { exact: true }).fill(nextPassword)
    await form.getByLabel('确认密码').fill(nextPassword)
    await form.getByRole('button', { name: '确认修改' }).click()
    await page.getByRole('dialog', { name: '登录' }).getByText('密码修改成功').waitFor()
  })
})

test('a visitor is asked to log in and returns to the requested tab', async () => {
  const visitor = await site.visit('phone', '/personalCenter/account?tab=logins')
  await dialogOf(visitor, '登录').waitFor()
  await site.login(visitor, site.data.other, nextPassword)
  await visitor.waitForURL('**/personalCenter/account?tab=logins')
  await visitor.getByRole('tabpanel', { name: '最近登录' }).waitFor()
  await expect
    .poll(() => visitor.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(sizes.phone.width)
})
