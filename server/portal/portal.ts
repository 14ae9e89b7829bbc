import type { portal } from '#contract/portal.ts'
import type { CallHandlers } from '../engine/context.ts'
import { figuresNow } from './figures-now.ts'

export const portalCalls: CallHandlers<typeof portal> = {
  statistics: async ({ app, lang }) => (await figuresNow(app))[lang].statistics,
  nationalMap: async ({ app, lang }) => (await figuresNow(app))[lang].map,
}
