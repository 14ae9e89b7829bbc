import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { attach } from '#contract/storage/attach.ts'
import { cloneDatabase } from '../support/databases.ts'
import { launch, newDataDir } from '../support/process.ts'
import { uploadFile } from '../support/scenario.ts'

/** No file of this process may be longer than 1 MB: what it meets then is what a full volume does. */
const inLittleSpace = ['bash', '-c', 'ulimit -f 1024; exec "$0" "$@"', process.execPath, 'dist/main.js']

test('an upload that finds no space is refused in words and leaves nothing; a smaller one is kept (REL-12)', async () => {
  const dataDir = newDataDir()
  const server = launch(dataDir, { DATABASE_URL: await cloneDatabase() }, inLittleSpace)
  const admin = await server.admin()
  const kept = async () => ({
    files: readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
      .length,
    rows: (await admin.get(attach.calls.list, {})).total,
  })
  const refused = await uploadFile(admin, '大附件.txt', Buffer.alloc(3_000_000, 'x'))
  expect(refused.status).toBe(507)
  expect(await refused.json()).toMatchObject({
    code: 507,
    msg: '服务器存储空间不足，内容未保存，请稍后重试或联系管理员',
  })
  expect(await kept()).toEqual({ files: 0, rows: 0 })
  expect((await uploadFile(admin, '小附件.txt', Buffer.alloc(1000, 'x'))).status).toBe(200)
  expect(await kept()).toEqual({ files: 1, rows: 1 })
})
