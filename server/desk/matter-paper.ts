import { consoleWords } from '#contract/console-words.ts'
import { generalMatter, type MatterDetail, matterPaperFile } from '#contract/desk/general-matter.ts'
import type { FlowEntry, FlowStep, ModelView } from '#contract/flow/flow-process.ts'
import { inOrder } from '#contract/flow/history-order.ts'
import {
  actionWords,
  isEvent,
  stepName,
  stepStateWords,
  targetWords,
  undecidedState,
} from '#contract/flow/history-words.ts'
import { fieldsOfMatter } from '#contract/flow/matter-fields.ts'
import { fill, localize, type Text } from '#contract/kit/text.ts'
import { matterLedger } from '#contract/work/matter-ledger.ts'
import { run } from '../base/database/db.ts'
import { sql } from '../base/database/sql.ts'
import type { DocumentData } from '../base/documents/documents.ts'
import type { Download } from '../base/http/send-file.ts'
import type { UserCtx } from '../engine/context.ts'
import { downloadDocument } from '../engine/download-document.ts'
import { addDisplayNames } from '../engine/labels.ts'
import { blocksOf, breakable, inLines, type Pair, type PaperBlock } from '../engine/paper-blocks.ts'
import { textsFor } from '../engine/paper-texts.ts'
import { viewOf } from '../flow/history.ts'
import { namesIn } from './matter-texts.ts'

/** What `server/documents/matter.typ` reads. */
interface MatterDocument extends DocumentData {
  readonly subtitle: string
  readonly cover: readonly (readonly Pair[])[]
  readonly parts: readonly { readonly title: string; readonly blocks: readonly PaperBlock[] }[]
}

const paperTitle: Text = ['{0}办理单', '{0}: record of handling']
const contentTitle: Text = ['填报内容', 'Content']
const historyTitle: Text = ['办理过程', 'History']
const heads: readonly Text[] = [
  ['环节', 'Step'],
  consoleWords.assignee,
  ['结果', 'Result'],
  ['意见', 'Opinion'],
  ['时间', 'Time'],
]
/** Shares of the width; the time is as wide as its text. */
const widths = [16, 15, 13, 32, null]

/** Who started a matter and where, by name, and when it was changed last. */
const startOf = async (ctx: UserCtx, id: string) => {
  const { starterId, deptId } = matterLedger.fields
  const rows = await run<{ starterId: string; deptId: string | null; updateTime: string }>(
    ctx.db,
    sql`select create_user::text as "starterId", create_dept::text as "deptId", update_time as "updateTime"
      from general_matter where id = ${id}`,
  )
  const [row] = await addDisplayNames(ctx, { starterId, deptId }, rows as Record<string, unknown>[])
  return row as { updateTime: string; starterName?: string | null; deptName?: string | null }
}

const coverOf = (ctx: UserCtx, matter: MatterDetail, start: Awaited<ReturnType<typeof startOf>>): Pair[][] => {
  const { starterId, deptId, matterState, taskName, applyTime, endTime } = matterLedger.fields
  const state = matterState.choices?.find(([value]) => value === matter.matterState)?.[1]
  const pairs: readonly (readonly [Text, string | null | undefined])[] = [
    [starterId.label, start.starterName],
    [deptId.label, start.deptName],
    [applyTime.label, matter.applyTime],
    [endTime.label, matter.flow.endTime],
    [matterState.label, state && localize(state, ctx.lang)],
    matter.flow.endTime === null
      ? [taskName.label, matter.flow.taskName]
      : [generalMatter.fields.taskUser.label, matter.taskUserName],
  ]
  return inLines(
    pairs.map(([label, value]) => ({ label: localize(label, ctx.lang), value: value || '—', isWide: false })),
  )
}

const stepCells = ({ lang }: UserCtx, step: FlowStep): string[] => {
  const state = undecidedState(step)
  const result = state ? localize(stepStateWords(state), lang) : step.flag && step.decision
  const who = [step.assigneeUnit, step.assigneeName].filter(Boolean).join(' ')
  return [localize(stepName(step), lang), who, result ?? '', step.comment ?? '', step.endTime ?? step.createTime ?? '']
}

const entryCells = ({ lang }: UserCtx, entry: FlowEntry): string[] => {
  const { action, taskName, userName, targetName, reason, time } = entry
  const target = targetName ? localize(targetWords(action, targetName), lang) : ''
  return [
    taskName ?? '',
    userName ?? '',
    localize(actionWords[action], lang),
    [target, reason].filter(Boolean).join('\n'),
    time,
  ]
}

/** What has happened to a matter, as its page lists it. */
const historyOf = (ctx: UserCtx, { flow = [], entries = [] }: ModelView): PaperBlock => ({
  kind: 'table',
  title: null,
  heads: heads.map((one) => localize(one, ctx.lang)),
  widths,
  rows: inOrder(flow.filter(isEvent), entries).map((one) =>
    ('action' in one ? entryCells(ctx, one) : stepCells(ctx, one)).map(breakable),
  ),
})

const timesOf = ({ flow = [], entries = [] }: ModelView): string[] => [
  ...flow.filter(isEvent).flatMap(({ createTime, endTime }) => endTime ?? createTime ?? []),
  ...entries.map(({ time }) => time),
]

/** A matter as a document: what its reader reads of it on its page. Its date is that of the last change. */
const matterDocument = async (ctx: UserCtx, matter: MatterDetail): Promise<MatterDocument> => {
  const t = (text: Text) => localize(text, ctx.lang)
  const fields = fieldsOfMatter(matter.fields)
  const textOf = textsFor(ctx, await namesIn(ctx, fields, [matter.content]))
  const start = await startOf(ctx, matter.id)
  const view = await viewOf(ctx, matter.flow.processInstanceId)
  return {
    lang: ctx.lang,
    title: t(fill(paperTitle, matter.formName)),
    at: [start.updateTime, ...timesOf(view)].sort().at(-1) ?? '',
    subtitle: matter.title,
    cover: coverOf(ctx, matter, start),
    parts: [
      { title: t(contentTitle), blocks: blocksOf({ lang: ctx.lang, textOf }, fields, { ...matter.content }) },
      { title: t(historyTitle), blocks: [historyOf(ctx, view)] },
    ],
  }
}

/** A matter that the caller reads as a PDF (`downloadDocument`). */
export const downloadMatter = async (ctx: UserCtx, matter: MatterDetail): Promise<Download> => {
  const document = await matterDocument(ctx, matter)
  const name = localize(matterPaperFile(matter.title), ctx.lang)
  return downloadDocument(ctx, 'matter', document, { entity: generalMatter.name, id: matter.id, name })
}
