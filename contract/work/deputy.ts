import { nameable } from '../flow/nameable.ts'
import { get, nothing, post, row, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { longText, ref, text, time } from '../kit/field.ts'
import { base } from '../kit/verbs.ts'

/** A deputation is at most so many days long. */
export const maxDeputyDays = 366

const startTime = time('开始时间', 'From', {
  required: true,
  message: ['请选择代办开始时间', 'Choose when the deputy begins'],
})
const endTime = time('结束时间', 'To', {
  required: true,
  message: ['请选择代办结束时间', 'Choose when the deputy ends'],
})
const deputyUser = ref('代办人', 'Deputy', {
  of: 'user',
  required: true,
  message: ['请选择代办人', 'Choose a deputy'],
})
const reason = longText('代办事由', 'Reason', { max: 200 })
const out = { direction: 'out' } as const
const access = { perm: ['deputy_assign'], staff: true } as const

/**
 * Who handles the tasks of a person for a period, besides that person, who is its creator. A deputy gets no right by it
 * (docs/decisions/0151).
 */
export const deputy = entity('work', 'deputy', ['代办设置', 'Deputies'], {
  title: 'deputyUser',
  rowLabel: ['代办记录', 'deputation'],
  fields: {
    deputyUser,
    startTime,
    endTime,
    reason,
    /** When it was ended before its time. */
    endedTime: time('终止时间', 'Ended at', out),
  },
  search: ['startTime'],
  list: ['deputyUser', 'startTime', 'endTime', 'reason', 'endedTime'],
  essential: ['deputyUser', 'startTime', 'endTime'],
  verbs: ['list'],
  rows: 'own',
  imports: { none: 'Naming a deputy tells that person.' },
  perms: { assign: ['设置代办人', 'Name a deputy'] },
  actions: {
    /** Names a deputy of the caller, who is told. To change it, it is ended and another one named. */
    nameDeputy: post(
      {
        deputyUser,
        startTime,
        endTime,
        reason,
      },
      { label: ['设置代办人', 'Name a deputy'], access, output: row({ id: base.id }) },
    ),
    /** Ends one at once, by its principal or its deputy. */
    endDeputy: post(
      { id: { ...base.id, required: true, direction: 'both' } },
      {
        access: 'login',
        button: {
          at: 'row',
          label: ['终止代办', 'End'],
          confirmText: [
            '终止后代办人立即不能再办理您的任务，是否继续？',
            'The deputy cannot handle your tasks any more from now on. Continue?',
          ],
          successText: ['已终止', 'Ended'],
          danger: true,
        },
        output: nothing,
      },
    ),
    /** Staff who may be a deputy of the caller, by part of their name or account; at most 20, those of the same department first. */
    people: get(
      { realName: text('姓名', 'Name', { max: 45 }) },
      { label: ['可选代办人', 'People who may be a deputy'], access, output: rows(nameable) },
    ),
    /** Whose deputy the caller is, now or later. */
    principals: get(
      {},
      {
        label: ['由本人代办', 'Whose deputy I am'],
        access: 'login',
        output: rows({ id: base.id, principalName: text('委托人', 'Principal', out), startTime, endTime }),
      },
    ),
    /** The next approved leave of the caller for which no deputy is named; both times are null without one. */
    proposal: get(
      {},
      {
        label: ['按请假设置代办', 'Proposed by a leave'],
        access,
        output: row({ startTime: time('开始时间', 'From', out), endTime: time('结束时间', 'To', out) }),
      },
    ),
  },
})
