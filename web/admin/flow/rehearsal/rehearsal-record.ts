import type { FlowStep } from '#contract/flow/flow-process.ts'
import type { RehearsalStep, RehearsedTask, RehearsedTimer } from '#contract/flow/rehearsal.ts'
import { type Lang, localize, type Text } from '#contract/kit/text.ts'
import { choiceText, handlersText, memberText, reasonText } from './rehearsal-words.ts'

/** A step of a rehearsal with what led to it: the start, a task with its decision, or a timer. */
export interface RecordedStep {
  readonly task: RehearsedTask | null
  readonly decision: Text
  readonly step: RehearsalStep
  /** What the step was made with. */
  readonly variables: Readonly<Record<string, unknown>>
}

const mark = (id: string, historyActivityType: FlowStep['historyActivityType'], isDone: boolean): FlowStep => ({
  historyActivityId: id,
  historyActivityName: '',
  historyActivityType,
  createTime: null,
  endTime: isDone ? '-' : null,
  ...{ historyActivityDurationTime: null, assignee: null, assigneeName: null, comment: null },
  ...{ flag: null, endReason: null, taskId: null },
})

/** The course of a rehearsal as a diagram marks it: what was passed, and what waits. */
export const courseOf = (record: readonly RecordedStep[]): readonly FlowStep[] => [
  ...record.flatMap(({ task, step }) => [
    ...(task ? [mark(task.taskKey, 'userTask', true)] : []),
    ...step.passed.map(({ id, isFlow }) => mark(id, isFlow ? 'sequenceFlow' : 'startEvent', true)),
  ]),
  ...(record.at(-1)?.step.waiting ?? []).map(({ taskKey }) => mark(taskKey, 'userTask', false)),
]

export const startText: Text = ['开始', 'Start']
/** What is recorded for a timer that has expired. */
export const expiredText = ({ name }: Pick<RehearsedTimer, 'name'>): Text => [
  `定时器“${name}”到期`,
  `The timer “${name}” has expired`,
]
const endText: Text = ['流程结束', 'The process ends']
const waitingText: Text = ['待办任务', 'Waiting tasks']

/** A task in one line: its name, its member, and who would get it. */
const taskLine = (task: RehearsedTask): Text => {
  const [members, handlers] = [memberText(task), handlersText(task)]
  return [
    [task.name, members[0], handlers[0]].filter(Boolean).join(' · '),
    [task.name, members[1], handlers[1]].filter(Boolean).join(' · '),
  ]
}

const linesOf = ({ step }: RecordedStep, say: (text: Text) => string): string[] => [
  ...step.choices.flatMap((choice) => [
    `  ${say(choiceText(choice))}`,
    ...choice.flows.map((flow) => `    ${flow.isTaken ? '[x]' : '[ ]'} ${flow.target} ${say(reasonText(flow))}`),
  ]),
  ...(step.waiting.length
    ? [`  ${say(waitingText)}`, ...step.waiting.map((task) => `    - ${say(taskLine(task))}`)]
    : []),
  ...(step.end ? [`  ${say(endText)}: ${step.end.name}`] : []),
  ...(step.problem ? [`  ! ${step.problem}`] : []),
]

/** The whole rehearsal as a text that can be kept. */
export const reportOf = (name: string, variables: object, record: readonly RecordedStep[], lang: Lang): string => {
  const say = (text: Text) => localize(text, lang)
  return [
    name,
    JSON.stringify(variables),
    ...record.flatMap((entry, i) => [
      `${i + 1}. ${[entry.task?.name, say(entry.decision)].filter(Boolean).join(' · ')}`,
      ...linesOf(entry, say),
    ]),
    '',
  ].join('\n')
}
