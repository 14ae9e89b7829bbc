import { consoleWords } from '../console-words.ts'
import { get, post, shaped } from '../kit/call.ts'
import { entity } from '../kit/entity.ts'
import { choice, int, longText, ref, refs, text } from '../kit/field.ts'
import { kitTerms } from '../kit/kit-terms.ts'
import { words } from '../words.ts'
import { definitionFields } from './definition-fields.ts'
import type { Comparison, DefinitionVersion, Difference } from './differences.ts'
import type { InstanceMoves } from './instance-moves.ts'
import type { RehearsalStart, RehearsalStep } from './rehearsal.ts'
import type { RemovalPreview } from './removal-preview.ts'

// parts of the form: the handler checks them
const category = text(...consoleWords.processType, { max: 32 })
const tenantIds = text('定制租户', 'Tenants', { max: 2000 })

const processId = ref('流程', 'Process', { required: true })
const reason = longText('原因', 'Reason', { max: 200 })
/** What the last answer gave as `next`. */
const after = ref('起始位置', 'Start after')
/** Whoever may deploy may also see beforehand what a deployment changes. */
const deploying = { perm: ['flow_deploy', 'flow_model_deploy'] } as const

/** Whether a file has the name of a process definition; one whose content cannot be deployed is refused with its faults. */
export interface UploadCheck {
  readonly name: string
  readonly success: boolean
}

/** The end of the name of every file with process definitions. */
export const definitionSuffix = '.bpmn20.xml'

/** What is rehearsed: a model, a deployed version, or a file; and the tenant whose people count. */
const rehearsed = {
  modelId: ref(...consoleWords.model),
  processId: ref('流程', 'Process'),
  xml: longText('流程定义', 'Definition', { max: 262_144 }),
  tenantId: text('租户', 'Tenant', { max: 12 }),
}

/** The latest version of each deployed process; for administrators. */
export const flowManager = entity('flow', 'flowManager', ['流程管理', 'Processes'], {
  title: 'name',
  rowLabel: ['流程', 'process'],
  isView: true,
  shared: 'closed',
  at: 'caict-flow/manager',
  screen: '/flow/manager',
  fields: { ...definitionFields, runningInstances: int('在办件数', 'Running', { direction: 'out' }) },
  search: ['name', 'key', 'categoryKey', 'mode', 'suspensionState'],
  list: [
    ...([
      'name',
      'key',
      'categoryKey',
      'version',
      'mode',
      'suspensionState',
      'runningInstances',
      'deploymentTime',
    ] as const),
  ],
  essential: ['name', 'version', 'suspensionState'],
  verbs: ['list'],
  perms: {
    state: ['启用和挂起', 'Activate and suspend'],
    image: consoleWords.diagram,
    remove: words.remove,
    move: ['迁移在办实例', 'Move running instances'],
  },
  actions: {
    changeState: post(
      {
        processId,
        state: choice(...kitTerms.status, {
          required: true,
          message: ['请选择状态', 'Choose a state'],
          choices: [
            ['active', ['启用', 'Activate']],
            ['suspend', ['挂起', 'Suspend']],
          ],
        }),
        reason,
      },
      {
        label: ['变更流程状态', 'Change the state of a process'],
        access: { perm: ['flow_manager_state'] },
        output: shaped<string>(),
      },
    ),
    /** What `deleteDeployment` would do: which version is used afterwards, and how many instances it concerns. */
    previewRemoval: get(
      { deploymentId: ref('流程部署', 'Deployment', { required: true }) },
      {
        label: ['试算删除', 'Preview a deletion'],
        access: { perm: ['flow_manager_remove'] },
        output: shaped<RemovalPreview>(),
      },
    ),
    deleteDeployment: post(
      {
        deploymentIds: refs('流程部署', 'Deployments', {
          required: true,
          message: consoleWords.chooseOne,
        }),
        /** Ends the running instances too; without it they keep the definition from being removed. */
        withInstances: int('同时终止在办实例', 'End running instances', { max: 1 }),
      },
      { label: ['删除流程部署', 'Delete deployments'], access: { perm: ['flow_manager_remove'] } },
    ),
    checkUpload: post(
      {},
      {
        label: ['检查流程文件', 'Check a file'],
        access: { perm: ['flow_deploy'] },
        body: 'multipart',
        output: shaped<UploadCheck>(),
      },
    ),
    deployUpload: post(
      { category, tenantIds },
      {
        label: ['部署流程文件', 'Deploy files'],
        access: { perm: ['flow_deploy'] },
        body: 'multipart',
        output: shaped<true>(),
      },
    ),
    /** What the deployment of these files, or of a model, would change; stores nothing. */
    compareUpload: post(
      { category, tenantIds, modelId: ref(...consoleWords.model) },
      {
        label: ['与当前版本比较', 'Compare with the version in use'],
        access: deploying,
        body: 'multipart',
        output: shaped<readonly Comparison[]>(),
      },
    ),
    /** Processes that the platform brings in a version that was never deployed, with what their deployment changes. */
    newerShipped: get(
      {},
      {
        label: ['平台流程的新版本', 'Newer versions of platform processes'],
        access: { perm: ['flow_deploy'] },
        output: shaped<readonly Comparison[]>(),
      },
    ),
    deployShipped: post(
      { key: text(...consoleWords.processKey, { required: true, max: 64 }) },
      { label: ['部署平台流程的新版本', 'Deploy a newer version of the platform'], access: { perm: ['flow_deploy'] } },
    ),
    /** The versions of a process, newest first; `processId` is any of them. */
    versions: get(
      { processId },
      {
        label: ['流程版本', 'Versions'],
        access: { perm: ['flow_manager'] },
        output: shaped<readonly DefinitionVersion[]>(),
      },
    ),
    compareVersions: get(
      { beforeId: ref('原版本', 'Before', { required: true }), afterId: ref('新版本', 'After', { required: true }) },
      {
        label: ['比较版本', 'Compare versions'],
        access: { perm: ['flow_manager'] },
        output: shaped<readonly Difference[]>(),
      },
    ),
    /** Which instances of older versions can move to this one, the latest; a portion at a time. */
    movableInstances: get(
      { processId, after },
      {
        label: ['试算迁移', 'Try to move instances'],
        access: { perm: ['flow_manager_move'] },
        output: shaped<InstanceMoves>(),
      },
    ),
    moveInstances: post(
      { processId, after, reason: { ...reason, required: true, message: ['请输入原因', 'Give a reason'] } },
      {
        label: ['迁移在办实例', 'Move running instances'],
        access: { perm: ['flow_manager_move'] },
        output: shaped<InstanceMoves>(),
      },
    ),
    /** What a rehearsal starts with: the drawing, and the variables that the definition reads. */
    openRehearsal: post(rehearsed, {
      label: ['打开试运行', 'Open a rehearsal'],
      access: deploying,
      output: shaped<RehearsalStart>(),
    }),
    /** One step of a rehearsal: a start without `state`, otherwise a task is completed or a timer expires. Stores nothing. */
    rehearse: post(
      {
        ...rehearsed,
        state: longText('试运行状态', 'State of the rehearsal', { max: 524_288 }),
        executionId: text(...consoleWords.task, { max: 200 }),
        /** Instead of a task, the execution of a timer that expires. */
        timerId: text('定时器', 'Timer', { max: 200 }),
        /** An object as JSON. */
        variables: longText('变量', 'Variables', { max: 32_768 }),
      },
      { label: ['试运行', 'Rehearse'], access: deploying, output: shaped<RehearsalStep>() },
    ),
  },
})
