import { Fail, notFound } from '#contract/kit/fail.ts'
import { localize, type Text } from '#contract/kit/text.ts'
import { type BatchState, batch, batchStates } from '#contract/project/batch.ts'
import {
  type ListFormat,
  type OwnList,
  type RecommendationLists,
  type recommendationList,
  scanFields,
} from '#contract/project/recommendation-list.ts'
import { paramOf } from '../../base/database/params.ts'
import { wireTime } from '../../base/process/clock.ts'
import { writeAudit } from '../../engine/audit-entry.ts'
import { type CallHandlers, type Ctx, tx } from '../../engine/context.ts'
import { findRow } from '../../engine/crud.ts'
import { checkFiles } from '../../engine/file-references.ts'
import { lockBatch } from './batch-row.ts'
import { differenceOf, digestOf, type ListContent, type Listed, sha256Of } from './list-content.ts'
import { downloadList } from './list-paper.ts'
import { currentList, findList, placeName, type StoredList, storeList, storeScan, versionsIn } from './list-versions.ts'
import { findOffice, type Office, officeOf, savedOrder } from './office-rows.ts'
import { presentList } from './present-list.ts'

/** Lists and letters of recommendation of an office in a batch, in numbered versions (docs/decisions/0164). */

const unreadable: Text = [
  '现行版本含有您无权查看的内容，不能由您重新生成',
  'The version in force has what you may not read, so you cannot replace it',
]
const unreadableFailure = (current: { readonly isReadable: boolean } | null): Fail | null =>
  current && !current.isReadable ? new Fail(unreadable, 403) : null

/** The full name of the first department of the caller. */
const departmentOf = async ({ db, actor }: Ctx): Promise<string | null> => {
  const [first] = actor.deptIds
  if (!first) return null
  const row = await db.selectFrom('dept').select('fullName').where('id', '=', first).executeTakeFirst()
  return row?.fullName ?? null
}

const ownList = async (ctx: Ctx, batchId: string, batchState: BatchState, office: Office): Promise<OwnList> => {
  const { list, obstacle } = await presentList(ctx, { id: batchId, batchState }, office)
  const current = await currentList(ctx, batchId, office.region)
  const failure = obstacle ?? unreadableFailure(current)
  const last = current?.isReadable ? current : null
  // later changes are decisions on the list, not changes of it
  const isChanging = batchState === batchStates.open || batchState === batchStates.closed
  const difference = last && isChanging ? differenceOf(last, list) : null
  return {
    region: office.region,
    obstacle: failure && localize(failure.text, ctx.lang),
    difference: difference && localize(difference, ctx.lang),
    office: last?.content.office ?? (await departmentOf(ctx)),
    addressee: last?.content.addressee ?? ((await paramOf(ctx.app.db, 'site.sponsor')) || null),
  }
}

const readLists = async (ctx: Ctx, id: string): Promise<RecommendationLists> => {
  const { batchState } = await findRow(ctx, batch, id)
  const office = findOffice(ctx)
  return {
    own: office && (await ownList(ctx, id, batchState as BatchState, office)),
    versions: await versionsIn(ctx, id),
  }
}

const otherOrder: Text = [
  '推荐顺序或名单在您查看后有变化，请刷新后再生成',
  'The order or the list has changed since you opened the page; please reload first',
]
const isSame: Text = [
  '名单和推荐顺序与现行版本一致，无需重新生成',
  'The list and its order are those of the version in force, so there is nothing to make',
]

type Names = Pick<ListContent, 'office' | 'addressee'>
interface Seen extends Names {
  readonly version: number
  readonly digest: string
}

/** Whether another version would say what the one in force says. */
const isRepeated = (current: StoredList, list: Listed, { office, addressee }: Names): boolean =>
  current.content.office === office &&
  current.content.addressee === addressee &&
  current.columns.join() === list.columns.join() &&
  differenceOf(current, list) === null

/** Makes a version of the list as the caller has seen it, while nothing can join or leave the batch and nobody can order it. */
const createList = (ctx: Ctx, batchId: string, { version, digest, office, addressee }: Seen): Promise<null> =>
  tx(ctx, async (inside) => {
    const own = officeOf(inside)
    const row = await lockBatch(inside, batchId)
    const { list, obstacle } = await presentList(inside, row, own)
    if (obstacle) throw obstacle
    const current = await currentList(inside, batchId, own.region)
    const failure = unreadableFailure(current)
    if (failure) throw failure
    const saved = (await savedOrder(inside, batchId, own.region))?.version ?? 0
    if (version !== saved || digest !== digestOf(list)) throw new Fail(otherOrder, 409)
    const names = { office: office.trim(), addressee: addressee.trim() }
    if (current && isRepeated(current, list, names)) throw new Fail(isSame, 409)
    const content: ListContent = {
      batchName: row.batchName,
      regionName: await placeName({ ...inside, lang: 'zh' }, own.region),
      number: (current?.content.number ?? 0) + 1,
      ...names,
      createdBy: inside.actor.realName,
      at: wireTime(),
      columns: list.columns,
      rows: list.rows,
    }
    await storeList(inside, batchId, own.region, list, content, sha256Of)
    // that it was made, not what it says: others read the audit than those who may know the order
    const after = { region: own.region, number: content.number, count: list.ids.length }
    await writeAudit(inside, 'batch', batchId, 'listCandidates', null, after, { title: row.batchName })
    return null
  })

const notYours: Text = ['签章扫描件由推荐单位上传', 'The signed copy is attached by the office that has made the list']
const isVoidNow: Text = ['该版本已作废，不能上传签章扫描件', 'This version is void, so no signed copy can be attached']

/** Attaches the signed copy to the version in force; another one replaces it. */
const attachScan = (ctx: Ctx, id: string, scan: string): Promise<null> =>
  tx(ctx, async (inside) => {
    const found = await findList(inside, id)
    if (!found) throw notFound()
    const row = await lockBatch(inside, found.batchId)
    const list = await findList(inside, id)
    if (!list) throw notFound()
    if (list.region !== findOffice(inside)?.region) throw new Fail(notYours, 403)
    if (list.isVoid) throw new Fail(isVoidNow, 409)
    await checkFiles(inside, scanFields, { scan }, async () => ({}))
    await storeScan(inside, id, scan)
    const after = { region: list.region, number: list.content.number }
    await writeAudit(inside, 'batch', list.batchId, 'attachScan', null, after, { title: row.batchName })
    return null
  })

export const recommendationListCalls: CallHandlers<typeof recommendationList> = {
  read: (ctx, { batchId }) => readLists(ctx, String(batchId)),
  create: (ctx, { batchId, version, digest, office, addressee }) =>
    createList(ctx, String(batchId), {
      version: Number(version),
      digest: String(digest),
      office: String(office),
      addressee: String(addressee),
    }),
  paper: async (ctx, { id, format }) => {
    const list = await findList(ctx, String(id))
    if (!list) throw notFound()
    return downloadList(ctx, list, format as ListFormat)
  },
  attachScan: (ctx, { id, scan }) => attachScan(ctx, String(id), String(scan)),
}
