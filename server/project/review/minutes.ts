import { Fail, notFound } from '#contract/kit/fail.ts'
import { fill, type Lang, localize, type Text } from '#contract/kit/text.ts'
import { batch } from '#contract/project/batch.ts'
import type { CutOff } from '#contract/project/cut-off.ts'
import { minutesFile } from '#contract/project/decision-proposal.ts'
import { declaration } from '#contract/project/declaration.ts'
import { countOf, countsText, lineText } from '#contract/project/proposal-words.ts'
import { run } from '../../base/database/db.ts'
import { sql } from '../../base/database/sql.ts'
import type { DocumentData } from '../../base/documents/documents.ts'
import type { Download } from '../../base/http/send-file.ts'
import type { Ctx, UserCtx } from '../../engine/context.ts'
import { downloadDocument } from '../../engine/download-document.ts'
import { rowFilter } from '../../engine/scope.ts'
import type { BatchRow } from '../batch/batch-row.ts'
import { visibleValues } from '../record/visible-values.ts'
import { readMembers } from './batch-members.ts'
import {
  exceptionRows,
  expertNames,
  leftRows,
  type MinutesDecision,
  type MinutesMember,
  memberRows,
  signingExperts,
} from './minutes-words.ts'
import { isActRunning } from './proposal-rows.ts'

/** The minutes of a confirmed proposal: its members as they were then, and what has become of its decisions (docs/decisions/0164). */

interface Minutes {
  readonly batchName: string
  readonly members: readonly MinutesMember[]
}

/** The members of a batch as who confirms reads them now; names of places in Chinese, as lists of recommendation have them. */
export const minutesNow = async (ctx: Ctx, { id, batchName }: BatchRow): Promise<string> => {
  const members = await readMembers({ ...ctx, lang: 'zh' }, id)
  const minutes: Minutes = {
    batchName,
    members: members.map((member): MinutesMember => {
      const { declareNo, projectName, commpanyName, provinceName, cityName } = member
      const { scores, mean, rank, isComplete, awaitsDecision } = member
      const named = { id: member.id, declareNo, projectName, commpanyName, provinceName, cityName }
      return { ...named, scores, mean, rank, isComplete, awaitsDecision }
    }),
  }
  return JSON.stringify(minutes)
}

export interface Confirmed extends CutOff {
  readonly batchId: string
  readonly state: number
  readonly comment: string | null
  readonly minutes: string | null
  readonly proposedBy: string | null
  readonly proposedAt: string
  readonly settledBy: string | null
  readonly settledAt: string
  readonly isRunning: boolean
}

const notConfirmed: Text = ['提案尚未确认，没有评审会纪要', 'The proposal is not confirmed, so it has no minutes']
const notStored: Text = [
  '该提案确认时尚未保存评分情况，没有评审会纪要',
  'The scores were not stored when this proposal was confirmed, so it has no minutes',
]
const stillRuns: Text = [
  '正在按该提案作出评审结论，完成后才能下载评审会纪要',
  'The decisions are being made; the minutes can be downloaded when they have ended',
]

/** A confirmed proposal of a batch that the caller sees. Throws 409 for one without minutes yet. */
const readConfirmed = async (ctx: Ctx, id: string): Promise<Confirmed & { readonly minutes: string }> => {
  const [found] = await run<Confirmed>(
    ctx.db,
    sql`select p.batch_id::text as "batchId", p.state, p.line_by as by, p.line_at as at, p.line_minimum as minimum, p.comment, p.minutes,
        u.real_name as "proposedBy", p.proposed_at as "proposedAt", s.real_name as "settledBy", p.settled_at as "settledAt",
        ${isActRunning} as "isRunning"
      from decision_proposal p left join "user" u on u.id = p.proposed_by left join "user" s on s.id = p.settled_by
        left join job_run j on j.id = p.job_id
      where p.id = ${id} and p.batch_id in (select id from batch where ${rowFilter(ctx, batch)})`,
  )
  if (!found) throw notFound()
  if (found.state !== 2) throw new Fail(notConfirmed, 409)
  if (found.isRunning) throw new Fail(stillRuns, 409)
  const { minutes } = found
  if (minutes === null) throw new Fail(notStored, 409)
  return { ...found, minutes }
}

const decisionsOf = (ctx: Ctx, id: string): Promise<MinutesDecision[]> =>
  run<MinutesDecision>(
    ctx.db,
    sql`select r.declaration_id::text as id, r.is_approved as "isApproved", r.reason, r.is_done as "isDone",
        (select json_build_array(j.reason, coalesce(j.reason_en, j.reason)) from job_row j
          where j.job_id = p.job_id and j.row_id = r.declaration_id and j.reason is not null limit 1) as msg
      from decision_proposal_row r join decision_proposal p on p.id = r.proposal_id
      where r.proposal_id = ${id} order by r.declaration_id`,
  )

/** The stored members that the caller sees, without the columns that are hidden from them. */
const visibleMembers = async (ctx: Ctx, members: readonly MinutesMember[]): Promise<MinutesMember[]> => {
  const rows = await run<{ id: string }>(
    ctx.db,
    sql`select declaration.id::text from declaration
      where id = any(${members.map(({ id }) => id)}::bigint[]) and ${rowFilter(ctx, declaration)}`,
  )
  const seen = new Set(rows.map(({ id }) => id))
  const visible = visibleValues(ctx)
  return members
    .filter(({ id }) => seen.has(id))
    .map((member) => ({
      ...member,
      declareNo: visible('declareNo', member.declareNo),
      commpanyName: visible('commpanyName', member.commpanyName),
      provinceName: visible('province', member.provinceName),
      cityName: visible('city', member.cityName),
    }))
}

/** What `minutes.typ` reads. */
interface MinutesDocument extends DocumentData {
  readonly notes: readonly string[]
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly members: ReturnType<typeof memberRows>
  readonly exceptions: ReturnType<typeof exceptionRows>
  readonly left: ReturnType<typeof leftRows>
  /** Who signs besides who presided and who wrote the minutes. */
  readonly experts: readonly string[]
}

const who = (name: string | null, time: string) => [name, time.slice(0, 16)].filter(Boolean).join('\u3000')

const withoutNames: Text = [
  '本件隐去专家姓名，供存档和查阅使用。',
  'A copy without the names of experts, for the file.',
]
const partOnly: Text = ['本文件只有您可以查看的内容。', 'This document has only what is open to you.']
const titleText: Text = ['{0}评审会纪要', 'Minutes of the review: {0}']
const outcomeText: Text = ['{0}；已作出{1}件', '{0}; decided: {1}']

interface Part {
  readonly seen: readonly MinutesMember[]
  readonly decided: readonly MinutesDecision[]
}

const factsOf = (proposal: Confirmed, batchName: string, { seen, decided }: Part): (readonly [Text, Text])[] => {
  const decisions = new Map(decided.map((decision) => [decision.id, decision]))
  const own = seen.flatMap(({ id }) => decisions.get(id) ?? [])
  const done = own.filter(({ isDone }) => isDone).length
  const counts = countsText(countOf(own.map(({ isApproved }) => isApproved)))
  const as = (text: string): Text => [text, text]
  return [
    [['申报批次', 'Batch'], as(batchName)],
    [['提出人', 'Proposed by'], as(who(proposal.proposedBy, proposal.proposedAt))],
    [['确认人', 'Confirmed by'], as(who(proposal.settledBy, proposal.settledAt))],
    [['入选线', 'Line'], lineText(proposal)],
    [['评审项目', 'Members'], as(String(seen.length))],
    [['提案结论', 'Decisions'], fill(outcomeText, counts, done)],
    [['不予通过的理由', 'Reason for the rejections'], as(proposal.comment ?? '—')],
  ]
}

export const minutesDocument = (
  lang: Lang,
  proposal: Confirmed,
  stored: Minutes,
  part: Part,
  isNameless: boolean,
): MinutesDocument => {
  const t = (text: Text) => localize(text, lang)
  const { seen, decided } = part
  const names = expertNames(stored.members, isNameless, lang)
  const decisions = new Map(decided.map((decision) => [decision.id, decision]))
  const isPartial = seen.length < stored.members.length
  return {
    lang,
    title: t(fill(titleText, stored.batchName)),
    at: proposal.settledAt,
    notes: [...(isNameless ? [t(withoutNames)] : []), ...(isPartial ? [t(partOnly)] : [])],
    facts: factsOf(proposal, stored.batchName, part).map(([name, value]) => [t(name), t(value)]),
    members: memberRows(seen, decisions, names, lang),
    exceptions: exceptionRows(seen, decisions, lang),
    left: leftRows(seen, decisions, lang),
    experts: isNameless ? [] : signingExperts(seen, names),
  }
}

/** The minutes as a PDF, with the members that the caller sees. */
export const downloadMinutes = async (ctx: UserCtx, id: string, isNameless: boolean): Promise<Download> => {
  const proposal = await readConfirmed(ctx, id)
  const stored: Minutes = JSON.parse(proposal.minutes)
  const seen = await visibleMembers(ctx, stored.members)
  const part = { seen, decided: await decisionsOf(ctx, id) }
  const document = minutesDocument(ctx.lang, proposal, stored, part, isNameless)
  const name = localize(minutesFile(stored.batchName, isNameless), ctx.lang)
  return downloadDocument(ctx, 'minutes', document, { entity: 'batch', id: proposal.batchId, name })
}
