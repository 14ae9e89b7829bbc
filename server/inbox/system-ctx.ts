import { currentCacheVersions } from '../engine/cache.ts'
import type { App, Ctx } from '../engine/context.ts'
import { visitor } from '../engine/session.ts'

/** The ctx of what the platform does by itself, without a request; `id` names it in logs. */
export const systemCtx = async (app: App, id: string): Promise<Ctx> => ({
  app,
  db: app.db,
  actor: visitor,
  lang: 'zh',
  cacheVersions: await currentCacheVersions(app),
  request: { id, address: '', agent: '', headers: {} },
})

/** The platform itself in a tenant: it sees every row of it, and is no person. */
export const platformCtx = async (app: App, tenantId: string, id: string): Promise<Ctx> => ({
  ...(await systemCtx(app, id)),
  actor: { ...visitor, tenantId, rights: { ...visitor.rights, administrator: true } },
})
