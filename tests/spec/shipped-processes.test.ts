import { beforeAll, describe, expect, test } from 'vitest'
import { platformHealth } from '#contract/desk/platform-health.ts'
import { flowManager } from '#contract/flow/flow-manager.ts'
import { sql } from '#server/base/database/sql.ts'
import { newerShipped } from '#server/flow/shipped-processes.ts'
import { withChanges } from '../support/definitions.ts'
import { type Caller, openPlatform, type Platform } from '../support/platform.ts'
import { readLeave } from '../support/process-files.ts'

/** After an upgrade: the processes of the new release on a database that has those of an earlier one. */

let platform: Platform
let admin: Caller

const shipped = () => admin.get(flowManager.calls.newerShipped)
const deploy = (key: string) => admin.ask(flowManager.calls.deployShipped, { key })
const versionOfLeave = async () =>
  (await admin.get(flowManager.calls.list, { key: 'leave', size: 50 })).records[0]?.version

/** As if the earlier release had brought this drawing. */
const earlierRelease = (xml: string) =>
  sql`update flow_definition set xml = ${xml} where key = 'leave'`.execute(platform.db)

beforeAll(async () => {
  platform = await openPlatform()
  admin = await platform.admin()
})

describe('a process that the platform brings', () => {
  test('is in use after the first start: there is nothing newer', async () => {
    expect(await shipped()).toEqual([])
    expect((await admin.get(platformHealth.read)).newerProcesses).toBe(0)
    expect((await deploy('leave')).status).toBe(404)
  })

  test('is offered after an upgrade, with what it changes, and deployed by one call', async () => {
    await earlierRelease(withChanges(readLeave(), ['name="上级审批"', 'name="分管领导审批"']))
    const [comparison, ...others] = await shipped()
    expect([comparison?.key, comparison?.current?.version, others]).toEqual(['leave', 1, []])
    expect(comparison?.differences).toMatchObject([
      { kind: 'changed', group: 'task', changes: [{ property: 'name', before: '分管领导审批', after: '上级审批' }] },
    ])
    expect((await admin.get(platformHealth.read)).newerProcesses).toBe(1)
    expect((await deploy('leave')).status).toBe(200)
    expect([await versionOfLeave(), await shipped()]).toEqual([2, []])
  })

  test('is not offered again while a version of the administrators is in use', async () => {
    await sql`insert into flow_definition (tenant_id, key, version, name, category_key, resource_name, xml, context, facts, engine_version)
      select tenant_id, key, 3, name, category_key, resource_name, xml || ' ', context, facts, engine_version
      from flow_definition where key = 'leave' and version = 2`.execute(platform.db)
    expect([await versionOfLeave(), await newerShipped(platform.app)]).toEqual([3, []])
  })
})
