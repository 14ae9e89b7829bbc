import { expect, test } from 'vitest'
import { upload } from '#contract/storage/upload.ts'
import { openPlatform } from '../support/platform.ts'
import { uploadFile } from '../support/story.ts'

test('a download under way when the server is told to end arrives whole, and holds up the end no longer than that', async () => {
  const platform = await openPlatform()
  const admin = await platform.admin()
  const size = 15 * 1024 * 1024
  const kept = (await (await uploadFile(admin, '大附件.txt', Buffer.alloc(size, 'x'))).json()) as {
    data: { attachId: string }
  }
  const answer = await admin.raw('GET', `${upload.download.path}?id=${kept.data.attachId}`)
  const end = platform.end()
  expect((await answer.arrayBuffer()).byteLength).toBe(size)
  await end
  await expect(platform.visitor.raw('GET', '/live')).rejects.toThrow()
})
