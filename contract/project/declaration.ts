import { file, get, page, post, row, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, flag, int, longText, ref, refs, relaxed, text, time } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { base, paging } from '../kit/verbs.ts'
import { versionsField } from '../row-results.ts'
import { words } from '../words.ts'
import { batchMoves, batchReason } from './batch-moves.ts'
import { informationFields } from './information.ts'
import type { TrialOfMany } from './moves-of-many.ts'
import type { Documents } from './part.ts'
import { correctionReason } from './score-sheet.ts'
import { reviewStages, stageCodes, stages } from './stages.ts'
import type { Branch, Detail, Difference, Expert, Figures, Prefill, SaveResult, Status } from './status.ts'
import { commonRemark, transitionInput } from './transition-input.ts'
import { transitionPerms } from './transition-perms.ts'

const fields = {
  ...relaxed(informationFields),
  categorize: text('国民经济分类', 'Industry', { direction: 'out' }),
  templateId: ref('申报模板', 'Template', { of: 'template', direction: 'out' }),
  // of its template, from the submission on; a member from the expert review on (docs/decisions/0153)
  batchId: ref('申报批次', 'Batch', { of: 'batch', direction: 'out' }),
  batchSince: time('进入批次时间', 'In the batch since', { direction: 'out' }),
  year: text('申报年度', 'Year', { direction: 'out' }),
  companyId: ref('申报单位', 'Declarant', { of: 'company', direction: 'out' }),
  declareNo: text('申报编号', 'Declaration no.', { direction: 'out', rule: 'declareNo' }),
  declareStatus: choice('申报状态', 'Stage', {
    direction: 'out',
    choices: stageCodes.map((code) => [code, stages[code].name] as const),
    nameFrom: 'stageName',
  }),
  // only of a further review, as its task says
  stageName: text('补充审核名称', 'Further review', { direction: 'out' }),
  stageNameEn: text('补充审核英文名称', 'English name of the further review', { direction: 'out' }),
  stageOffice: text('补充审核办理部门', 'Office of the further review', { direction: 'in' }),
  furthestStage: choice('最远环节', 'Furthest stage', {
    direction: 'out',
    choices: reviewStages.map((code) => [code, stages[code].name] as const),
  }),
  stageSince: time('进入本环节时间', 'At this stage since', { direction: 'out' }),
  completeness: int('完成度（%）', 'Complete (%)', { direction: 'out' }),
  loop: int('退回次数', 'Times returned', { direction: 'out' }),
  returnedFrom: int('退回环节', 'Returned from', { direction: 'out' }),
  // the end of the present stage, set when it begins; of drafts, corrections and further reviews, see server/project/review/waiting.ts
  stageUntil: time('办理时限', 'Deadline', { direction: 'out' }),
  scoreUntil: time('专家评分截止时间', 'Scores due', { direction: 'out' }),
  noticeUntil: time('公示截止时间', 'Public notice until', { direction: 'out' }),
  correctionUntil: time('修改截止时间', 'Correct by', { direction: 'out' }),
  supervisedSince: time('督办时间', 'Supervised since', { direction: 'out' }),
  operator: int('主要运营商', 'Main operator', { direction: 'out' }),
  // reviewers are confidential: `getStatus` returns them to permitted callers
  experts: refs('评审专家', 'Experts', { of: 'user', direction: 'in' }),
  // the branch of an operator that alone fills in the network section; without it every branch of the region may
  invitedCode: text('受邀单位', 'Invited branch', { direction: 'in', rule: 'creditCode' }),
  taskUser: ref('当前办理人', 'Current assignee', { of: 'user', direction: 'in' }),
  applyTime: time('提交时间', 'Submitted at', { direction: 'out' }),
  processDefinitionId: text('流程定义', 'Definition', { direction: 'out' }),
  processInstanceId: text('流程实例', 'Instance', { direction: 'out' }),
  version: int('版本', 'Version', { direction: 'out' }),
} as const

/** As what somebody takes part in a declaration. */
const parties = [
  ['owner', ['申报主体', 'Declarant']],
  ['operator', ['运营商', 'Operator']],
] as const

const mover = {
  id: ref('申报', 'Declaration', { required: true }),
  status: int('目标状态', 'Target stage'),
  comment: longText('反馈意见（申报单位可见）', 'Comment for the declarant', { max: 1000, rule: 'finished' }),
  ...transitionInput,
}

/**
 * A project declaration. Its information is a document stored as typed; the columns hold its valid values, for lists and
 * filters. Stages and transitions: contract/project/stages.ts.
 */
export const declaration = entity('project', 'declaration', ['项目申报', 'Declarations'], {
  rowLabel: ['申报', 'declaration'],
  at: 'caict-porject/ProjectInformation',
  fields,
  search: ['projectName', 'commpanyName', 'declareNo', 'declareStatus', 'year', 'province'],
  quickSearch: ['declareNo', 'projectName'],
  imports: { none: 'A declaration consists of parts, which do not fit into a row.' },
  isLarge: true,
  list: ['declareNo', 'projectName', 'commpanyName', 'city', 'declareStatus', 'stageSince'],
  exportColumns: [
    'declareNo',
    'projectName',
    'commpanyName',
    'province',
    'city',
    'declareStatus',
    'stageSince',
    'completeness',
  ],
  essential: ['declareNo', 'projectName', 'commpanyName', 'declareStatus'],
  verbs: ['page', 'remove'],
  rows: 'scoped',
  perms: { view: words.view, add: ['填报', 'Declare'], edit: ['修改', 'Edit'], ...transitionPerms },
  actions: {
    detail: get(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: kitTerms.details, access: { perm: ['declaration'] }, output: shaped<Detail>() },
    ),
    save: post(
      { id: ref('申报', 'Declaration'), version: int('版本', 'Version'), ...informationFields },
      {
        label: words.save,
        body: 'draft',
        access: { perm: ['declaration_add', 'declaration_edit'] },
        output: shaped<SaveResult>(),
      },
    ),
    update: post(
      { id: ref('申报', 'Declaration', { required: true }), version: int('版本', 'Version'), ...informationFields },
      { label: words.save, body: 'draft', access: { perm: ['declaration_edit'] }, output: shaped<SaveResult>() },
    ),
    submitStatus: post(mover, {
      label: ['办理', 'Handle'],
      at: 'submitStatus',
      access: { perm: ['declaration'] },
      output: shaped<Status>(),
    }),
    getStatus: post(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: kitTerms.status, at: 'getStatus', access: { perm: ['declaration'] }, output: shaped<Status>() },
    ),
    getText: get(
      { commpanyName: text('单位名称', 'Organisation', { max: 100 }) },
      {
        label: ['预填内容', 'Prefill'],
        at: 'getText',
        access: { perm: ['declaration_add'] },
        output: shaped<Prefill>(),
      },
    ),
    compare: get(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['新旧对照', 'Compare versions'], access: { perm: ['declaration'] }, output: shaped<Difference[]>() },
    ),
    /** What `detail` and the calls of the other parts answer, in one answer. */
    documents: get(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['申报内容', 'Content'], access: { perm: ['declaration'] }, output: shaped<Documents>() },
    ),
    /** What the caller reads of it, as a PDF. */
    paper: get(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['下载申报书（PDF）', 'Download as PDF'], access: { perm: ['declaration'] }, output: file },
    ),
    /** The branches of its operators that can be invited to fill in the network section. */
    branches: get(
      { id: ref('申报', 'Declaration', { required: true }) },
      {
        label: ['可邀请的单位', 'Branches to invite'],
        access: { perm: ['declaration_invite'] },
        output: shaped<readonly Branch[]>(),
      },
    ),
    experts: get(
      {},
      {
        label: ['可指派的专家', 'Available experts'],
        access: { perm: ['declaration_decide'] },
        output: shaped<Expert[]>(),
      },
    ),
    waiting: get(paging, {
      label: ['待我办理', 'Waiting for me'],
      body: 'filters',
      access: { perm: ['declaration'] },
      output: page({ ...base, ...fields }),
    }),
    /** The declarations of the caller's organisation (`owner`), or those of others that name the caller's operator (`operator`). */
    byParty: get(
      { ...paging, party: choice('参与方', 'Party', { required: true, choices: parties }) },
      {
        label: ['我的申报', 'My declarations'],
        at: 'by-party',
        access: { perm: ['declaration'] },
        output: page({ ...base, ...fields }),
      },
    ),
    /**
     * One move of many declarations, each in a transaction of its own; with `rowByRow=1` each has a result, otherwise the first refusal
     * ends it. `versions` are those that the caller has seen (`12=3,15=1`). A return has one remark for all. With `isTrial` nothing
     * changes, and a return is also checked without its place.
     */
    handleMany: post(
      {
        ids: refs('申报', 'Declarations', { required: true }),
        action: text('操作', 'Action', { required: true, max: 16 }),
        versions: text('版本', 'Versions', { required: true, max: 8000 }),
        ...relaxed(commonRemark),
        isTrial: flag('仅检查', 'Check only'),
      },
      {
        label: ['批量办理申报', 'Handle many declarations'],
        at: 'handle-many',
        access: { perm: ['declaration'] },
        output: shaped<TrialOfMany | null>(),
      },
    ),
    /** Notes that an officer has opened it on its page. */
    noteOpening: post(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['记录打开申报', 'Note that a declaration was opened'], access: { perm: ['declaration'], staff: true } },
    ),
    /** The same of more declarations than a request handles, in the background; resolves to its job. */
    startMany: post(
      {
        versions: versionsField,
        action: text('操作', 'Action', { required: true, max: 16 }),
        ...relaxed(commonRemark),
      },
      {
        label: ['后台批量办理申报', 'Handle many declarations in the background'],
        at: 'start-many',
        access: { perm: ['declaration'] },
        output: row({ id: base.id }),
      },
    ),
    /** Corrects the caller's own score until scoring is closed, a decision is made or the scores are due. */
    correctScore: post(
      {
        id: ref('申报', 'Declaration', { required: true }),
        score: transitionInput.score,
        items: transitionInput.items,
        reason: correctionReason,
      },
      {
        label: ['更正评分', 'Correct the score'],
        at: 'correct-score',
        access: { perm: ['declaration_score'] },
        output: shaped<Status>(),
      },
    ),
    /** Ends corrections once every assigned expert has scored or is recused. */
    closeScoring: post(
      { id: ref('申报', 'Declaration', { required: true }) },
      {
        label: ['收卷', 'Close scoring'],
        at: 'close-scoring',
        access: { perm: ['declaration_decide'] },
        output: shaped<Status>(),
      },
    ),
    /** Moves it to the next batch of its template, with its task and its deadline: before the expert review, or as a member. */
    defer: post(
      { id: ref('申报', 'Declaration', { required: true }), reason: batchReason, version: int('版本', 'Version') },
      {
        label: batchMoves.defer.label,
        access: { perm: ['declaration_province', 'declaration_decide'], staff: true },
        output: shaped<Status>(),
      },
    ),
    /** Takes a member that was returned, and is not back by the decision date, out of its batch. */
    leaveBatch: post(
      { id: ref('申报', 'Declaration', { required: true }), reason: batchReason, version: int('版本', 'Version') },
      {
        label: batchMoves.leaveBatch.label,
        at: 'leave-batch',
        access: { perm: ['declaration_decide'], staff: true },
        output: shaped<Status>(),
      },
    ),
    /** Reminds the office that is late with a supervised declaration. */
    remind: post(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['催办', 'Remind'], access: { perm: ['declaration_province', 'declaration_decide'] } },
    ),
    /** Reminds whoever has to handle the caller's own declaration, once per working day and when half of the deadline is over. */
    remindOffice: post(
      { id: ref('申报', 'Declaration', { required: true }) },
      { label: ['催办', 'Remind'], access: { perm: ['declaration_submit'] } },
    ),
    statistics: get(
      {},
      { label: ['申报统计', 'Statistics'], access: { perm: ['declaration', 'library'] }, output: shaped<Figures>() },
    ),
  },
})
