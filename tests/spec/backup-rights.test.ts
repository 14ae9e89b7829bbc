import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { platformHealth } from '#contract/desk/platform-health.ts'
import { bilingual } from '#contract/kit/text.ts'
import { verifyBackup } from '#server/backup/make-backup.ts'
import { runBackup } from '#server/backup/run-backup.ts'
import { administer } from '../support/administer.ts'
import { cleanUp } from '../support/cleanup.ts'
import { cloneDatabase } from '../support/databases.ts'
import { serve } from '../support/platform.ts'
import { askDatabases } from '../support/run/ask.ts'

/** A platform whose database role has the rights of the owner of all tables, but may not create databases. */
const openWithoutCreateDb = async () => {
  const { superUrl } = await askDatabases()
  const role = `t_${randomBytes(6).toString('hex')}`
  cleanUp(() => administer(superUrl, `drop role if exists ${role}`))
  const url = await cloneDatabase()
  const owner = new URL(url.replace('@/', '@localhost/')).username
  await administer(superUrl, `create role ${role} login nosuperuser nocreatedb password 'test' in role ${owner}`)
  const { platform, close } = await serve(url.replace(/\/\/[^@]*@/, `//${role}:test@`), { PORT: '0' })
  cleanUp(close)
  return { platform, role, superUrl }
}

test('a role that may not create databases makes backups; the run and the health panel say why it is not proved, and which right it lacks', async () => {
  const { platform, role, superUrl } = await openWithoutCreateDb()
  const admin = await platform.admin()
  const health = async () => (await admin.get(platformHealth.read)).backup
  const lines: string[] = []
  const make = () => runBackup(platform.app, { log: (text) => lines.push(bilingual(text)) })
  const { file, result } = await make()
  const missing = `the database role ${role} may not create a scratch database; let a superuser run ALTER ROLE ${role} CREATEDB`
  expect(result[1]).toMatch(new RegExp(`^platform-[0-9-]+\\.backup: not proved by a restore: ${missing}$`))
  expect(lines.join()).toContain(missing)
  expect(await health()).toMatchObject({
    ...{ tone: 'bad', words: ['未验证', 'Not proved'] },
    note: [
      expect.stringContaining(`未做恢复验证：数据库角色 ${role} 不能创建临时数据库`),
      expect.stringContaining(missing),
    ],
  })
  expect(statSync(file).size).toBeGreaterThan(10_000)
  await expect(verifyBackup(platform.databaseUrl, file, randomBytes(32))).rejects.toThrow(missing)
  await administer(superUrl, missing.slice(missing.indexOf('ALTER ROLE')))
  const proved = await make()
  expect(proved.result[1]).toContain('restored and compared')
  expect((await health())?.words[1]).toBe('Proved')
})
