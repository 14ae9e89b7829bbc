import { calls } from '#contract/calls.ts'
import { type Entities, entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import { authCalls } from './auth/auth.ts'
import { authorizeCalls } from './auth/authorize.ts'
import { consentHandlers, listAgreements } from './auth/consents.ts'
import { guestCalls } from './auth/guest.ts'
import { loginSessionCalls } from './auth/login-sessions.ts'
import { openEditionCalls } from './auth/open-edition.ts'
import { signOnCalls } from './auth/sign-on.ts'
import { generalMatterHandlers } from './desk/general-matter.ts'
import { leaveHandlers } from './desk/leave.ts'
import { noticeHandlers } from './desk/notice.ts'
import { readHealth } from './desk/platform-health.ts'
import { recordSearchCalls } from './desk/record-search.ts'
import { codeGenerationHandlers } from './develop/code-generation.ts'
import { dataModelHandlers, modelPrototypeHandlers } from './develop/data-model.ts'
import { datasourceHandlers } from './develop/datasource.ts'
import { withDevTools } from './develop/dev-tools.ts'
import type { Handler, Handlers, Restriction, Route, UserCtx } from './engine/context.ts'
import { crud } from './engine/crud.ts'
import { flowFollowHandlers } from './flow/flow-follow.ts'
import { flowManagerHandlers } from './flow/flow-manager.ts'
import { flowModelHandlers } from './flow/flow-model.ts'
import { flowProcessCalls } from './flow/flow-process.ts'
import { matterFormHandlers } from './flow/matter-form.ts'
import { messageCalls } from './inbox/message.ts'
import { messagePreferenceCalls } from './inbox/message-preference.ts'
import { outboxHandlers } from './inbox/outbox.ts'
import { backgroundJobHandlers } from './job/background-job.ts'
import { jobContainerHandlers } from './job/job-container.ts'
import { jobInfoHandlers } from './job/job-info.ts'
import { jobInstanceHandlers } from './job/job-instance.ts'
import { jobOverviewCalls } from './job/job-overview.ts'
import { jobServerHandlers } from './job/job-server.ts'
import { jobOpenApiCalls } from './job/open-api.ts'
import { exportHandlers } from './job/sheets/export.ts'
import { importCalls } from './job/sheets/import-calls.ts'
import { sheetHandlers } from './job/sheets/sheets.ts'
import { auditHandlers } from './log/audit.ts'
import { logErrorHandlers } from './log/log-error.ts'
import { loginLogHandlers } from './log/login-log.ts'
import { onlineUserHandlers } from './log/online-user.ts'
import { columnHandlers } from './news/column.ts'
import { fileReleaseHandlers } from './news/file-release.ts'
import { newsCalls } from './news/news.ts'
import { pressReleaseHandlers } from './news/press-release.ts'
import { statementHandlers } from './news/statement.ts'
import { readDashboard } from './portal/dashboard.ts'
import { exportProjects } from './portal/export-projects.ts'
import { showFigure } from './portal/figure-breakdown.ts'
import { lookUp, readStageTimes } from './portal/look-up.ts'
import { portalCalls } from './portal/portal.ts'
import { listProjects, showProject } from './portal/projects.ts'
import { showRecommended } from './portal/public-recommend.ts'
import { releasedNoticeHandlers } from './portal/released-notices.ts'
import { siteMapCalls } from './portal/site-map.ts'
import { readStatement } from './portal/statement-page.ts'
import { recommendationListCalls } from './project/batch/recommendation-list.ts'
import { recommendationOrderCalls } from './project/batch/recommendation-order.ts'
import { batchHandlers } from './project/batch.ts'
import { batchQuotaHandlers } from './project/batch-quota.ts'
import { ownCompanyCalls } from './project/company/own-company.ts'
import { declarationHandlers } from './project/declaration.ts'
import { contactAliasCalls, partHandlers } from './project/draft/parts.ts'
import { duplicatesCalls } from './project/duplicates/duplicates-calls.ts'
import { listIndustries } from './project/industry.ts'
import { libraryHandlers } from './project/library.ts'
import { listMatters } from './project/matters/matters.ts'
import { readMyMatters } from './project/matters/my-matters.ts'
import { privateNetworkHandlers } from './project/private-network.ts'
import { projectAnswerMasks } from './project/project-answer-masks.ts'
import { publicNoticeHandlers } from './project/public-notice.ts'
import { recommendHandlers } from './project/recommend/recommend.ts'
import { batchScoresCalls } from './project/review/batch-scores.ts'
import { decisionProposalCalls } from './project/review/decision-proposal.ts'
import { stageStayHandlers } from './project/stays/stage-stay.ts'
import { templateHandlers } from './project/template/template.ts'
import { webhookHandlers } from './project/webhooks/webhook.ts'
import { reportAnswerMasks, reportHandlers } from './report/report.ts'
import { reportSubscriptionHandlers } from './report/report-subscription.ts'
import { attachHandlers, uploadCalls } from './storage/attach.ts'
import { ossHandlers } from './storage/oss.ts'
import { proofCalls } from './storage/proof-upload.ts'
import { smsHandlers } from './storage/sms.ts'
import { smsMessageHandlers } from './storage/sms-message.ts'
import { answerMasks } from './system/access/answer-masks.ts'
import { apiScopeHandlers } from './system/access/api-scope.ts'
import { dataScopeHandlers } from './system/access/data-scope.ts'
import { maskFields } from './system/access/hidden-fields.ts'
import { roleHandlers } from './system/access/role.ts'
import { permissionLensCalls } from './system/lens/permission-lens.ts'
import { menuHandlers } from './system/menus/menu.ts'
import { topMenuHandlers } from './system/menus/top-menu.ts'
import { apiKeyHandlers } from './system/people/api-key.ts'
import { deptHandlers } from './system/people/dept.ts'
import { lockedAccountHandlers } from './system/people/locked-account.ts'
import { postHandlers } from './system/people/post.ts'
import { preferenceCalls } from './system/people/preferences.ts'
import { registrationCalls } from './system/people/registration.ts'
import { userHandlers } from './system/people/user.ts'
import { dictHandlers } from './system/reference/dict.ts'
import { dictBizHandlers } from './system/reference/dict-biz.ts'
import { paramHandlers } from './system/reference/param.ts'
import { regionHandlers } from './system/reference/region.ts'
import { readCalendarYears } from './system/reference/working-days.ts'
import { inTenant } from './system/tenants/acting-tenant.ts'
import { clientHandlers } from './system/tenants/client.ts'
import { tenantHandlers } from './system/tenants/tenant.ts'
import { tenantPackageHandlers } from './system/tenants/tenant-package.ts'
import { commonOpinionHandlers } from './work/common-opinion.ts'
import { deputyHandlers } from './work/deputy.ts'
import { matterLedgerHandlers } from './work/matter-ledger.ts'
import { workClaimHandlers } from './work/work-claim.ts'
import { workDoneHandlers } from './work/work-done.ts'
import { workSendHandlers } from './work/work-send.ts'
import { workStartHandlers } from './work/work-start.ts'
import { workTodoHandlers } from './work/work-todo.ts'
import { workWaitingHandlers } from './work/work-waiting.ts'

/** Handlers that replace or extend the standard ones; an entity without an entry has standard handlers only. */
const handlerOverrides: { readonly [N in keyof Entities]?: Handlers<N> } = {
  user: userHandlers,
  report: reportHandlers,
  reportSubscription: reportSubscriptionHandlers,
  dept: deptHandlers,
  role: roleHandlers,
  dataScope: dataScopeHandlers,
  apiScope: apiScopeHandlers,
  dict: dictHandlers,
  dictBiz: dictBizHandlers,
  tenant: tenantHandlers,
  tenantPackage: tenantPackageHandlers,
  menu: menuHandlers,
  param: paramHandlers,
  post: postHandlers,
  topMenu: topMenuHandlers,
  region: regionHandlers,
  client: clientHandlers,
  lockedAccount: lockedAccountHandlers,
  apiKey: apiKeyHandlers,
  webhook: webhookHandlers,
  attach: attachHandlers,
  oss: ossHandlers,
  audit: auditHandlers,
  sms: smsHandlers,
  logError: logErrorHandlers,
  loginLog: loginLogHandlers,
  onlineUser: onlineUserHandlers,
  datasource: datasourceHandlers,
  dataModel: dataModelHandlers,
  modelPrototype: modelPrototypeHandlers,
  codeGeneration: codeGenerationHandlers,
  backgroundJob: { ...backgroundJobHandlers, ...importCalls },
  jobServer: jobServerHandlers,
  jobInfo: jobInfoHandlers,
  jobInstance: jobInstanceHandlers,
  jobContainer: jobContainerHandlers,
  flowModel: flowModelHandlers,
  matterForm: matterFormHandlers,
  flowManager: flowManagerHandlers,
  flowFollow: flowFollowHandlers,
  workWaiting: workWaitingHandlers,
  workStart: workStartHandlers,
  workClaim: workClaimHandlers,
  workTodo: workTodoHandlers,
  commonOpinion: commonOpinionHandlers,
  deputy: deputyHandlers,
  workSend: workSendHandlers,
  workDone: workDoneHandlers,
  matterLedger: matterLedgerHandlers,
  outbox: outboxHandlers,
  smsMessage: smsMessageHandlers,
  notice: noticeHandlers,
  leave: leaveHandlers,
  generalMatter: generalMatterHandlers,
  column: columnHandlers,
  pressRelease: pressReleaseHandlers,
  fileRelease: fileReleaseHandlers,
  statement: statementHandlers,
  template: templateHandlers,
  batch: batchHandlers,
  batchQuota: batchQuotaHandlers,
  publicNotice: publicNoticeHandlers,
  stageStay: stageStayHandlers,
  declaration: declarationHandlers,
  library: libraryHandlers,
  privateNetwork: privateNetworkHandlers,
  recommend: recommendHandlers,
}

/** The handler of a route by its name, for jobs that must run the same handler as a request. */
export const handlerOf = (name: string) => routes.find((route) => route.name === name)?.handle

/** Handlers of the calls that belong to no entity. */
const callHandlers = {
  auth: authCalls,
  openEdition: openEditionCalls,
  ownAccount: loginSessionCalls,
  consents: consentHandlers,
  signOn: { ...signOnCalls, ...authorizeCalls, ...guestCalls },
  registration: { ...registrationCalls, ...proofCalls },
  preferences: preferenceCalls,
  permissionLens: permissionLensCalls,
  workCalendar: { years: readCalendarYears },
  recordSearch: recordSearchCalls,
  upload: uploadCalls,
  portal: portalCalls,
  publicProjects: {
    list: listProjects,
    detail: showProject,
    exportList: exportProjects,
    lookUp,
    stageTimes: readStageTimes,
  },
  releasedNotices: releasedNoticeHandlers,
  publicRecommend: { detail: showRecommended },
  dashboard: { read: readDashboard },
  figureParts: { figure: showFigure },
  siteMap: siteMapCalls,
  statementPage: { read: readStatement },
  agreements: { list: listAgreements },
  news: newsCalls,
  ownCompany: ownCompanyCalls,
  platformHealth: { read: readHealth },
  jobOverview: jobOverviewCalls,
  jobOpenApi: jobOpenApiCalls,
  flowProcess: flowProcessCalls,
  matters: { list: listMatters },
  myMatters: { read: readMyMatters },
  recommendationOrder: recommendationOrderCalls,
  recommendationList: recommendationListCalls,
  duplicates: duplicatesCalls,
  batchScores: batchScoresCalls,
  decisionProposal: decisionProposalCalls,
  industry: { list: listIndustries },
  exports: exportHandlers(Object.values(entities), handlerOf),
  sheets: sheetHandlers(entities, handlerOf),
  messages: messageCalls,
  messagePreferences: messagePreferenceCalls,
  ...partHandlers,
  contactAgain: contactAliasCalls,
}

/** Calls that stay allowed while a session is under a restriction, by route name. */
const allowWhile: Readonly<Record<string, readonly Restriction[]>> = {
  'user.info': ['initialPassword'],
  'user.updatePassword': ['initialPassword'],
  'user.verifyInitialPassword': ['initialPassword'],
  // empty until the password is changed: a BladeX client needs the answer to load the page that changes it
  'menu.routes': ['initialPassword'],
  'menu.buttons': ['initialPassword'],
  'menu.topMenu': ['initialPassword'],
  'auth.userInfo': ['initialPassword'],
  'auth.unlock': ['lockScreen', 'initialPassword'],
  'auth.logoutPost': ['lockScreen', 'initialPassword'],
}

// biome-ignore lint/suspicious/noExplicitAny: the only table with handlers of every input
type AnyHandler = Handler<any, unknown, UserCtx>

const routeOf = (name: string, endpoint: Endpoint, handle: AnyHandler | undefined): Route => {
  if (!handle) throw new Error(`No handler for ${name} (${endpoint.method} ${endpoint.path}).`)
  return { name, endpoint, handle, allowWhile: allowWhile[name] ?? [], alwaysAllowed: name in allowWhile }
}

const masks = { ...answerMasks, ...projectAnswerMasks, ...reportAnswerMasks }

const routesOf = (entity: AnyEntity): Route[] => {
  const standard = crud(entity) as Record<string, AnyHandler>
  const overrides = (handlerOverrides[entity.name as keyof Entities] ?? {}) as Record<string, AnyHandler>
  return Object.entries(entity.calls as Record<string, Endpoint>).map(([verb, endpoint]) => {
    const handle = overrides[verb] ?? (entity.verbs.includes(verb) ? standard[verb] : undefined)
    return routeOf(
      `${entity.name}.${verb}`,
      endpoint,
      handle && withDevTools(entity, inTenant(entity, endpoint, maskFields(entity, verb, endpoint, handle, masks))),
    )
  })
}

/** All routes of the server with their handlers. */
export const routes: readonly Route[] = [
  ...Object.values(entities).flatMap((entity: AnyEntity) => routesOf(entity)),
  ...Object.entries(calls).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) =>
      routeOf(
        `${group}.${name}`,
        endpoint,
        (callHandlers as Record<string, Record<string, AnyHandler>>)[group]?.[name],
      ),
    ),
  ),
]
