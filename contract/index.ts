import { generalMatter } from './desk/general-matter.ts'
import { leave } from './desk/leave.ts'
import { notice } from './desk/notice.ts'
import { codeGeneration } from './develop/code-generation.ts'
import { dataModel } from './develop/data-model.ts'
import { datasource } from './develop/datasource.ts'
import { modelPrototype } from './develop/model-prototype.ts'
import { flowFollow } from './flow/flow-follow.ts'
import { flowManager } from './flow/flow-manager.ts'
import { flowModel } from './flow/flow-model.ts'
import { matterForm } from './flow/matter-form.ts'
import { outbox } from './inbox/outbox.ts'
import { backgroundJob } from './job/background-job.ts'
import { importOf, importPerms } from './job/importing.ts'
import { jobContainer } from './job/job-container.ts'
import { jobInfo } from './job/job-info.ts'
import { jobInstance } from './job/job-instance.ts'
import { jobServer } from './job/job-server.ts'
import type { AnyEntity, Area } from './kit/entity.ts'
import type { Text } from './kit/text.ts'
import { audit, auditObjects } from './log/audit.ts'
import { logApi } from './log/log-api.ts'
import { logError } from './log/log-error.ts'
import { logUsual } from './log/log-usual.ts'
import { loginLog } from './log/login-log.ts'
import { onlineUser } from './log/online-user.ts'
import { column } from './news/column.ts'
import { fileRelease } from './news/file-release.ts'
import { pressRelease } from './news/press-release.ts'
import { statement } from './news/statement.ts'
import { batch } from './project/batch.ts'
import { batchQuota } from './project/batch-quota.ts'
import { company } from './project/company.ts'
import { library } from './project/library.ts'
import { privateNetwork } from './project/private-network.ts'
import { publicNotice } from './project/public-notice.ts'
import { filteredDeclaration } from './project/readings.ts'
import { recommend } from './project/recommend.ts'
import { stageStay } from './project/stage-stay.ts'
import { template } from './project/template.ts'
import { webhook } from './project/webhook.ts'
import { report } from './report/report.ts'
import { reportSubscription } from './report/report-subscription.ts'
import { attach } from './storage/attach.ts'
import { oss } from './storage/oss.ts'
import { sms } from './storage/sms.ts'
import { smsMessage } from './storage/sms-message.ts'
import { apiKey } from './system/api-key.ts'
import { apiScope } from './system/api-scope.ts'
import { client } from './system/client.ts'
import { dataScope } from './system/data-scope.ts'
import { dept } from './system/dept.ts'
import { dict } from './system/dict.ts'
import { dictBiz } from './system/dict-biz.ts'
import { lockedAccount } from './system/locked-account.ts'
import { menu } from './system/menu.ts'
import { param } from './system/param.ts'
import { post } from './system/post.ts'
import { region } from './system/region.ts'
import { role } from './system/role.ts'
import { tenant } from './system/tenant.ts'
import { tenantPackage } from './system/tenant-package.ts'
import { topMenu } from './system/top-menu.ts'
import { user } from './system/user.ts'
import { commonOpinion } from './work/common-opinion.ts'
import { deputy } from './work/deputy.ts'
import { matterLedger } from './work/matter-ledger.ts'
import { workClaim } from './work/work-claim.ts'
import { workDone } from './work/work-done.ts'
import { workSend } from './work/work-send.ts'
import { workStart } from './work/work-start.ts'
import { workTodo } from './work/work-todo.ts'
import { workWaiting } from './work/work-waiting.ts'

/** The register of all entities. In contract/ only the register of calls may import it. */
export const entities = {
  user,
  dept,
  role,
  post,
  dict,
  dictBiz,
  menu,
  topMenu,
  param,
  region,
  dataScope,
  apiScope,
  tenant,
  tenantPackage,
  client,
  lockedAccount,
  apiKey,
  attach,
  oss,
  sms,
  smsMessage,
  audit,
  logApi,
  logUsual,
  logError,
  loginLog,
  onlineUser,
  datasource,
  // a menu leads to the last entity with its code
  modelPrototype,
  dataModel,
  codeGeneration,
  backgroundJob,
  jobServer,
  jobInfo,
  jobInstance,
  jobContainer,
  flowModel,
  flowManager,
  flowFollow,
  matterForm,
  workWaiting,
  workStart,
  workClaim,
  workTodo,
  workSend,
  workDone,
  matterLedger,
  commonOpinion,
  deputy,
  outbox,
  notice,
  leave,
  generalMatter,
  company,
  template,
  batch,
  batchQuota,
  publicNotice,
  declaration: filteredDeclaration,
  stageStay,
  library,
  privateNetwork,
  recommend,
  webhook,
  report,
  reportSubscription,
  column,
  fileRelease,
  pressRelease,
  statement,
} as const satisfies Record<string, AnyEntity>

export type Entities = typeof entities

/** Areas with a menu of their own, in menu order. */
export const areas: Partial<Record<Area, { readonly label: Text; readonly source: string }>> = {
  desk: { label: ['工作台', 'Desk'], source: 'desk' },
  work: { label: ['我的事务', 'My work'], source: 'work' },
  project: { label: ['项目管理', 'Projects'], source: 'project' },
  news: { label: ['新闻管理', 'News'], source: 'news' },
  flow: { label: ['流程管理', 'Processes'], source: 'flow' },
  system: { label: ['系统管理', 'System'], source: 'setting' },
  storage: { label: ['资源管理', 'Resources'], source: 'storage' },
  inbox: { label: ['消息管理', 'Messages'], source: 'notice' },
  log: { label: ['日志管理', 'Logs'], source: 'log' },
  job: { label: ['任务管理', 'Jobs'], source: 'job' },
  report: { label: ['报表管理', 'Reports'], source: 'report' },
  develop: { label: ['研发工具', 'Development'], source: 'develop' },
}

for (const entity of Object.values(entities) as AnyEntity[]) {
  const imports = importOf(entity)
  if (imports) importPerms.push(imports.perm)
  auditObjects.push([entity.name, entity.label])
}
