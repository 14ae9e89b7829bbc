import { pagesOf } from '#contract/flow/categories.ts'
import type { Text } from '#contract/kit/text.ts'
import type { MatterTask } from '#contract/project/matter.ts'
import type { OwnDeclaration } from '#contract/project/my-matters.ts'
import { isWithReviewers } from '#contract/project/stages.ts'
import type { TemplateAvailability } from '#contract/project/status.ts'
import { taskAddress } from '#web/base/page/process-address.ts'
import { holderOf } from '#web/declaration/holders.ts'
import { noticeWords } from '#web/declaration/notice-words.ts'
import { type TimeLeft, timeLeftOf } from '#web/declaration/time-left.ts'

/** What the declarant does next: one sentence, why, until when, and one link. */
export interface NextStep {
  /** `ask`: something waits for the reader; `busy`: others work; `calm`: nothing is under way. */
  readonly tone: 'ask' | 'busy' | 'calm'
  readonly title: Text
  /** The declaration that it is about. */
  readonly of: OwnDeclaration | null
  readonly notes: readonly Text[]
  readonly deadline: string | null
  readonly timeLeft: TimeLeft | null
  readonly link: { readonly to: string; readonly label: Text }
}

type Step = Pick<NextStep, 'title' | 'notes' | 'link'>

const formOf = (id: string, step = ''): string => `/addDeclare/project?id=${id}${step}`

const correctionOf = ({ id, returned }: OwnDeclaration): Step => {
  const { remarks = 0, comment = null } = returned ?? {}
  return {
    title: ['修改被退回的申报并重新提交', 'Correct the returned declaration and submit it again'],
    notes: [
      [
        `审核单位提出 ${remarks} 条修改要求，仅所列内容可以修改。`,
        `Reviewers’ remarks: ${remarks}. You can change only the items listed there.`,
      ],
      ...(comment ? [[`审核意见：${comment}`, `Comment: ${comment}`] as const] : []),
    ],
    link: { to: formOf(id), label: ['查看修改要求', 'See the remarks'] },
  }
}

const networkSectionOf = ({ id, commpanyName }: OwnDeclaration): Step => ({
  title: ['填写“5G网络”部分并交回企业', 'Fill in the “5G network” section and hand it back'],
  notes: [
    [
      `${commpanyName ?? '申报单位'}邀请您填写这部分内容。`,
      `${commpanyName ?? 'The enterprise'} invites you to fill in this section.`,
    ],
  ],
  link: { to: formOf(id), label: ['去填写', 'Fill in'] },
})

const draftStepOf = ({ id, completeness }: OwnDeclaration): Step => {
  if (completeness === 100)
    return {
      title: ['核对并提交申报', 'Check and submit the declaration'],
      notes: [
        ['各部分均已填写完整，提交后由地市工信部门受理。', 'All parts are complete. The city office receives it next.'],
      ],
      link: { to: formOf(id, '&step=check'), label: ['核对并提交', 'Check and submit'] },
    }
  return {
    title: ['继续填写申报', 'Continue the declaration'],
    notes: [
      [`已完成 ${completeness ?? 0}%，已填内容均已保存。`, `${completeness ?? 0}% complete. Your entries are saved.`],
    ],
    link: { to: formOf(id), label: ['继续填写', 'Continue editing'] },
  }
}

const stepOf = (one: OwnDeclaration): Step => {
  if (one.stage === 70) return correctionOf(one)
  return one.stage === 5 ? networkSectionOf(one) : draftStepOf(one)
}

const taskStepOf = (task: MatterTask): NextStep => {
  const { subject, processName, taskName, processKey, dueTime } = task
  return {
    tone: 'ask',
    title: ['办理待办事务', 'Handle a task'],
    of: null,
    notes: [
      [`${processName}：${subject}`, `${processName}: ${subject}`],
      [`当前环节：${taskName}`, `Present step: ${taskName}`],
    ],
    deadline: dueTime,
    timeLeft: dueTime ? timeLeftOf(task) : null,
    link: { to: taskAddress(pagesOf(processKey), task), label: ['去办理', 'Handle'] },
  }
}

const awaitsNotice: Text = ['公告发布后开始公示', 'The period begins once the notice is published']

const reviewOf = (one: OwnDeclaration): NextStep => ({
  tone: 'busy',
  title: ['等待办理，您目前无需操作', 'In progress: nothing to do for you now'],
  of: one,
  notes: [
    holderOf(one.stage, one.holderName),
    ...(one.stage === 50 ? [one.noticeUntil ? noticeWords(one.noticeUntil, one.isDisputed) : awaitsNotice] : []),
    ['办理结果会显示在本页“最新消息”中。', 'The result will appear under “Latest messages” on this page.'],
  ],
  deadline: one.deadline,
  timeLeft: null,
  link: { to: `/projectDetails/${one.id}`, label: ['查看办理进度', 'View the progress'] },
})

/** How to go on with a declaration whose correction has expired in this round, instead of declaring anew. */
const liftNotes = (declarations: readonly OwnDeclaration[], { templateId }: TemplateAvailability): Text[] => {
  const expired = declarations.find((one) => one.expired && one.expired.templateId === templateId)
  if (!expired) return []
  const { projectName, expired: of } = expired
  return [
    [
      `“${projectName ?? ''}”已逾期归档。如需继续，可向退回它的${of?.office ?? '部门'}说明理由，申请撤销逾期归档（仅限一次），不必重新填写。`,
      `“${projectName ?? ''}” was archived, as its time was up. To continue it, give your reason to the office that returned it (${of?.office ?? 'see its history'}), which can lift the expiry once. You need not fill it in again.`,
    ],
  ]
}

const beginningOf = (opening: TemplateAvailability, lifts: readonly Text[]): NextStep => {
  const { enabled, templateName, closeAt, daysLeft, reason } = opening
  const step = { of: null, tone: 'calm' as const }
  if (!enabled)
    return {
      ...step,
      title: ['目前没有需要办理的事项', 'Nothing to do now'],
      notes: [...lifts, [`暂不能新建申报：${reason}。`, `You cannot start a declaration at present. ${reason}.`]],
      deadline: null,
      timeLeft: null,
      link: { to: '/projectList/policy', label: ['查看政策服务', 'View policy services'] },
    }
  return {
    ...step,
    title: ['开始新的申报', 'Start a new declaration'],
    notes: [
      ...lifts,
      [
        `${templateName ?? ''}正在受理申报，填写内容自动保存，可分多次完成。`,
        `${templateName ?? ''} is open. Your entries are saved automatically; you can leave and continue later.`,
      ],
    ],
    deadline: closeAt,
    timeLeft: timeLeftOf({ daysLeft, daysWaiting: 0 }),
    link: { to: '/addDeclare/project', label: ['开始申报', 'Start'] },
  }
}

/**
 * The one next step: the declaration that the server lists first among those that wait for the reader; otherwise a task of another
 * process, the declaration that others process with the nearest deadline, or a new one.
 */
export const nextStepOf = (
  declarations: readonly OwnDeclaration[],
  tasks: readonly MatterTask[],
  opening: TemplateAvailability,
): NextStep => {
  const waiting = declarations.find(({ isWaiting }) => isWaiting)
  if (waiting)
    return {
      tone: 'ask',
      of: waiting,
      deadline: waiting.deadline,
      timeLeft: waiting.deadline ? timeLeftOf(waiting) : null,
      ...stepOf(waiting),
    }
  if (tasks[0]) return taskStepOf(tasks[0])
  const processed = declarations.find(({ stage }) => isWithReviewers(stage) || stage === 5)
  return processed ? reviewOf(processed) : beginningOf(opening, liftNotes(declarations, opening))
}
