import type { FastifyInstance } from 'fastify'
import { calls, type Entities, entities } from '#contract/index.ts'
import type { Endpoint } from '#contract/kit/call.ts'
import type { AnyEntity } from '#contract/kit/entity.ts'
import type { Fields } from '#contract/kit/field.ts'
import { authCalls } from './auth/auth.ts'
import { authorizeCalls } from './auth/authorize.ts'
import { guestCalls } from './auth/guest.ts'
import { ownAccountCalls } from './auth/own-account.ts'
import { signOnCalls } from './auth/sign-on.ts'
import type { Db } from './base/db.ts'
import type { Env } from './base/env.ts'
import { localFiles } from './base/files.ts'
import type { Log } from './base/log.ts'
import type { Secrets } from './base/secrets.ts'
import { serveAssets } from './engine/assets.ts'
import type { App, Handler, Handlers } from './engine/context.ts'
import { crud } from './engine/crud.ts'
import { serveDocs } from './engine/docs.ts'
import { uniqueIndexOf } from './engine/drift.ts'
import { nameUnique } from './engine/errors.ts'
import { serveHealth } from './engine/health.ts'
import { type Hindrance, makeServer, type Route } from './engine/http.ts'
import { labelTargets } from './engine/labels.ts'
import { keepFailureOn, keepReported, logErrorHandlers } from './log/log-error.ts'
import { isPublishedFile, newsCalls } from './news/news.ts'
import { portalCalls } from './portal/portal.ts'
import { enrolCompany } from './project/company.ts'
import { declarationHandlers } from './project/declaration.ts'
import { mayReadDeclarationFile } from './project/files.ts'
import { listIndustries } from './project/industry.ts'
import { libraryHandlers } from './project/library.ts'
import { partHandlers } from './project/parts.ts'
import { templateHandlers } from './project/template.ts'
import { attachHandlers, uploadCalls } from './storage/attach.ts'
import { acceptUploads } from './storage/incoming.ts'
import { outbox } from './storage/sms.ts'
import { clientHandlers } from './system/client.ts'
import { dataScopeHandlers } from './system/data-scope.ts'
import { deptHandlers } from './system/dept.ts'
import { dictHandlers } from './system/dict.ts'
import { menuHandlers } from './system/menu.ts'
import { regionHandlers } from './system/region.ts'
import { roleHandlers } from './system/role.ts'
import { userHandlers } from './system/user.ts'

/** What is special about entities; one that is not named here is plain. */
const special: { readonly [N in keyof Entities]?: Handlers<N> } = {
  user: userHandlers,
  dept: deptHandlers,
  role: roleHandlers,
  dataScope: dataScopeHandlers,
  dict: dictHandlers,
  menu: menuHandlers,
  region: regionHandlers,
  client: clientHandlers,
  attach: attachHandlers,
  logError: logErrorHandlers,
  template: templateHandlers,
  declaration: declarationHandlers,
  library: libraryHandlers,
}

/** What answers the calls of no entity. */
const answers = {
  auth: authCalls,
  ownAccount: ownAccountCalls,
  signOn: { ...signOnCalls, ...authorizeCalls, ...guestCalls },
  upload: uploadCalls,
  portal: portalCalls,
  news: newsCalls,
  industry: { list: listIndustries },
  ...partHandlers,
}

/** Calls a session may make although it is held up. */
const despite: Readonly<Record<string, readonly Hindrance[]>> = {
  'user.info': ['initialPassword'],
  'user.updatePassword': ['initialPassword'],
  'user.verifyInitialPassword': ['initialPassword'],
  'auth.userInfo': ['initialPassword'],
  'auth.unlock': ['lockScreen', 'initialPassword'],
  'auth.logout': ['lockScreen', 'initialPassword'],
  'auth.logoutPost': ['lockScreen', 'initialPassword'],
}

// biome-ignore lint/suspicious/noExplicitAny: the one table that holds handlers of every input
type AnyHandler = Handler<any, unknown>

const routeOf = (name: string, endpoint: Endpoint, handle: AnyHandler | undefined): Route => {
  if (!handle) throw new Error(`Nothing answers ${name} (${endpoint.method} ${endpoint.path}).`)
  return { name, endpoint, handle, despite: despite[name] ?? [] }
}

const routesOf = (entity: AnyEntity): Route[] => {
  const standard = crud(entity) as Record<string, AnyHandler>
  const own = (special[entity.name as keyof Entities] ?? {}) as Record<string, AnyHandler>
  return Object.entries(entity.calls as Record<string, Endpoint>).map(([verb, endpoint]) =>
    routeOf(
      `${entity.name}.${verb}`,
      endpoint,
      own[verb] ?? (entity.verbs.includes(verb) ? standard[verb] : undefined),
    ),
  )
}

/** Every address of the server with what answers it. */
export const routes: readonly Route[] = [
  ...Object.values(entities).flatMap((entity: AnyEntity) => routesOf(entity)),
  ...Object.entries(calls).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) =>
      routeOf(`${group}.${name}`, endpoint, (answers as Record<string, Record<string, AnyHandler>>)[group]?.[name]),
    ),
  ),
]

labelTargets(entities)
for (const entity of Object.values(entities) as AnyEntity[])
  for (const [name, field] of Object.entries(entity.fields as Fields))
    if (field.unique) nameUnique(uniqueIndexOf(entity.name, name), name, field.label)
nameUnique('user_account_any_case_key', 'account', entities.user.fields.account.label)
nameUnique('dict_code_key', 'dictKey', ['字典键值', 'Key'])

export interface Parts {
  readonly env: Env
  readonly secrets: Secrets
  readonly log: Log
  readonly db: Db
}

/** Joins everything to a server that listens nowhere yet. The only file that knows all. */
export const createApp = async ({ env, secrets, log, db }: Parts): Promise<{ app: App; server: FastifyInstance }> => {
  const app: App = {
    ...{ env, secrets, log, db, enrolCompany },
    files: localFiles(`${env.dataDir}/files`),
    sendSms: outbox({ db }),
    keepReported,
    keepFailure: keepFailureOn(db, log),
    mayReadFile: async (ctx, id) =>
      (await isPublishedFile(ctx, id)) || (ctx.actor.id !== null && (await mayReadDeclarationFile(ctx, id))),
  }
  const server = makeServer(app, routes, acceptUploads)
  serveHealth(app, server)
  await serveDocs(server, routes)
  serveAssets(server, env.webDir)
  return { app, server }
}
