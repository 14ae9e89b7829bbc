import { get, post, rows } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, ref, text, time } from '../kit/field.ts'
import type { Text } from '../kit/text.ts'
import { words } from '../words.ts'

/** States of a batch, in their order (docs/decisions/0153). */
export const batchStates = { prepared: 1, open: 2, closed: 3, review: 4, notice: 5, published: 6 } as const
export type BatchState = (typeof batchStates)[keyof typeof batchStates]

const stateNames: readonly (readonly [BatchState, Text])[] = [
  [1, ['准备', 'In preparation']],
  [2, ['开放', 'Open']],
  [3, ['截止', 'Closed']],
  [4, ['评审', 'Under review']],
  [5, ['公示', 'Public notice']],
  [6, ['已发布', 'Published']],
]

/** The act that leads from each state to the next one, none of which is taken back. */
export const batchActs = { open: 1, close: 2, review: 3, announce: 4, publish: 5 } as const satisfies Record<
  string,
  BatchState
>
export type BatchAct = keyof typeof batchActs

const act = (zh: string, en: string, successText: Text, confirmText: Text) =>
  post(
    { id: ref('批次', 'Batch', { of: 'batch', required: true }) },
    {
      label: [zh, en],
      access: { perm: ['batch_move'] },
      button: { at: 'row', label: [zh, en], successText, confirmText },
    },
  )

/**
 * A batch of the declarations of a template, such as 2026年第一批, which are decided and published together. Its state changes by its
 * acts only. One that nothing has joined can be removed while it is in preparation.
 */
export const batch = entity('project', 'batch', ['申报批次', 'Batches'], {
  rowLabel: ['批次', 'batch'],
  title: 'batchName',
  fields: {
    templateId: ref('申报模板', 'Template', { of: 'template', required: true }),
    batchName: text('批次名称', 'Name', { required: true, max: 100 }),
    batchState: choice('批次状态', 'Status', { direction: 'out', required: true, initial: 1, choices: stateNames }),
    cityDeadline: time('地市初审截止', 'City deadline'),
    provinceDeadline: time('省级审核截止', 'Province deadline'),
    // batches made for what was in review before there were any have no dates
    closeAt: time('批次截止', 'Closes'),
    decisionDeadline: time('评审结论截止', 'Decision deadline'),
    remark: longText('备注', 'Remarks', { max: 500 }),
  },
  uniqueIndexes: { batch_open: 'templateId', batch_name: 'batchName' },
  search: ['batchName', 'templateId', 'batchState'],
  imports: { none: 'A template has a few batches, each with its own dates.' },
  list: ['batchName', 'templateId', 'batchState', 'cityDeadline', 'provinceDeadline', 'closeAt', 'decisionDeadline'],
  essential: ['batchName', 'batchState', 'closeAt'],
  formOnly: ['templateId', 'cityDeadline', 'provinceDeadline', 'closeAt', 'decisionDeadline'],
  verbs: ['page', 'detail', 'save', 'update', 'remove'],
  perms: { view: words.view, move: ['推进批次', 'Move batches on'] },
  actions: {
    /** How many declarations of each template wait for a batch. */
    waiting: get(
      {},
      {
        label: ['等待批次的申报', 'Declarations without a batch'],
        access: { perm: ['batch_move'] },
        output: rows({
          templateId: ref('申报模板', 'Template', { required: true }),
          templateName: text('模板名称', 'Name', { required: true }),
          count: int('申报数', 'Declarations', { required: true }),
        }),
      },
    ),
    open: act(
      '开放批次',
      'Open the batch',
      ['批次已开放', 'The batch is open'],
      ['开放后，新提交的申报列入本批次。确定开放？', 'Declarations that are submitted from now on join it. Open it?'],
    ),
    close: act(
      '截止批次',
      'Close the batch',
      ['批次已截止', 'The batch is closed'],
      [
        '截止后不再列入新的申报，且不能撤销。确定截止？',
        'No further declaration joins it, and it cannot be opened again. Close it?',
      ],
    ),
    review: act(
      '进入评审',
      'Start the review',
      ['批次已进入评审', 'The batch is under review'],
      ['确定进入评审？', 'Start the review of the batch?'],
    ),
    announce: act(
      '进入公示',
      'Start the public notice',
      ['批次已进入公示', 'The batch is under public notice'],
      ['确定进入公示？', 'Start the public notice of the batch?'],
    ),
    publish: act(
      '标记为已发布',
      'Mark as published',
      ['批次已发布', 'The batch is published'],
      ['确定将本批次标记为已发布？', 'Mark the batch as published?'],
    ),
  },
})
