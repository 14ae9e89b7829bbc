import type { FastifyInstance } from 'fastify'
import { entities } from '#contract/index.ts'
import type { JobKind } from '#contract/job/background-job.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import type { Text } from '#contract/kit/text.ts'
import { screens } from '#contract/plain-screens.ts'
import { stageRules } from '#contract/project/transitions.ts'
import type { Secrets } from './base/crypto/secrets.ts'
import { type Db, isDatabaseAway } from './base/database/db.ts'
import { createDocuments } from './base/documents/documents.ts'
import { localFiles } from './base/files/file-store.ts'
import { serveAssets } from './base/http/assets.ts'
import { serveHealth } from './base/http/health.ts'
import type { Env } from './base/process/env.ts'
import type { Log } from './base/process/log.ts'
import { generalMatterBusiness, mayReadMatterFile } from './desk/general-matter.ts'
import { leaveBusiness } from './desk/leave.ts'
import { matterColumns } from './desk/matter-columns.ts'
import { type App, isSignedIn } from './engine/context.ts'
import { serveDocs } from './engine/docs.ts'
import { uniqueIndexOf } from './engine/drift.ts'
import { registerUniqueLabel } from './engine/errors.ts'
import { makeServer } from './engine/http.ts'
import { consultationsOf } from './flow/consultations.ts'
import { instancesOf } from './flow/instance-access.ts'
import { closeLiveConnections } from './inbox/live.ts'
import { accounts, createdRows, registrationsOfColleagues, rowsOfEntity } from './inbox/subjects.ts'
import { externalProcessor } from './job/external/external-processor.ts'
import { actTask } from './job/rows/act-task.ts'
import type { Task } from './job/run/personal-run.ts'
import { startRunner } from './job/run/runner.ts'
import { wakeSoon } from './job/run/wake-soon.ts'
import { exportTask } from './job/sheets/export.ts'
import { importTasks } from './job/sheets/import.ts'
import { createServerErrorLog, saveBrowserErrors } from './log/log-error.ts'
import { createLogServices } from './log/log-services.ts'
import { auditRefusal } from './log/refusals.ts'
import { serverInfoOf } from './log/server-info.ts'
import { isPublishedFile, mayReadReleaseFile } from './news/open-files.ts'
import { newsStamp } from './news/stamp.ts'
import { publicPages } from './portal/rendered-pages.ts'
import { serveSearchEngines } from './portal/search-engines.ts'
import { processors } from './processors.ts'
import { mayReadScan } from './project/batch/list-versions.ts'
import { enrolCompany } from './project/company/company.ts'
import { mayReadDeclarationFile } from './project/draft/declaration-files.ts'
import { recommendBusiness } from './project/recommend/recommend-business.ts'
import { proposedDecisions } from './project/review/decision-proposal.ts'
import { declarationBusiness } from './project/review/declaration-business.ts'
import { declarationMoves } from './project/review/handle-many.ts'
import { proposalsOfBatches } from './project/review/proposal-rows.ts'
import { reportTask } from './report/report-job.ts'
import { handlerOf, routes } from './routes.ts'
import { shippedProcesses } from './seed/processes.ts'
import { mayReadFile } from './storage/attach.ts'
import { acceptUploads } from './storage/incoming.ts'
import { mayReadProof } from './storage/proof-upload.ts'
import { hasSmsProvider, sendSms } from './storage/send-sms.ts'
import { mayStartDefinition } from './work/start-rules.ts'
import { claims } from './work/work-claim.ts'

for (const { name: table, fields, uniqueIndexes = {} } of Object.values(entities) as AnyEntity[]) {
  for (const [name, field] of Object.entries(fields as Fields))
    if (field.unique) registerUniqueLabel(uniqueIndexOf(table, name), name, field.label)
  for (const [index, name] of Object.entries(uniqueIndexes as Record<string, string>))
    registerUniqueLabel(index, name, (fields as Fields)[name]?.label as Text)
}

/** What people start in the background, by the kind of their jobs. */
const tasks = {
  export: exportTask(entities, handlerOf),
  ...importTasks(entities, handlerOf),
  report: reportTask,
  rows: actTask,
} satisfies Readonly<Record<JobKind, Task>>

/** What messages can be about, with the rule that decides whether their recipient may still read them. */
const messageSubjects: App['messageSubjects'] = {
  declaration: rowsOfEntity(entities.declaration),
  user: accounts(entities.user),
  registration: registrationsOfColleagues,
  backgroundJob: createdRows(entities.backgroundJob),
  consultation: consultationsOf,
  decisionProposal: proposalsOfBatches,
  public_notice: rowsOfEntity(entities.publicNotice),
  leave: instancesOf('leave'),
  general_matter: instancesOf('general_matter'),
  recommend: instancesOf('recommend'),
}

/** What processes are about, by table. */
const flowBusinesses: App['flowBusinesses'] = {
  leave: leaveBusiness,
  general_matter: generalMatterBusiness,
  declaration: declarationBusiness,
  recommend: recommendBusiness,
}

/** Files of published releases are for everybody, others for those who read the row that has them. */
const isFileVisible: App['isFileVisible'] = async (ctx, id) =>
  (await isPublishedFile(ctx, id)) ||
  (isSignedIn(ctx) &&
    ((await mayReadProof(ctx, id)) ||
      (await mayReadScan(ctx, id)) ||
      (await mayReadReleaseFile(ctx, id)) ||
      (await mayReadMatterFile(ctx, id)) ||
      (await mayReadDeclarationFile(ctx, id))))

/** The calls on rows that may run in the background. */
const callsOnRows: App['callsOnRows'] = {
  'declaration.handleMany': declarationMoves,
  'decisionProposal.decide': proposedDecisions,
  'workClaim.claimTasks': claims,
}

export interface Dependencies {
  readonly env: Env
  readonly secrets: Secrets
  readonly log: Log
  readonly db: Db
}

/** Builds the app and a server that does not listen yet. This is the only file that imports all areas. */
export const createApp = async ({
  env,
  secrets,
  log,
  db,
}: Dependencies): Promise<{ app: App; server: FastifyInstance }> => {
  const wakeSeal = wakeSoon(db, 'audit-seal', (err) => log.warn({ err }, 'the seal of the audit was not woken'))
  const { afterCall, logEvent, start, close } = createLogServices({ db, log, env, wakeSeal })
  const app: App = {
    env,
    secrets,
    log,
    db,
    enrolCompany,
    logEvent,
    auditRefusal,
    sendSms,
    hasSms: (tenantId) => hasSmsProvider(db, tenantId),
    entities,
    screens,
    routes,
    messageSubjects,
    cache: new Map(),
    files: localFiles(`${env.dataDir}/files`),
    documents: createDocuments(env.fontDir),
    saveBrowserErrors,
    logServerError: createServerErrorLog(db, log, serverInfoOf(env)),
    flowBusinesses,
    stageRules,
    shippedProcesses: shippedProcesses(),
    mayStartDefinition,
    jobProcessors: processors,
    externalProcessor: (info) => externalProcessor({ env }, info),
    callsOnRows,
    sheetExtras: { matterLedger: matterColumns },
    mayReadFile,
    isFileVisible,
  }
  const server = makeServer(app, routes, acceptUploads, afterCall)
  server.addHook('onListen', async () => start())
  // onClose hooks run in reverse order: the log services close last and still write what the others log on close
  server.addHook('onClose', close)
  const runner = startRunner(app, tasks, {
    plans: env.jobPlanner,
    works: env.jobWorker,
    graceMs: env.jobGraceSeconds * 1000,
    onRunEnd: wakeSeal,
  })
  // while the last requests are answered, jobs come to their end too
  server.addHook('preClose', async () => runner.drain())
  server.addHook('onClose', runner.stop).addHook('onClose', async () => app.documents.close())
  serveHealth(db, server)
  server.addHook('preClose', () => closeLiveConnections(app))
  await serveDocs(server, routes)
  const readNewsStamp = () => newsStamp(app)
  serveSearchEngines(server, env, readNewsStamp)
  const onRenderError = (err: unknown) => log.error({ err }, 'a page could not be rendered')
  const isAway = () => isDatabaseAway(db)
  serveAssets(server, env.webDir, await publicPages(server, env, readNewsStamp, isAway, onRenderError))
  return { app, server }
}
