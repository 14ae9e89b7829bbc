import type { portal } from '#contract/portal.ts'
import type { CallHandlers } from '../engine/context.ts'
import { figuresNow } from './figures.ts'

export const portalCalls: CallHandlers<typeof portal> = {
  statistics: async (ctx) => (await figuresNow(ctx.app)).statistics,
  nationalMap: async (ctx) => (await figuresNow(ctx.app)).map,
}
