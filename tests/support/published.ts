import { column } from '#contract/news/column.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import type { Caller } from './platform.ts'
import { uploadPdf } from './story.ts'

export interface Published {
  /** A column of news, and the one article in it. */
  readonly column: string
  readonly article: string
}

/** What editors publish: one article of news, and two pages each of papers on technology and of typical cases. */
export const publish = async (admin: Caller): Promise<Published> => {
  const add = async (name: string, type: 2 | 3 | 4) =>
    (await admin.get(column.calls.save, { name, type, sort: 1, isOpen: 1 })).id
  const [news, papers, cases] = [await add('政策解读', 2), await add('技术资料', 3), await add('案例选编', 4)]
  const released = { releaseTime: '2025-03-01 09:00:00', isPublished: 1 } as const
  const connect = '第一段。\n\n第二段。'
  const write = async (title: string, type: string) =>
    (await admin.get(pressRelease.calls.save, { title, type, connect, ...released })).id
  const article = await write('政策解读第一期', news)
  const attachId = await uploadPdf(admin)
  for (let n = 1; n <= 12; n++) {
    await write(`典型案例${n}`, cases)
    await admin.get(fileRelease.calls.save, { title: `技术资料${n}`, type: papers, attachId, ...released })
  }
  return { column: news, article }
}
