import { fill, type Text } from '#contract/kit/text.ts'
import { operatorSection } from '#contract/project/facilities.ts'
import { levelPlaces } from '#contract/project/factory.ts'
import type { TransitionName } from '#contract/project/transitions.ts'
import type { Ctx } from '../../engine/context.ts'
import { doneAbout, notify, openTasks } from '../../inbox/notify.ts'
import { type DeclarationRow, titleOf } from '../record/declaration-row.ts'
import { audiences, stillWaiting, waitingReviewers } from './audiences.ts'
import type { TransitionInput } from './transition-guards.ts'
import { dutyTitles, type TransitionMessage, transitionMessages } from './transition-messages.ts'

/** What a message calls a project without a name. */
export const unnamedProject: Text = ['未命名项目', 'Untitled project']
const aboutRow = ({ id }: DeclarationRow) => ({ table: 'declaration', id })

/** The form of the declarant, at a field if there is one. */
const formAddress = (id: string, at: string | undefined): string => {
  if (!at) return `/addDeclare/project?id=${id}`
  // old remarks may point at the level in the factory part; the field is in the information part now
  const [part = '', ...rest] = (at === levelPlaces.factory ? levelPlaces.information : at).split('.')
  return `/addDeclare/project?${new URLSearchParams({ id, part, ...(rest.length ? { at: rest.join('.') } : {}) })}`
}

const linkFor = ({ to, opensForm }: TransitionMessage, { id }: DeclarationRow, input: TransitionInput): string => {
  if (opensForm) return formAddress(id, to === 'invited' ? operatorSection : (input.remarks?.[0]?.at ?? undefined))
  return to === 'owner' || to === 'invited' ? `/projectDetails/${id}` : `/project/declaration/${id}`
}

const lastDay: Text = ['请在 {0}（含当日）前修改并重新提交', 'Please correct and resubmit it by the end of {0}']

/** The comment for the applicant, how many remarks there are, and until when they can be met; never the internal comment. */
const textFor = ({ to }: TransitionMessage, { comment, remarks }: TransitionInput, row: DeclarationRow): Text => {
  if (to !== 'owner' && to !== 'objector') return ['', '']
  const count: Text = remarks?.length ? fill(['修改要求 {0} 条', 'Remarks: {0}'], remarks.length) : ['', '']
  const isReturned = to === 'owner' && row.declareStatus === 70 && row.correctionUntil
  const until: Text = isReturned ? fill(lastDay, isReturned.slice(0, 10)) : ['', '']
  const join = (at: 0 | 1) => [comment?.trim() ?? '', count[at], until[at]].filter(Boolean).join('\n')
  return [join(0), join(1)]
}

/**
 * Closes tasks: all of an earlier stage, and those of everybody for whom the declaration no longer waits. Resolves to the accounts
 * that had one, and to those that still have one.
 */
const releaseTasks = async (ctx: Ctx, before: DeclarationRow, row: DeclarationRow) => {
  const about = aboutRow(row)
  if (before.declareStatus !== row.declareStatus) return { released: await doneAbout(ctx, about), remaining: [] }
  const open = await openTasks(ctx, about)
  if (open.length === 0) return { released: [], remaining: [] }
  const remaining = await stillWaiting(ctx, row, open)
  return { released: await doneAbout(ctx, { ...about, of: open.filter((id) => !remaining.includes(id)) }), remaining }
}

/**
 * Notifies everybody whom a transition concerns, in its transaction: `before` and `row` are the declaration before and after
 * it. `isPending` marks a joint approval that others still have to give.
 */
export const notifyTransition = async (
  ctx: Ctx,
  before: DeclarationRow,
  row: DeclarationRow,
  name: TransitionName,
  input: TransitionInput,
  isPending: boolean,
): Promise<void> => {
  const { released, remaining } = await releaseTasks(ctx, before, row)
  const withTask = new Set(remaining)
  const about = aboutRow(row)
  const title = (text: Text, at = before) => fill(text, row.projectName ?? unnamedProject, titleOf(at))
  const all = transitionMessages[name]
  const isNamed = all.some(({ into }) => into === row.declareStatus)
  const messages = all.filter(
    ({ when, into }) =>
      (when === undefined || (when === 'pending') === isPending) &&
      (into === undefined || (into === 'other' ? !isNamed : into === row.declareStatus)),
  )
  for (const message of messages) {
    const { to: audience, kind, isRequired = false } = message
    const link = linkFor(message, row, input)
    if (audience === 'waiting') {
      for (const { perm, to } of await waitingReviewers(ctx, row)) {
        const words = dutyTitles[perm] ?? message.title
        await notify(ctx, { to: to.filter((id) => !withTask.has(id)), kind, about, title: title(words, row), link })
      }
      continue
    }
    const to = audience === 'released' ? released : await audiences[audience](ctx, row)
    await notify(ctx, {
      to,
      kind,
      about,
      title: title(message.title),
      text: textFor(message, input, row),
      link,
      isRequired,
    })
    if (kind === 'todo') for (const id of to) withTask.add(id)
  }
}
