import { beforeAll, describe, expect, inject, test } from 'vitest'
import { leave } from '#contract/desk/leave.ts'
import { role } from '#contract/system/role.ts'
import { workStart } from '#contract/work/work-start.ts'
import { publicKeyOf } from '#server/base/crypto/sm2.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { createStaff, creditCode } from '../support/scenario.ts'
import { type FamilyClient, familyClient } from './client.ts'
import { firstLogin, login, personalInfo, registration, users } from './screens/account.ts'
import { authority } from './screens/authority.ts'
import { otherScreens } from './screens/other-screens.ts'
import { system } from './screens/system.ts'
import { workflow } from './screens/workflow.ts'
import type { Screen } from './step.ts'

/** Sends the requests of a client of the BladeX/Saber family, screen by screen. */
const screens: readonly Screen[] = [
  login,
  ...system,
  ...authority,
  ...otherScreens,
  ...workflow,
  personalInfo,
  registration,
  users,
  firstLogin,
]

/** A request for leave that the administrator of the screens approves: nobody approves their own. */
const requestLeave = async ({ db }: Platform, by: Caller) => {
  const { id: taskUser } = await db
    .selectFrom('user')
    .select('id')
    .where('account', '=', 'admin')
    .executeTakeFirstOrThrow()
  const { records } = await by.get(workStart.calls.list, {})
  const processDefinitionId = records.find(({ key }) => key === 'leave')?.id ?? ''
  const period = { startTime: '2026-11-02 09:00:00', endTime: '2026-11-06 18:00:00' }
  await by.get(leave.calls.startProcess, { processDefinitionId, taskUser, reason: '联调请假', ...period })
}

let client: FamilyClient
type Node = { code: string; path: string; source: string; children?: Node[] }
let menus: Node[]

const flatten = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flatten(node.children ?? [])])

beforeAll(async () => {
  const platform = await openPlatform()
  const colleague = await createStaff(platform, 'city')
  await requestLeave(platform, colleague)
  const roles = await (await platform.admin()).get(role.calls.select, {})
  const initialValues = {
    adminPassword: inject('adminPassword'),
    creditCode: creditCode(7),
    colleague: colleague.id,
    officerRole: roles.find(({ roleAlias }) => roleAlias === 'city')?.id ?? '',
  }
  client = familyClient({ url: platform.url, publicKey: publicKeyOf(platform.app.secrets.sm2) }, initialValues)
})

describe.sequential.each(screens.map((screen) => [screen.name, screen] as const))('%s', (_name, { menu, steps }) => {
  const menuTitle = 'its menu entry leads to the path of the screen in the client, with an icon of the client'
  const checkMenu = async ({ code, path }: NonNullable<Screen['menu']>) => {
    menus ??= flatten(
      ((await client.play({ title: '', method: 'GET', path: 'caict-system/menu/routes' })) as { data: Node[] }).data,
    )
    const menuNode = menus.find((node) => node.code === code)
    expect(menuNode).toMatchObject({ path, source: expect.stringMatching(/^iconfont icon/) })
  }
  if (menu) test(menuTitle, () => checkMenu(menu))

  for (const step of steps) test(`${step.title}: ${step.method} ${step.path}`, () => client.play(step))
})
