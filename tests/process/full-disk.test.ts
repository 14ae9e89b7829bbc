import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attach } from '#contract/storage/attach.ts'
import { cloneDatabase } from '../support/databases.ts'
import { launch, newDataDir } from '../support/process.ts'
import { uploadFile } from '../support/scenario.ts'

/** Limits files to 1 MB; a longer write fails as on a full disk. */
const limitedCommand = ['bash', '-c', 'ulimit -f 1024; exec "$0" "$@"', process.execPath, 'dist/main.js']

test('an upload without disk space is rejected with a message and leaves nothing; a smaller one succeeds (REL-12)', async () => {
  const dataDir = newDataDir()
  const server = launch(dataDir, { DATABASE_URL: await cloneDatabase() }, limitedCommand)
  const admin = await server.admin()
  const storedCounts = async () => ({
    files: readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    ).length,
    rows: (await admin.get(attach.calls.list, {})).total,
  })
  const response = await uploadFile(admin, '大附件.txt', Buffer.alloc(3_000_000, 'x'))
  expect(response.status).toBe(507)
  expect(await response.json()).toMatchObject({
    code: 507,
    msg: '服务器存储空间不足，内容未保存，请稍后重试或联系管理员',
  })
  expect(await storedCounts()).toEqual({ files: 0, rows: 0 })
  expect((await uploadFile(admin, '小附件.txt', Buffer.alloc(1000, 'x'))).status).toBe(200)
  expect(await storedCounts()).toEqual({ files: 1, rows: 1 })
})
