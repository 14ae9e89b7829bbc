import { denied, Fail } from '#contract/kit/fail.ts'
import { split } from '#contract/kit/field.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { articleAt } from '#contract/news/place.ts'
import { pressRelease } from '#contract/news/press-release.ts'
import { releaseStates } from '#contract/news/release.ts'
import { noticeStates, publicNotice } from '#contract/project/public-notice.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import { wireTime } from '../base/process/clock.ts'
import { type Ctx, type Handlers, tx } from '../engine/context.ts'
import { findRow, insertRow, removeRows, updateRow } from '../engine/crud.ts'
import { doneAbout } from '../inbox/notify.ts'
import { unscoped } from '../system/access/unscoped.ts'
import { assertColumn, filesFor } from './notice/draft-checks.ts'
import { draftHtml, periodOf, publishedHtml } from './notice/notice-article.ts'
import { hasListed, lockFiles, setFiles, setNoticeEnd } from './notice/notice-files.ts'
import { notifyOwners } from './notice/notice-messages.ts'
import { assertRead, lockNotice, type NoticeRow } from './notice/notice-row.ts'
import { withdrawnHtml } from './notice/notice-text.ts'
import { about, notifySecond } from './notice/notify-second.ts'
import { readFiles, readsPublishedFields } from './notice/read-files.ts'
import { markPerson, refusalOf } from './notice/second-person.ts'
import { countWaiting, filesWithoutNotice } from './notice/without-notice.ts'

/** Public notices: drafted, published by a second person, and withdrawn by two (docs/decisions/0163). */

const isListed: Text = [
  '公告中已有项目入库，不能撤销公告；需要移出的，请在项目申报中申请移出项目库',
  'Projects of this notice are listed already, so it cannot be withdrawn; request their removal from the library instead',
]
const onlyDraft: Text = [
  '公告已发布，不能修改或删除；有误的，请申请撤销',
  'It is published; request its withdrawal instead',
]
const otherState: Text = ['公告状态已变化，请刷新后再试', 'The notice has changed meanwhile; please reload']
const changedFiles: Text = [
  '公告中有 {0} 件已不在待公示状态，或者不在您的数据权限内，请修改并重新保存公告后再发布',
  '{0} of its declarations no longer wait for a notice, or are outside your data scope; save the draft again before it is published',
]

const assertState = ({ noticeState }: NoticeRow, state: number, text = otherState): void => {
  if (noticeState !== state) throw new Fail(text, 409)
}

/** Whoever saves a draft is its author from then on: another person publishes it, and is told. */
const saveDraft = async (ctx: Ctx, id: string, ids: readonly string[]): Promise<void> => {
  const fileCount = await setFiles(ctx, id, ids)
  await run(ctx.db, sql`update public_notice set file_count = ${fileCount}, update_time = update_time where id = ${id}`)
  await markPerson(ctx, id, 'author')
  await doneAbout(ctx, about(id))
  await notifySecond(ctx, id, 'drafted')
}

const publish = async (ctx: Ctx, id: unknown, version: string): Promise<null> => {
  const row = await lockNotice(ctx, id)
  assertState(row, noticeStates.draft)
  await assertRead(ctx, row, version)
  await assertColumn(ctx, row.columnId)
  const refusal = await refusalOf(ctx, row)
  if (refusal) throw new Fail(refusal, 409)
  if (!readsPublishedFields(ctx)) throw denied()
  const count = await lockFiles(ctx, row.id)
  const current = (await readFiles(ctx, row.id, true)).filter(({ isCurrent }) => isCurrent).length
  if (current !== count || count === 0) throw new Fail(fill(changedFiles, count - current), 409)
  const publishedAt = wireTime()
  const period = await periodOf(ctx, row, publishedAt)
  const noticeUntil = period.until
  const article = await insertRow(ctx, pressRelease, {
    title: row.title,
    type: row.columnId,
    connect: await draftHtml(ctx, row, period),
    source: row.organisation,
    status: releaseStates.published,
    releaseTime: publishedAt,
  })
  await updateRow(
    ctx,
    publicNotice,
    row.id,
    {
      ...{ noticeState: noticeStates.published, publisher: ctx.actor.id, publishedAt, noticeUntil },
      ...{ articleId: article.id, fileCount: count },
    },
    'publish',
  )
  await doneAbout(ctx, about(row.id))
  await notifyOwners(ctx, await setNoticeEnd(ctx, row.id, noticeUntil), 'published', { noticeUntil })
  return null
}

const requestWithdrawal = async (ctx: Ctx, id: unknown, reason: string): Promise<null> => {
  const row = await lockNotice(ctx, id)
  assertState(row, noticeStates.published)
  if (row.withdrawalBy) throw new Fail(otherState, 409)
  if (await hasListed(ctx, row.id)) throw new Fail(isListed, 409)
  await updateRow(
    ctx,
    publicNotice,
    row.id,
    { withdrawalBy: ctx.actor.id, withdrawalReason: reason },
    'requestWithdrawal',
  )
  await markPerson(ctx, row.id, 'withdrawal')
  await notifySecond(ctx, row.id, 'requested')
  return null
}

const assertRequested = (row: NoticeRow): void => {
  assertState(row, noticeStates.published)
  if (!row.withdrawalBy) throw new Fail(otherState, 409)
}

const withdraw = async (ctx: Ctx, id: unknown, version: string): Promise<null> => {
  const row = await lockNotice(ctx, id)
  assertRequested(row)
  await assertRead(ctx, row, version)
  const refusal = await refusalOf(ctx, row)
  if (refusal) throw new Fail(refusal, 409)
  await lockFiles(ctx, row.id)
  if (await hasListed(ctx, row.id)) throw new Fail(isListed, 409)
  const ended = await setNoticeEnd(ctx, row.id, null)
  await updateRow(ctx, publicNotice, row.id, { noticeState: noticeStates.withdrawn }, 'withdraw')
  const [reason, html] = [row.withdrawalReason ?? '', await publishedHtml(ctx, row)]
  await updateRow(unscoped(ctx), pressRelease, row.articleId, { connect: withdrawnHtml(html, wireTime(), reason) })
  await doneAbout(ctx, about(row.id))
  await notifyOwners(ctx, ended, 'withdrawn', { reason })
  return null
}

/** Whoever requested a withdrawal can take the request back, too. */
const refuseWithdrawal = async (ctx: Ctx, id: unknown): Promise<null> => {
  const row = await lockNotice(ctx, id)
  assertRequested(row)
  await updateRow(ctx, publicNotice, row.id, { withdrawalBy: null, withdrawalReason: null }, 'refuseWithdrawal')
  await doneAbout(ctx, about(row.id))
  return null
}

export const publicNoticeHandlers: Handlers<'publicNotice'> = {
  save: (ctx, input) =>
    tx(ctx, async (inside) => {
      await assertColumn(inside, input.columnId)
      const batchId = input.batchId ? String(input.batchId) : null
      const ids = await filesFor(inside, { templateId: String(input.templateId), batchId })
      const values = { ...input, id: undefined, author: inside.actor.id }
      const saved = await insertRow(inside, publicNotice, values)
      await saveDraft(inside, saved.id, ids)
      return saved
    }),
  update: (ctx, input) =>
    tx(ctx, async (inside) => {
      const before = await lockNotice(inside, input.id)
      assertState(before, noticeStates.draft, onlyDraft)
      const { templateId, batchId, columnId } = { ...before, ...input }
      await assertColumn(inside, columnId)
      const ids = await filesFor(inside, { templateId: String(templateId), batchId: batchId ? String(batchId) : null })
      const values = { ...input, author: inside.actor.id }
      const saved = await updateRow(inside, publicNotice, before.id, values)
      await saveDraft(inside, before.id, ids)
      return saved
    }),
  remove: (ctx, { ids }) =>
    tx(ctx, async (inside) => {
      for (const id of split(ids)) assertState(await lockNotice(inside, id), noticeStates.draft, onlyDraft)
      for (const id of split(ids)) await doneAbout(inside, about(id))
      return removeRows(inside, publicNotice, split(ids))
    }),
  waiting: (ctx) => countWaiting(ctx),
  read: async (ctx, { id }) => {
    const row = (await findRow(ctx, publicNotice, id)) as NoticeRow
    const isDraft = row.noticeState === noticeStates.draft
    const files = await readFiles(ctx, row.id, isDraft)
    const others = isDraft ? await filesWithoutNotice(ctx, row.templateId, row.batchId) : []
    const refusal = await refusalOf(ctx, row)
    return {
      version: String(row.rowVersion),
      title: row.title,
      state: row.noticeState,
      organisation: row.organisation,
      publishedAt: row.publishedAt,
      html: isDraft ? await draftHtml(ctx, row) : await publishedHtml(ctx, row),
      address: row.articleId && articleAt(row.articleId),
      files,
      others: others.filter((one) => !files.some((file) => file.id === one)).length,
      isRequested: row.withdrawalBy !== null,
      withdrawalReason: row.withdrawalReason,
      refusal: refusal && localize(refusal, ctx.lang),
    }
  },
  publish: (ctx, { id, version }) => tx(ctx, (inside) => publish(inside, id, String(version))),
  requestWithdrawal: (ctx, { id, reason }) => tx(ctx, (inside) => requestWithdrawal(inside, id, String(reason))),
  withdraw: (ctx, { id, version }) => tx(ctx, (inside) => withdraw(inside, id, String(version))),
  refuseWithdrawal: (ctx, { id }) => tx(ctx, (inside) => refuseWithdrawal(inside, id)),
}
