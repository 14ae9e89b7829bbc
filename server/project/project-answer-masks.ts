import type { Documents } from '#contract/project/part.ts'
import type { NoticeView } from '#contract/project/public-notice.ts'
import type { Status } from '#contract/project/status.ts'
import { type AnswerMask, type AnswerMasks, withoutHidden } from '../system/access/hidden-fields.ts'

/** Keys of a status that are columns under another name. */
const columnOf: Readonly<Partial<Record<keyof Status, string>>> = {
  since: 'stageSince',
  // counted from there
  estimate: 'stageSince',
  holder: 'stageName',
  holderName: 'stageOffice',
  batch: 'batchId',
  declareNo: 'declareNo',
  completeness: 'completeness',
  loop: 'loop',
  stageName: 'stageName',
}

/** Stage and permitted transitions stay: without them nobody can work with a declaration. The handler hides the places. */
const statusMask: AnswerMask = (answer, hidden) =>
  Object.fromEntries(
    Object.entries(answer as Status).map(([key, value]) => [
      key,
      hidden.has(columnOf[key as keyof Status] ?? '') ? null : value,
    ]),
  )

/** Columns hide in the information; the handler hides the places of the other parts. */
const documentsMask: AnswerMask = (answer, hidden) => {
  const { parts, ...rest } = answer as Documents
  return { ...rest, parts: { ...parts, information: withoutHidden(parts.information, hidden) } }
}

const articleColumns = ['intro', 'organisation', 'contactName', 'phone', 'email', 'postAddress']

/** The article contains these columns, so whoever does not read one of them does not read it here. */
const noticeMask: AnswerMask = (answer, hidden) => {
  const view = answer as NoticeView
  const html = articleColumns.some((name) => hidden.has(name)) ? '' : view.html
  const seen = Object.entries({ ...view, html }).map(([key, value]) => [key, hidden.has(key) ? null : value])
  return Object.fromEntries(seen)
}

/** How the answers of declarations and recommendations hide columns. Parts and comparisons do it by place (readable-places.ts). */
export const projectAnswerMasks: AnswerMasks = {
  'declaration.detail': 'columns',
  'declaration.documents': documentsMask,
  'declaration.save': 'none',
  'declaration.update': 'none',
  'declaration.submitStatus': statusMask,
  'declaration.handleMany': 'none',
  'declaration.getStatus': statusMask,
  'declaration.correctScore': statusMask,
  'declaration.closeScoring': statusMask,
  'declaration.defer': statusMask,
  'declaration.leaveBatch': statusMask,
  'declaration.getText': 'none',
  'declaration.compare': 'none',
  'declaration.paper': 'none',
  'declaration.branches': 'none',
  'declaration.experts': 'none',
  'declaration.statistics': 'none',
  'publicNotice.read': noticeMask,
  'recommend.detail': 'columns',
  'stageStay.figures': 'none',
  'template.IsEnabledTemplate': 'none',
}
