import { column } from '#contract/news/column.ts'
import type { ColumnType } from '#contract/news/column-types.ts'
import { fileRelease } from '#contract/news/file-release.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import type { DraftPart } from '#contract/project/draft-values.ts'
import { wireTime } from '#server/base/process/clock.ts'
import type { Caller } from './platform.ts'
import { uploadPdf } from './scenario.ts'

/** Two paragraphs, as an editor writes them. */
export const twoParagraphs = '<p>第一段。</p><p>第二段。</p>'
const pastTime = '2025-03-01 09:00:00'

export const addColumn = async (by: Caller, name: string, type: ColumnType, more: DraftPart = {}): Promise<string> =>
  (await by.get(column.calls.save, { name, type, sort: 1, isOpen: 1, ...more })).id

/** Saves an article without publishing it. */
export const saveDraft = async (by: Caller, row: { readonly title: string; readonly type: string } & DraftPart) =>
  (await by.get(pressRelease.calls.save, { connect: twoParagraphs, releaseTime: pastTime, ...row })).id

const releaseTimeOf = ({ releaseTime }: DraftPart) => (typeof releaseTime === 'string' ? { releaseTime } : {})

/** Publishes an article, or schedules it if the time is in the future. */
export const publishArticle = async (by: Caller, row: Parameters<typeof saveDraft>[1]): Promise<string> => {
  const id = await saveDraft(by, row)
  await by.get(pressRelease.calls.publish, { ids: id, ...releaseTimeOf(row) })
  return id
}

export const publishFile = async (
  by: Caller,
  row: { readonly title: string; readonly type: string; readonly attachId: string } & DraftPart,
): Promise<string> => {
  const { id } = await by.get(fileRelease.calls.save, { releaseTime: pastTime, ...row })
  await by.get(fileRelease.calls.publish, { ids: id, ...releaseTimeOf(row) })
  return id
}

export interface PublishedNews {
  /** A column of news and its only article. */
  readonly column: string
  readonly article: string
  /** One of the papers. */
  readonly paper: string
}

/** Publishes one article of news, and two pages each of papers and typical cases. */
export const publish = async (admin: Caller): Promise<PublishedNews> => {
  const [news, papers, cases] = [
    await addColumn(admin, '政策解读', 2),
    await addColumn(admin, '技术资料', 3),
    await addColumn(admin, '案例选编', 4),
  ]
  const article = await publishArticle(admin, { title: '政策解读第一期', type: news })
  const attachId = await uploadPdf(admin)
  let paper = ''
  for (let n = 1; n <= 12; n++) {
    await publishArticle(admin, { title: `典型案例${n}`, type: cases })
    paper = await publishFile(admin, { title: `技术资料${n}`, type: papers, attachId })
  }
  return { column: news, article, paper }
}

/** The time in this number of seconds, for scheduled publication. */
export const inSeconds = (seconds: number): string => wireTime(new Date(Date.now() + seconds * 1000))
