import { expect, test } from 'vitest'
import type { MatterTask } from '#contract/project/matter.ts'
import type { OwnDeclaration } from '#contract/project/my-matters.ts'
import type { TemplateAvailability } from '#contract/project/status.ts'
import { nextStepOf } from './next-step.ts'

const own = (more: Partial<OwnDeclaration>): OwnDeclaration => ({
  id: '1',
  declareNo: null,
  projectName: '一号项目',
  commpanyName: '甲公司',
  stage: 0,
  stageName: null,
  holderName: null,
  since: null,
  daysWaiting: 0,
  deadline: null,
  daysLeft: null,
  workdaysLeft: null,
  isOwn: true,
  isWaiting: false,
  completeness: 0,
  noticeUntil: null,
  isDisputed: false,
  returned: null,
  expired: null,
  ...more,
})
const draft = own({ id: '2', isWaiting: true, completeness: 63, deadline: '2026-12-01 18:00:00', daysLeft: 3 })
const returned = own({ id: '3', stage: 70, isWaiting: true, returned: { comment: '请补充', remarks: 2 } })
const inReview = own({ id: '4', stage: 20, deadline: '2026-12-05 18:00:00', daysLeft: 7 })
const inJointReview = own({ id: '6', stage: 25, stageName: '市级联合审查', holderName: '地市工信部门' })
const listed = own({ id: '5', stage: 60 })

const opening = (more: Partial<TemplateAvailability> = {}) =>
  ({
    enabled: true,
    templateName: '2026 年度申报',
    closeAt: '2026-12-31 18:00:00',
    daysLeft: 30,
    reason: '可以申报',
    ...more,
  }) as TemplateAvailability

test('the next step is what waits for the reader, with its deadline', () => {
  expect(nextStepOf([returned, draft, inReview], [], opening())).toMatchObject({
    tone: 'ask',
    of: { id: '3' },
    notes: [
      ['审核单位提出 2 条修改要求，仅所列内容可以修改。', expect.any(String)],
      ['审核意见：请补充', 'Comment: 请补充'],
    ],
    link: { to: '/addDeclare/project?id=3' },
  })
  expect(nextStepOf([draft, inReview], [], opening())).toMatchObject({
    title: ['继续填写申报', 'Continue the declaration'],
    deadline: '2026-12-01 18:00:00',
    timeLeft: { tone: 'ask', words: ['还剩 3 天', '3 days left'] },
    link: { to: '/addDeclare/project?id=2' },
  })
})

test('a complete draft is checked and submitted, and an operator fills in its section', () => {
  expect(nextStepOf([own({ isWaiting: true, completeness: 100 })], [], opening()).link.to).toBe(
    '/addDeclare/project?id=1&step=check',
  )
  expect(nextStepOf([own({ stage: 5, isWaiting: true })], [], opening()).notes[0]?.[0]).toContain('甲公司邀请您')
})

test('while others work, it says who and until when', () => {
  expect(nextStepOf([inReview, listed], [], opening())).toMatchObject({
    tone: 'busy',
    notes: [['由地市工信部门办理', 'With the city office'], expect.anything()],
    deadline: '2026-12-05 18:00:00',
    timeLeft: null,
    link: { to: '/projectDetails/4' },
  })
  expect(nextStepOf([listed, inJointReview], [], opening())).toMatchObject({
    tone: 'busy',
    notes: [['由地市工信部门办理', 'With: 地市工信部门'], expect.anything()],
  })
})

test('a public notice says until when it runs', () => {
  const noticed = own({ stage: 50, noticeUntil: '2026-12-08 09:30:00' })
  const noteOf = (more: Partial<OwnDeclaration>) => nextStepOf([{ ...noticed, ...more }], [], opening()).notes[1]?.[0]
  expect(noteOf({})).toBe('公示期至 2026-12-08 09:30，期满且无异议的，项目入库')
  expect(noteOf({ isDisputed: true })).toContain('已收到异议，正在核实')
  expect(noteOf({ noticeUntil: null })).toBe('公告发布后开始公示')
})

test('a task of another process, such as a returned recommendation, comes after declarations that wait', () => {
  const task: MatterTask = {
    taskId: '7',
    subject: '矿山5G专网',
    taskName: '修改推荐',
    processName: '项目推荐',
    processKey: 'recommend',
    categoryKey: 3,
    processInstanceId: '8',
    businessId: '9',
    startUserName: null,
    isOpen: false,
    isConsulted: false,
    createTime: '2026-11-01 08:00:00',
    dueTime: null,
    daysWaiting: 2,
    daysLeft: null,
  }
  expect(nextStepOf([returned], [task], opening()).of?.id).toBe('3')
  expect(nextStepOf([inReview], [task], opening())).toMatchObject({
    tone: 'ask',
    notes: [['项目推荐：矿山5G专网', expect.any(String)], expect.anything()],
    link: { to: '/work/process/recommend/handle/7/8/9' },
  })
})

test('after an expiry of this round it also says who can lift it', () => {
  const expired = own({ stage: 99, expired: { templateId: '8', office: '地市工信部门' } })
  const notesOf = (more: Partial<TemplateAvailability>) =>
    nextStepOf([expired], [], opening(more)).notes.map(([zh]) => zh)
  const lift = expect.stringContaining('可向退回它的地市工信部门说明理由，申请撤销逾期归档（仅限一次）')
  expect(notesOf({ templateId: '8' })).toEqual([lift, expect.stringContaining('正在受理申报')])
  expect(notesOf({ templateId: '8', enabled: false })).toEqual([lift, expect.stringContaining('暂不能新建申报')])
  expect(notesOf({ templateId: '9' })).toHaveLength(1)
})

test('otherwise a new declaration starts, or the reason says why it cannot', () => {
  // the window of this draft is closed
  const late = own({ stage: 0 })
  expect(nextStepOf([late, listed], [], opening())).toMatchObject({
    tone: 'calm',
    of: null,
    deadline: '2026-12-31 18:00:00',
    link: { to: '/addDeclare/project' },
  })
  const closed = nextStepOf([], [], opening({ enabled: false, reason: '目前没有开放的申报' }))
  expect(closed.notes[0]?.[0]).toBe('暂不能新建申报：目前没有开放的申报。')
  expect(closed.link.to).toBe('/projectList/policy')
})
