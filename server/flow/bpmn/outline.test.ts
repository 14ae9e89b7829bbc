import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nodeName } from '#contract/flow/outline.ts'
import { expression, readProcess } from '../../../tests/support/process-files.ts'
import { groupOf, outlineOf } from './outline.ts'

/** What the outline says of a file, which comparison, moves and rehearsal rely on. */

const review = readFileSync(new URL('../../seed/processes/xmsb.bpmn20.xml', import.meta.url), 'utf8')

test('a task has its loop, its stage, its moves and its sub-process', async () => {
  const { key, nodes } = await outlineOf(review)
  expect([key, nodes.score?.parentId, nodes.provinceReview?.properties]).toEqual([
    'xmsb',
    'expertReview',
    {
      ...{ name: '省级审核', nameEn: 'Province review', type: 'UserTask', stage: '30', loop: 'parallel' },
      candidateGroups: expression('office'),
      ...{ collection: expression('offices'), elementVariable: 'office' },
      completionCondition: expression("action != 'provinceApprove'"),
      moves: 'provinceApprove, provinceReturn, provinceReject',
    },
  ])
  expect(nodes.listed?.properties).toMatchObject({ stage: '60', terminates: 'yes' })
})

test('a join has the flows that lead to it, and a timer the task that it is attached to', async () => {
  const parallel = await outlineOf(readProcess('parallel-choice'))
  expect(parallel.flows.flatMap(({ id, target }) => (target === 'join' ? id : [])).toSorted()).toEqual([
    'a_join',
    'merge_join',
  ])
  const { nodes } = await outlineOf(readProcess('timers'))
  expect(nodes.late).toMatchObject({ hostId: 'check', properties: { timer: 'P3D', interrupts: 'yes' } })
})

test('elements have a group, and a name or their id', async () => {
  const outline = await outlineOf(review)
  const groups = ['accept', 'accepted', 'expertReview', 'start'].map((id) => outline.nodes[id])
  expect(groups.map((node) => node && groupOf(node))).toEqual(['task', 'gateway', 'subProcess', 'event'])
  expect([nodeName(outline, 'accept'), nodeName(outline, 'toCity')]).toEqual(['地市受理', 'toCity'])
  expect(nodeName(await outlineOf(review, 'en'), 'accept')).toBe('Acceptance by the city')
})
