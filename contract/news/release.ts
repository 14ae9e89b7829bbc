import { post } from '../kit/call.ts'
import { choice, ref, refs, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'

/** States of a release. `scheduled` means published with a release time in the future; it is stored as `published`. */
export const releaseStates = { draft: 1, published: 2, scheduled: 3, withdrawn: 4 } as const

const stateWords = [
  [releaseStates.draft, ['草稿', 'Draft']],
  [releaseStates.published, ['已发布', 'Published']],
  [releaseStates.scheduled, ['定时发布', 'Scheduled']],
  [releaseStates.withdrawn, ['已撤回', 'Withdrawn']],
] as const

/** Title and column: the first fields of every release. */
export const releaseHead = {
  title: text('标题', 'Title', { required: true, max: 200 }),
  type: ref('所属栏目', 'Column', { of: 'column', required: true }),
} as const

/** Source and release time. `releaseTime` may stay empty until publication. */
export const releaseFoot = {
  source: text('来源', 'Source', { max: 100 }),
  releaseTime: time('发布时间', 'Published at'),
  status: choice(...kitTerms.status, { choices: stateWords, direction: 'out' }),
} as const

const ids = refs('主键', 'IDs', { required: true })

/** The two transitions of a release (docs/decisions/0038). */
export const releaseActions = {
  /** Publishes at the given time, by default at once; a future time schedules it. A past time of the release itself is kept. */
  publish: post(
    { ids, releaseTime: time('发布时间（留空则立即发布）', 'Publish at (leave empty to publish now)') },
    {
      label: ['发布', 'Publish'],
      button: {
        at: 'bulk',
        label: ['发布', 'Publish'],
        confirmText: [
          '留空立即发布；填写将来时间则定时发布，到时自动对外显示。原有发布时间已过的，保留原时间。',
          'Leave empty to publish now, or enter a future time to schedule publication. A publication time that has already passed is kept.',
        ],
      },
    },
  ),
  withdraw: post(
    { ids },
    {
      label: ['撤回', 'Withdraw'],
      button: {
        at: 'bulk',
        label: ['撤回', 'Withdraw'],
        successText: ['已撤回 {0} 条', '{0} withdrawn'],
        confirmText: [
          '撤回后，访客无法再查看所选内容，也无法下载其附件和图片。确定撤回？',
          'Visitors will no longer be able to view the selected items or download their files and pictures. Withdraw them?',
        ],
      },
    },
  ),
} as const
