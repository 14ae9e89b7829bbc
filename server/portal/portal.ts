import type { portal } from '#contract/portal/portal.ts'
import type { CallHandlers } from '../engine/context.ts'
import { readFigures } from './figures-cache.ts'
import { siteOf } from './site-info.ts'

export const portalCalls: CallHandlers<typeof portal> = {
  site: siteOf,
  statistics: async (ctx) => (await readFigures(ctx))[ctx.lang].statistics,
  nationalMap: async (ctx, { code, year }) => (await readFigures(ctx))[ctx.lang].map(code ?? null, year ?? null),
  operators: async (ctx, { code, year }) => (await readFigures(ctx))[ctx.lang].operators(code ?? null, year ?? null),
}
